import Rehearsal
import RehearsalJSON
import TestAdmission
import Testing

@testable import RehearsalOpenAPI

@Suite("Styles of parameters", .limitedConcurrency)
struct ParameterStyleTests {
    @Test("Each style of the specification is read as its value.", arguments: StyleRow.all)
    func styles(_ row: StyleRow) throws {
        let sut = try ContractSample.parameter(row.location, row.style, explode: row.explode, row.schema)
        #expect(sut.check(row.request).errors.map(\.message) == [])
    }

    @Test("Another value than the one of the schema is a violation in each style.", arguments: StyleRow.all)
    func otherValues(_ row: StyleRow) throws {
        let sut = try ContractSample.parameter(row.location, row.style, explode: row.explode, row.otherSchema)
        #expect(sut.check(row.request).errors.map(\.kind) == [.invalidParameter])
    }

    @Test("A text without the form of its style is a violation.", arguments: MalformedRow.all)
    func malformed(_ row: MalformedRow) throws {
        let sut = try ContractSample.parameter(row.location, row.style, explode: row.explode, row.schema)
        let violations = sut.check(ContractRequest("GET", row.target)).errors
        #expect(violations.map(\.message) == [row.message])
        #expect(violations.map(\.kind) == [.malformedParameter])
    }

    @Test("An escaped comma belongs to a value.")
    func escapedComma() throws {
        let sut = try ContractSample.parameter("query", "form", explode: false, "{const: ['a,b', c]}")
        #expect(sut.check(ContractRequest("GET", "/a?color=a%2Cb,c")).errors == [])
    }

    @Test(
        "A text is read in the types that its schema permits.",
        arguments: [
            ("5", "{type: integer}", true), ("5.5", "{type: integer}", false), ("x", "{type: integer}", false),
            ("5", "{type: string}", true), ("true", "{type: boolean}", true), ("yes", "{type: boolean}", false),
            ("5", "{const: 5}", true), ("5", "{const: '5'}", true), ("5", "{}", true),
            ("12345", "{type: [integer, string], maximum: 10, minLength: 5}", true),
            ("null", "{type: [integer, 'null']}", true), ("1e2", "{type: number, minimum: 100}", true),
            ("05", "{type: integer}", false), ("5", "{allOf: [{type: integer}], maximum: 4}", false),
            ("2020-02-30", "{type: string, format: date}", false),
        ]
    )
    func types(_ text: String, _ schema: String, _ isValid: Bool) throws {
        let sut = try ContractSample.parameter("query", "form", explode: true, schema)
        #expect(sut.check(ContractRequest("GET", "/a?color=\(text)")).errors.isEmpty == isValid)
    }
}

@Suite("Parameters without a value", .limitedConcurrency)
struct EmptyParameterTests {
    @Test(
        "A pair without a value is an exploded list of one empty text, and otherwise an empty list or text.",
        arguments: [
            ("query", true, "{type: array, const: ['']}"), ("cookie", true, "{type: array, const: ['']}"),
            ("query", false, "{type: array, const: []}"), ("query", true, "{type: [array, string], const: ''}"),
            ("query", true, "{type: string, const: ''}"), ("query", false, "{type: object, const: {}}"),
            ("header", false, "{type: array, const: []}"),
        ]
    )
    func empty(_ location: String, _ explode: Bool, _ schema: String) throws {
        let style = location == "header" ? "simple" : "form"
        let sut = try ContractSample.parameter(location, style, explode: explode, schema)
        let headers: Scenario.Headers = location == "header" ? ["color": ""] : ["Cookie": "color="]
        let request = ContractRequest(
            "GET",
            location == "query" ? "/a?color=" : "/a",
            headers: location == "query" ? [:] : headers
        )
        #expect(sut.check(request).errors.map(\.message) == [])
    }
}

/// A row of the table of styles (OpenAPI 3.1.1 §4.8.12.4).
struct StyleRow: Sendable, CustomTestStringConvertible {
    let location: String
    let style: String
    let explode: Bool
    let value: Value
    let text: String

    enum Value: String, Sendable { case string, array, object }

    var testDescription: String { "\(location) \(style) \(explode) \(text)" }

    var schema: String { schema(first: "blue", red: 100) }
    var otherSchema: String { schema(first: "green", red: 101) }

    private func schema(first: String, red: Int) -> String {
        switch value {
        case .string: "{type: string, const: \(first)}"
        case .array: "{type: array, items: {type: string}, const: [\(first), black, brown]}"
        case .object:
            "{type: object, properties: {R: {type: integer}, G: {type: integer}, B: {type: integer}}, "
                + "const: {R: \(red), G: 200, B: 150}}"
        }
    }

    var request: ContractRequest {
        switch location {
        case "path": ContractRequest("GET", "/a/\(text)")
        case "query": ContractRequest("GET", "/a?\(text)")
        case "header": ContractRequest("GET", "/a", headers: ["color": .some(text)])
        default: ContractRequest("GET", "/a", headers: ["Cookie": .some(text)])
        }
    }

    private init(_ location: String, _ style: String, _ explode: Bool, _ value: Value, _ text: String) {
        (self.location, self.style, self.explode, self.value, self.text) = (location, style, explode, value, text)
    }

    static let all: [StyleRow] = [
        .init("path", "matrix", false, .string, ";color=blue"),
        .init("path", "matrix", false, .array, ";color=blue,black,brown"),
        .init("path", "matrix", false, .object, ";color=R,100,G,200,B,150"),
        .init("path", "matrix", true, .string, ";color=blue"),
        .init("path", "matrix", true, .array, ";color=blue;color=black;color=brown"),
        .init("path", "matrix", true, .object, ";R=100;G=200;B=150"),
        .init("path", "label", false, .string, ".blue"),
        .init("path", "label", false, .array, ".blue,black,brown"),
        .init("path", "label", false, .object, ".R,100,G,200,B,150"),
        .init("path", "label", true, .string, ".blue"),
        .init("path", "label", true, .array, ".blue.black.brown"),
        .init("path", "label", true, .object, ".R=100.G=200.B=150"),
        .init("path", "simple", false, .string, "blue"),
        .init("path", "simple", false, .array, "blue,black,brown"),
        .init("path", "simple", false, .object, "R,100,G,200,B,150"),
        .init("path", "simple", true, .array, "blue,black,brown"),
        .init("path", "simple", true, .object, "R=100,G=200,B=150"),
        .init("header", "simple", false, .string, "blue"),
        .init("header", "simple", false, .array, "blue, black, brown"),
        .init("header", "simple", false, .object, "R,100,G,200,B,150"),
        .init("header", "simple", true, .object, "R=100,G=200,B=150"),
        .init("query", "form", false, .string, "color=blue"),
        .init("query", "form", false, .array, "color=blue,black,brown"),
        .init("query", "form", false, .object, "color=R,100,G,200,B,150"),
        .init("query", "form", true, .string, "color=blue"),
        .init("query", "form", true, .array, "color=blue&color=black&color=brown"),
        .init("query", "form", true, .object, "R=100&G=200&B=150"),
        .init("cookie", "form", false, .string, "a=1; color=blue"),
        .init("cookie", "form", false, .array, "color=blue,black,brown"),
        .init("cookie", "form", false, .object, "color=R,100,G,200,B,150"),
        .init("query", "spaceDelimited", false, .array, "color=blue%20black%20brown"),
        .init("query", "spaceDelimited", false, .array, "color=blue+black+brown"),
        .init("query", "spaceDelimited", false, .object, "color=R%20100%20G%20200%20B%20150"),
        .init("query", "pipeDelimited", false, .array, "color=blue%7Cblack%7Cbrown"),
        .init("query", "pipeDelimited", false, .array, "color=blue|black|brown"),
        .init("query", "pipeDelimited", false, .object, "color=R%7C100%7CG%7C200%7CB%7C150"),
        .init("query", "deepObject", true, .object, "color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150"),
        .init("query", "deepObject", true, .object, "color[R]=100&color[G]=200&color[B]=150"),
    ]
}

/// A parameter whose text does not have the form of its style.
struct MalformedRow: Sendable {
    let location: String
    let style: String
    let explode: Bool
    let schema: String
    let target: String
    let message: String

    private init(_ style: String, _ explode: Bool, _ schema: String, _ target: String, _ message: String) {
        location = target.contains("?") ? "query" : "path"
        (self.style, self.explode, self.schema, self.target) = (style, explode, schema, target)
        self.message = "the \(location) parameter \"color\" \(message)"
    }

    private static let list = "{type: array}"
    private static let object = "{type: object}"

    static let all: [MalformedRow] = [
        .init("label", false, list, "/a/blue", "does not begin with \".\"; its form is \".VALUE\""),
        .init("matrix", false, list, "/a/blue", "does not begin with \";\"; its form is \";color=VALUE\""),
        .init("matrix", false, list, "/a/;tint=1", "has the name \"tint\"; its form is \";color=VALUE\""),
        .init("matrix", false, list, "/a/;color=1;color=2", "has 2 values; its form is \";color=VALUE\""),
        .init(
            "simple",
            false,
            object,
            "/a/R,100,G",
            "has 3 parts, of which the last has no value; its form is \"PROPERTY,VALUE,PROPERTY,VALUE\""
        ),
        .init(
            "simple",
            true,
            object,
            "/a/R=100,G",
            "has the part \"G\" without \"=\"; its form is \"PROPERTY=VALUE,PROPERTY=VALUE\""
        ),
        .init(
            "form",
            false,
            list,
            "/a?color=1&color=2",
            "occurs 2 times; its form is \"one list separated by \\\",\\\"\""
        ),
        .init("form", true, "{type: integer}", "/a?color=1&color=2", "occurs 2 times; its form is \"one value\""),
        .init(
            "deepObject",
            true,
            object,
            "/a?color[R=1",
            "has the name \"color[R\"; its form is \"color[PROPERTY]=VALUE\""
        ),
    ]
}
