import Rehearsal
import RehearsalContracts
import TestAdmission
import Testing

@Suite("Mutations of a recorded body", .limitedConcurrency)
struct MutationTests {
    /// The unusual spacing shows that all other bytes stay unchanged.
    private static let body = """
        [ {"id" :42, "price":7.50 ,"at":"2026-03-02T08:00:00Z", "note":"a \\u00e9\\n\\"b\\"","tags":["x" , "y"], "ok":true},
          {"id":  43,"price": 12.0, "at" : "2026-03-04T18:30:59Z","note":null,"tags": [], "state" : "open" , "ok" :false,
           "place":{ "lat" :52.5,"name":"Ümläut" } } ]
        """

    private static let operation = Declaration.Operation(
        "list",
        .get,
        "/items",
        reply: .init(200, body: Array(body.utf8)),
        fields: [
            .init("$[*].id", .int), .init("$[*].price", .money), .init("$[*].at", .date),
            .init("$[*].state", .enum, isRequired: false), .init("$[*].place", .object),
        ]
    )

    private let sut = Mutations(MutationTests.operation)

    @Test("Every field is changed in every way that its value allows.")
    func complete() throws {
        let names = Dictionary(grouping: sut.all) { $0.field?.path ?? "$" }.mapValues { Set($0.map(\.name)) }
        let retyped: Set = ["string", "number", "bool", "object", "array"]
        let any: Set = ["removed", "null", "twice"]
        #expect(
            names["$[*].id"]
                == retyped.subtracting(["number"]).union(any)
                .union(["changed", "2^63", "2^53+1", "1e400", "1.5", "1e3"])
        )
        #expect(
            names["$[*].price"]
                == retyped.subtracting(["number"]).union(any)
                .union(["changed", "2^53+1", "1e400", "19.99", "0.1", "3.133", "38-digits"])
        )
        #expect(
            names["$[*].at"]
                == retyped.subtracting(["string"]).union(any)
                .union(["changed", "+02:00", ".5Z", ".123Z", ".123456789Z", "garbage", "blank", "date-only"])
                .union(["fraction"])
        )
        #expect(names["$[*].state"] == retyped.subtracting(["string"]).union(any).union(["empty", "unknown"]))
        #expect(names["$[*].tags"] == retyped.subtracting(["array"]).union(any).union(["empty", "reversed"]))
        #expect(names["$[*].place"] == retyped.subtracting(["object"]).union(any).union(["empty"]))
        #expect(
            names["$"] == [
                "truncated", "html", "x", "empty", "two-documents", "depth-513", "depth-100000", "invalid-utf-8",
                "byte-order-mark", "reversed", "no-elements",
            ]
        )
    }

    @Test("A recorded null is not retyped to its declared type.")
    func declaredNull() throws {
        let operation = Declaration.Operation(
            "one",
            .get,
            "/item",
            reply: .init(200, body: Array(#"{"note": null, "count": null, "place": null, "other": null}"#.utf8)),
            fields: [
                .init("$.note", .string, isRequired: false), .init("$.count", .int, isRequired: false),
                .init("$.place", .object, isRequired: false),
            ]
        )
        let sut = Mutations(operation)
        let tried = sut.fields.fields.map { field in Set(sut.of(field, .retyped).map(\.name)) }
        let types: Set = ["string", "number", "bool", "object", "array"]
        let own: [Set<String>] = [["string"], ["number"], ["object"], []]
        #expect(tried == own.map { types.subtracting($0) })
    }

    @Test("Every mutation has a name and a body of its own.")
    func distinct() {
        #expect(Set(sut.all.map(\.label)).count == sut.all.count)
        #expect(Set(sut.all.map(\.body)).count == sut.all.count)
        #expect(sut.all.allSatisfy { $0.body != Array(Self.body.utf8) })
    }

    @Test("A mutation of a field changes no byte outside of it.")
    func local() throws {
        let document = try JSONDocument(parsing: Array(Self.body.utf8))
        for mutation in sut.fields.fields.flatMap(sut.of) where mutation.family != .removed {
            let whole = try whole(mutation, document)
            let start = zip(document.bytes, mutation.body).prefix { $0 == $1 }.count
            let end = zip(document.bytes.reversed(), mutation.body.reversed()).prefix { $0 == $1 }.count
            #expect(start >= whole.lowerBound, "\(mutation.label)")
            #expect(document.bytes.count - end <= whole.upperBound, "\(mutation.label)")
        }
    }

    @Test("A removed field takes one comma with it and no other character but white space.")
    func cut() throws {
        let document = try JSONDocument(parsing: Array(Self.body.utf8))
        for mutation in sut.all where mutation.family == .removed {
            let whole = try whole(mutation, document)
            let start = zip(document.bytes, mutation.body).prefix { $0 == $1 }.count
            let gone = document.bytes.count - mutation.body.count
            #expect(document.bytes[..<start] + document.bytes[(start + gone)...] == mutation.body[...])
            let said = { (bytes: ArraySlice<UInt8>) in bytes.count { $0 > 0x20 } }
            #expect(
                said(document.bytes[start..<(start + gone)]) == said(document.bytes[whole]) + 1,
                "\(mutation.label)"
            )
        }
    }

    /// The bytes of a field, with its name.
    private func whole(_ mutation: Mutation, _ document: JSONDocument) throws -> Range<Int> {
        let place = try #require(mutation.field?.place)
        let parent = JSON.Pointer(tokens: Array(place.tokens.dropLast()))
        let whole = place.tokens.last.flatMap { parent.node(in: document.root)?.child($0)?.whole }
        return try #require(whole, "\(mutation.label)")
    }

    @Test("A parser finds the replacement of a mutation in its field.")
    func replaced() throws {
        for mutation in sut.fields.fields.flatMap(sut.of) where mutation.replacement != nil {
            let field = try #require(mutation.field)
            let value = field.place.value(in: try JSON(parsing: mutation.body))
            #expect(value == mutation.replacement, "\(mutation.label)")
        }
    }

    @Test("A mutation of a field is a valid document, and one of the whole body is invalid or legal.")
    func documents() {
        for mutation in sut.all {
            let document = try? JSONDocument(parsing: mutation.body, options: .allowsByteOrderMark)
            // This parser does not check the encoding.
            guard mutation.name != "invalid-utf-8" else { continue }
            #expect((document != nil) == (mutation.field != nil || mutation.isValid), "\(mutation.label)")
        }
    }

    @Test("A removed field is absent, and all others are unchanged.")
    func removed() throws {
        let field = try #require(sut.fields.fields.first { $0.path == "$[*].at" })
        let mutation = try #require(sut.of(field, .removed).first)
        let (before, after) = (try JSON(parsing: Self.body), try JSON(parsing: mutation.body))
        #expect(ValueChange.between(before, after).map(\.path) == ["$[1].at"])
    }

    @Test("A reversed list keeps the text between its elements.")
    func reversed() throws {
        let field = try #require(sut.fields.fields.first { $0.path == "$[*].tags" })
        let mutation = try #require(sut.of(field, .reversed).first)
        #expect(String(decoding: mutation.body, as: UTF8.self).contains(#""tags":["y" , "x"]"#))
    }

    @Test("A changed field has a similar value that occurs nowhere else.")
    func changed() throws {
        let changed = Dictionary(
            sut.all.filter { $0.family == .changed }.map { ($0.field?.path ?? "", $0.replacement) }
        ) { first, _ in first }
        #expect(changed["$[*].id"] == 44)
        #expect(changed["$[*].at"] == "2026-03-04T18:30:58Z")
        #expect(changed["$[*].ok"] == true)
        #expect(changed["$[*].note"] == .string("a é\n\"c\""))
        #expect(changed["$[*].place.lat"] == 51.53)
        // No other word is available.
        #expect(changed["$[*].state"] == nil)
    }

    @Test("A long recording is changed once per field and not per element.")
    func long() {
        let element = #"{"id":1,"name":"a"}"#
        let body = Array("[\((0..<20_000).map { _ in element }.joined(separator: ","))]".utf8)
        let sut = Mutations(.init("list", .get, "/items", reply: .init(200, body: body)))
        #expect(sut.fields.fields.map(\.path) == ["$[*]", "$[*].id", "$[*].name"])
        #expect(sut.all.count < 50)
    }
}
