import TestAdmission
import Testing

@testable import Rehearsal
@testable import RehearsalJSON

/// A path, a document, and the normalized paths and values that the path selects in it.
struct PathRow: Sendable, CustomTestStringConvertible {
    var path: String
    var document: JSON
    var found: [(String, JSON)]

    init(_ path: String, _ document: JSON, _ found: [(String, JSON)]) {
        (self.path, self.document, self.found) = (path, document, found)
    }

    var testDescription: String { path }
}

@Suite("Paths", .limitedConcurrency)
struct JSONPathTests {
    static let shop: JSON = [
        "orders": [
            ["id": 7, "lines": [["sku": "tea", "price": 4.5], ["sku": "cup", "price": 9]]],
            ["id": 8, "lines": [], "note": nil],
        ],
        "open": true,
    ]

    static let rows = [
        PathRow("$", [1], [("$", [1])]),
        PathRow("$.open", shop, [("$['open']", true)]),
        PathRow("$['open', \"open\"]", shop, [("$['open']", true), ("$['open']", true)]),
        PathRow("$.orders[*].id", shop, [("$['orders'][0]['id']", 7), ("$['orders'][1]['id']", 8)]),
        PathRow("$.orders[-1].id", shop, [("$['orders'][1]['id']", 8)]),
        PathRow("$.orders[2]", shop, []),
        PathRow("$.orders[-3]", shop, []),
        PathRow("$.open.shut", shop, []),
        PathRow(
            "$..sku",
            shop,
            [("$['orders'][0]['lines'][0]['sku']", "tea"), ("$['orders'][0]['lines'][1]['sku']", "cup")]
        ),
        PathRow("$..[?@.price > 5].sku", shop, [("$['orders'][0]['lines'][1]['sku']", "cup")]),
        PathRow("$.orders[?count(@.lines[*]) == 0].id", shop, [("$['orders'][1]['id']", 8)]),
        PathRow("$.orders[?@.note == null].id", shop, [("$['orders'][1]['id']", 8)]),
        PathRow("$.orders[?!@.note].id", shop, [("$['orders'][0]['id']", 7)]),
        PathRow("$.orders[?@..price].id", shop, [("$['orders'][0]['id']", 7)]),
        PathRow("$.orders[?@.lines[?@.sku == $.want]].id", shop, []),
        PathRow("$[?length(@) > 1][-1].id", shop, [("$['orders'][1]['id']", 8)]),
        PathRow("$[::-2]", [0, 1, 2, 3], [("$[3]", 3), ("$[1]", 1)]),
        PathRow("$[1:9007199254740991:9007199254740991]", [0, 1, 2], [("$[1]", 1)]),
        PathRow("$[-9007199254740991:2]", [0, 1, 2], [("$[0]", 0), ("$[1]", 1)]),
        PathRow("$[9007199254740991::-9007199254740991]", [0, 1, 2], [("$[2]", 2)]),
        PathRow("$[::0]", [0, 1], []),
        PathRow("$[0:1]", ["a": 1], []),
        PathRow("$.*[0]", ["b": [1], "a": [2]], [("$['b'][0]", 1), ("$['a'][0]", 2)]),
        PathRow(
            "$..*",
            ["b": [[1]], "a": 2],
            [("$['b']", [[1]]), ("$['a']", 2), ("$['b'][0]", [1]), ("$['b'][0][0]", 1)]
        ),
        PathRow(
            "$..[0, 0]",
            [[1], 2],
            [("$[0]", [1]), ("$[0]", [1]), ("$[0][0]", 1), ("$[0][0]", 1)]
        ),
    ]

    @Test("A path selects the nodes that RFC 9535 lists, in its order, with normalized paths.", arguments: rows)
    func table(_ row: PathRow) throws {
        let sut = try JSON.Path(row.path)
        let locations = try #require(sut.locations(in: row.document))
        #expect(locations.map(\.path) == row.found.map(\.0))
        #expect(locations.map(\.value) == row.found.map(\.1))
        #expect(sut.nodes(in: row.document) == row.found.map(\.1))
        #expect(sut.hasMatch(in: row.document) == !row.found.isEmpty)
    }

    @Test("A name selector selects the first of repeated members, and other selectors select each of them.")
    func repeatedNames() throws {
        let document: JSON = ["a": 1, "b": 2, "a": [3]]
        func found(_ path: String) throws -> [JSON]? { try JSON.Path(path).nodes(in: document) }
        #expect(try found("$.a") == [1])
        #expect(try found("$['a', 'a']") == [1, 1])
        #expect(try found("$.*") == [1, 2, [3]])
        #expect(try found("$..[0]") == [3])
        #expect(try found("$[?@ == 1 || @[0] == 3]") == [1, [3]])
        #expect(try JSON.Path("$[?length($) == 3]").nodes(in: document)?.count == 3)
        #expect(try JSON.Path("$.*").locations(in: document)?.map(\.path) == ["$['a']", "$['b']", "$['a']"])
    }

    @Test(
        "A normalized path escapes each character in the one permitted way.",
        arguments: [
            ("a", "$['a']"), ("", "$['']"), ("it's", #"$['it\'s']"#), (#"a\b"#, #"$['a\\b']"#), ("\"", #"$['"']"#),
            ("\u{8}\t\n\u{C}\r", #"$['\b\t\n\f\r']"#), ("\u{0}\u{B}\u{1F}", #"$['\u0000\u000b\u001f']"#),
            ("\u{7F}é😀/", "$['\u{7F}é😀/']"),
        ]
    )
    func normalized(_ name: String, _ path: String) throws {
        let document: JSON = .object([JSON.Member(name, 1)])
        #expect(try JSON.Path("$.*").locations(in: document) == [.init(path: path, value: 1)])
        #expect(try JSON.Path(path).nodes(in: document) == [1])
    }

    @Test("Names are compared by scalars after their escapes are decoded.")
    func names() throws {
        let document: JSON = ["\u{E9}": 1, "e\u{301}": 2, "😀": 3, "a/b": 4]
        func found(_ path: String) throws -> [JSON]? { try JSON.Path(path).nodes(in: document) }
        #expect(try found("$.\u{E9}") == [1])
        #expect(try found("$.e\u{301}") == [2])
        #expect(try found(#"$['\u00E9']"#) == [1])
        #expect(try found(#"$["\ud83D\uDe00"]"#) == [3])
        #expect(try found(#"$['a\/b']"#) == [4])
        #expect(try found("$[?@ == $['😀']]") == [3])
    }

    @Test("Two paths are equal if their texts have the same scalars.")
    func equality() throws {
        let composed = try JSON.Path("$.\u{E9}")
        #expect(try composed == JSON.Path("$.\u{E9}"))
        #expect(try composed != JSON.Path("$.e\u{301}"))
        #expect(try Set([composed, JSON.Path("$.e\u{301}"), JSON.Path("$.\u{E9}")]).count == 2)
        #expect("\(composed)" == "$.\u{E9}")
    }
}
