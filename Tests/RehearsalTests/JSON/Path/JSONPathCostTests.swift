import TestAdmission
import Testing

@testable import Rehearsal

@Suite("The cost of paths", .limitedConcurrency)
struct JSONPathCostTests {
    /// Arrays of ten, four levels deep, of zeros.
    static let cube = JSON.array(nested(4, 10))
    static let long = JSON.string(String(repeating: "a", count: 100_000))
    /// Few enough for an unoptimized build to exhaust at once.
    static let few = 20_000

    private static func nested(_ depth: Int, _ count: Int) -> [JSON] {
        [JSON](repeating: depth == 1 ? 0 : .array(nested(depth - 1, count)), count: count)
    }

    @Test(
        "A path that exceeds its steps yields no result.",
        arguments: [
            "$..[*]..[*]..[*]", "$..*..*..*", "$[*,*][*,*][*,*][*,*]", "$..[?count($..*) > count(@..*)]",
            "$[*][*][?@ == $[0][0][0] && $[0] == $[1] && $ != @]", "$[?$[?$[?$[?$[?@ == 1]]]]]",
            "$..[?@ == 1 || @ == 2 || @ == 3 || @ == 4 || @ == 5 || @ == 6 || @ == 7 || @ == 8 || @ == 9 || @ == 10]",
        ]
    )
    func exhausted(_ path: String) throws {
        let sut = try JSON.Path(path)
        let (nodes, locations) = (
            sut.nodes(in: Self.cube, steps: Self.few), sut.locations(in: Self.cube, steps: Self.few)
        )
        #expect(nodes?.count == nil)
        #expect(locations?.count == nil)
    }

    @Test(
        "Long texts and patterns cost steps in proportion to their lengths.",
        arguments: [
            "$[?search(@, '(a|b)*c')]", "$[?match(@, '((a{1,10}){1,10}){1,10}b')]", "$[?search(@, @)]",
            "$[?@ == $[0]]", "$[?@ < $[0]]", "$[?length(@) == 1]",
        ]
    )
    func texts(_ path: String) throws {
        let document = JSON.array([JSON](repeating: Self.long, count: 10))
        #expect(try JSON.Path(path).nodes(in: document, steps: Self.few)?.count == nil)
    }

    @Test("A number with very many digits costs steps in proportion to its length.")
    func numbers() throws {
        let number = JSON.number(JSON.Number(text: "1" + String(repeating: "0", count: 100_000)))
        let document = JSON.array([JSON](repeating: number, count: 10))
        #expect(try JSON.Path("$[?@ == 1]").nodes(in: document, steps: Self.few)?.count == nil)
        #expect(try JSON.Path("$[?@ > 1]").nodes(in: document, steps: Self.few)?.count == nil)
    }

    @Test("Names in locations cost steps in proportion to their lengths.")
    func places() throws {
        var document: JSON = .array([JSON](repeating: 1, count: 200))
        for _ in 0..<100 { document = ["a long name that is long": document] }
        let sut = try JSON.Path("$..*")
        #expect(sut.nodes(in: document)?.count == 300)
        #expect(sut.locations(in: document, steps: Self.few)?.count == nil)
    }

    @Test("A query succeeds with exactly the steps that it needs and fails with one fewer.")
    func bound() throws {
        let sut = try JSON.Path("$[?@ < 3]..*")
        let document: JSON = [1, 2, [3, 4]]
        let least = try #require((1...100).first { sut.nodes(in: document, steps: $0) != nil })
        for steps in [0, 1, least - 1] { #expect(sut.nodes(in: document, steps: steps) == nil) }
        for steps in [least, least + 1] { #expect(sut.nodes(in: document, steps: steps) == []) }
    }

    @Test("A search ends at the first value, and finds nothing if its steps do not suffice.")
    func first() throws {
        let zeros = JSON.array([JSON](repeating: 0, count: 2_000_000))
        for path in ["$[*]", "$..*", "$[?@ == 0]", "$[?$[*]]", "$[0:]"] {
            let sut = try JSON.Path(path)
            #expect(sut.hasMatch(in: zeros, steps: 20))
            #expect(!sut.hasMatch(in: zeros, steps: 0))
        }
        #expect(try JSON.Path("$[*]").nodes(in: zeros)?.count == nil)
        #expect(try !JSON.Path("$[?@ == 1]").hasMatch(in: zeros, steps: Self.few))
    }

    @Test("Documents of the maximum depth are traversed and compared.")
    func depth() throws {
        let levels = JSONDocument.depthLimit
        let document = try JSON(parsing: String(repeating: "[", count: levels) + String(repeating: "]", count: levels))
        #expect(try JSON.Path("$..*").nodes(in: document)?.count == levels - 1)
        #expect(try JSON.Path("$..[?@ == $[0]]").nodes(in: document)?.count == 1)
        #expect(try JSON.Path("$" + String(repeating: "[0]", count: levels - 1)).nodes(in: document) == [[]])
    }

    @Test(
        "A path can nest at most 32 levels deep.",
        arguments: [("[?@", "", "]"), ("", "!(", ")"), ("", "length(", ")")] as [(String, String, String)]
    )
    func nesting(_ filter: String, _ opening: String, _ closing: String) throws {
        func path(_ depth: Int) -> String {
            let times = filter.isEmpty ? depth - 1 : depth
            let inside = String(repeating: filter + opening, count: times)
            let outside = String(repeating: closing, count: times)
            guard filter.isEmpty else { return "$" + inside + outside }
            return "$[?" + inside + "@.a" + outside + (opening == "length(" ? " == 1]" : "]")
        }
        let deepest = try JSON.Path(path(32))
        #expect(deepest.nodes(in: [[[1]]]) != nil)
        for depth in [33, 500] {
            let error = #expect(throws: JSON.Path.Malformed.self) { try JSON.Path(path(depth)) }
            #expect(error?.problem.contains("deeper than 32 levels") == true)
        }
    }

    @Test("A path can have at most 4,096 characters, of segments, selectors or conditions.")
    func length() throws {
        for (part, end) in [("..*", ""), ("[*]", ""), (".a", ""), ("[?@]", "")] {
            let sut = try JSON.Path("$" + String(repeating: part, count: 4_095 / part.utf8.count) + end)
            #expect(sut.nodes(in: Self.cube, steps: Self.few)?.isEmpty != false)
        }
        let selectors = try JSON.Path("$[" + String(repeating: "0,", count: 2_000) + "0]")
        #expect(selectors.nodes(in: [1])?.count == 2_001)
        let conditions = try JSON.Path("$[?" + String(repeating: "@.a||", count: 800) + "@==1]")
        #expect(conditions.nodes(in: [1, 2]) == [1])
        let error = #expect(throws: JSON.Path.Malformed.self) {
            try JSON.Path("$." + String(repeating: "a", count: 4_095))
        }
        #expect(error?.offset == 4_096)
        #expect(error?.length == 1)
    }
}
