import Rehearsal
import RehearsalContracts
import TestAdmission
import Testing

@Suite("The fields of a body", .limitedConcurrency)
struct BodyFieldsTests {
    private func fields(_ body: String, _ declared: [Declaration.Field]? = nil) -> BodyFields {
        BodyFields(.init("get", .get, "/a", reply: .init(200, body: Array(body.utf8)), fields: declared))
    }

    @Test("Indices are generalized, and a field is changed in its second occurrence.")
    func places() {
        let sut = fields(#"[{"a":1,"b":[{"c":1},{"c":2}]},{"a":2,"b":[{"c":3}]}]"#)
        #expect(sut.fields.map(\.path) == ["$[*]", "$[*].a", "$[*].b", "$[*].b[*]", "$[*].b[*].c"])
        #expect(sut.fields.map(\.place.text) == ["/1", "/1/a", "/1/b", "/0/b/1", "/0/b/1/c"])
        #expect(sut.fields.map(\.label) == ["element", "a", "b", "b.element", "b.c"])
    }

    @Test("A field that is null in one place is changed in another where it has a value.")
    func nulls() {
        let sut = fields(#"[{"a":1},{"a":null},{"a":3}]"#)
        #expect(sut.fields.last?.place.text == "/2/a")
        #expect(fields(#"{"a":null}"#).fields.map(\.place.text) == ["/a"])
    }

    @Test("A declaration determines the kind of a field, and otherwise its value does.")
    func kinds() {
        let body = #"{"a":"2026-03-02T08:00:00Z","b":"x","c":1,"d":true,"e":{},"f":[],"g":"open"}"#
        let sut = fields(body, [.init("$.g", .enum), .init("$.c", .money, isRequired: false), .init("$.z", .int)])
        #expect(sut.fields.map(\.kind) == [.date, .string, .money, .bool, .object, .array, .enum])
        #expect(sut.fields.map(\.isRequired) == [nil, nil, false, nil, nil, nil, true])
        #expect(sut.declared.map(\.path) == ["$.c", "$.g"])
    }

    @Test("A body that is not a valid document has no fields.")
    func nothing() { #expect(fields("<html>").fields.isEmpty) }
}
