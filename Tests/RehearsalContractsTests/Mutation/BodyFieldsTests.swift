import Rehearsal
import RehearsalContracts
import TestAdmission
import Testing

@Suite("Fields of a body", .admitted)
struct BodyFieldsTests {
    private func fields(_ body: String, _ declared: [Declaration.Field]? = nil) -> BodyFields {
        BodyFields(.init("get", .get, "/a", reply: .init(200, body: Array(body.utf8)), fields: declared))
    }

    @Test("Indices are left open, and a field is changed in the second place that it stands in.")
    func places() {
        let sut = fields(#"[{"a":1,"b":[{"c":1},{"c":2}]},{"a":2,"b":[{"c":3}]}]"#)
        #expect(sut.fields.map(\.path) == ["$[*]", "$[*].a", "$[*].b", "$[*].b[*]", "$[*].b[*].c"])
        #expect(sut.fields.map(\.place.text) == ["/1", "/1/a", "/1/b", "/0/b/1", "/0/b/1/c"])
        #expect(sut.fields.map(\.label) == ["element", "a", "b", "b.element", "b.c"])
    }

    @Test("Where a field is null it is not changed, if it has a value elsewhere.")
    func nulls() {
        let sut = fields(#"[{"a":1},{"a":null},{"a":3}]"#)
        #expect(sut.fields.last?.place.text == "/2/a")
        #expect(fields(#"{"a":null}"#).fields.map(\.place.text) == ["/a"])
    }

    @Test("What is declared decides what a field is; else it is what it looks like.")
    func kinds() {
        let body = #"{"a":"2026-03-02T08:00:00Z","b":"x","c":1,"d":true,"e":{},"f":[],"g":"open"}"#
        let sut = fields(body, [.init("$.g", .enum), .init("$.c", .money, isRequired: false), .init("$.z", .int)])
        #expect(sut.fields.map(\.kind) == [.date, .string, .money, .bool, .object, .array, .enum])
        #expect(sut.fields.map(\.isRequired) == [nil, nil, false, nil, nil, nil, true])
        #expect(sut.declared.map(\.path) == ["$.c", "$.g"])
    }

    @Test("A body that is no document has no fields.")
    func nothing() { #expect(fields("<html>").fields.isEmpty) }
}
