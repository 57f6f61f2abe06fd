import TestAdmission
import Testing

@testable import Rehearsal

@Suite("A document of templates", .limitedConcurrency)
struct JSONTemplateTests {
    private func render(_ document: JSON, _ play: TemplatePlay = TemplatePlay()) throws -> String {
        var context = play.context()
        return String(decoding: try JSONTemplate(document).render(&context).bytes(), as: UTF8.self)
    }

    @Test("Strings and names are rendered and escaped.")
    func strings() throws {
        let sut: JSON = ["id": "{{path.id}}", "{{state.token}}": ["x{{state.name}}"], "plain": "{}", "n": 1.5]
        #expect(try render(sut) == #"{"id":"7","abc":["xZoë \"Z\""],"plain":"{}","n":1.5}"#)
        #expect(try render("{{body}}", TemplatePlay(body: "\"\n\\")) == #""\"\n\\""#)
    }

    @Test(
        "The json filter inserts a value with its own type.",
        arguments: [
            ("{{body./id | json}}", "42"), ("{{body./user/a~1b | json}}", "[1,2.50,null]"),
            ("{{body./user | json}}", #"{"name":"Zoë","a/b":[1,2.50,null]}"#),
            ("{{body./user/name | json}}", "\"Zoë\""),
            ("{{state.item | json}}", #"{"id":42,"tags":["a","b"]}"#), ("{{state.price|json}}", "1.50"),
            ("{{state.on | json}}", "true"), ("{{state.none | json}}", "null"), ("{{state | json}}", "\"booked\""),
            ("{{path.id | json}}", "7"), ("{{path.n | json}}", "\"007\""), ("{{query.yes | json}}", "true"),
            ("{{query.q | json}}", "\"café\""), ("{{query.empty | json}}", "\"\""), ("{{count | json}}", "3"),
            ("{{now | json}}", "\"2026-01-31T09:05:07Z\""), ("{{now | unix | json}}", "1769850307"),
            ("{{random 5 5 | json}}", "5"), ("{{query.x | json}}", "null"), ("{{body./x | json}}", "null"),
            ("{{state.x | upper | json}}", "null"), ("{{query.x | default '1e3' | json}}", "1e3"),
            ("{{query.x | default '' | json}}", "\"\""), ("{{' 1' | json}}", "\" 1\""), ("{{'1 ' | json}}", "\"1 \""),
            ("{{'01' | json}}", "\"01\""), ("{{'-' | json}}", "\"-\""), ("{{'null' | json}}", "null"),
            ("{{'[1]' | json}}", "\"[1]\""), ("{{'True' | json}}", "\"True\""),
            ("{{'-0.10E+5' | json}}", "-0.10E+5"), ("{{'true' | upper | json}}", "\"TRUE\""),
        ]
    )
    func values(_ template: String, _ expected: String) throws {
        #expect(try render([.string(template), ["a": .string(template)]]) == #"[\#(expected),{"a":\#(expected)}]"#)
        #expect(try render(.string(template)) == expected)
    }

    @Test(
        "A whole body is inserted as JSON if it is valid, as text otherwise, and as null if it is empty."
    )
    func body() throws {
        #expect(try render(["{{body | json}}"], TemplatePlay(body: #" {"a": [1.0]} "#)) == #"[{"a":[1.0]}]"#)
        #expect(try render(["{{body | json}}"], TemplatePlay(body: "a=1")) == #"["a=1"]"#)
        #expect(try render(["{{body | json}}"], TemplatePlay(body: "")) == "[null]")
        #expect(try render(["{{body}}"], TemplatePlay(body: "[1]")) == #"["[1]"]"#)
        #expect(try render(["{{body | upper | json}}"], TemplatePlay(body: "[true]")) == #"["[TRUE]"]"#)
    }

    @Test("A template of one value outside of a document renders as JSON.")
    func text() throws {
        #expect(try TemplatePlay().render("{{state.token | json}}") == "\"abc\"")
        #expect(try TemplatePlay().render("{{state.x | json}}") == "null")
    }

    @Test("A document without templates is unchanged.")
    func constant() throws {
        let sut = try JSON(parsing: #"{"a":[{},[],{"a":1,"a":2}],"b":[[[]]],"c":"{"}"#)
        #expect(try JSONTemplate(sut).templates.isEmpty)
        #expect(try JSONTemplate(sut).needs == [])
        var context = TemplatePlay().context()
        #expect(try JSONTemplate(sut).render(&context) == sut)
    }

    @Test("Order, repeated names and empty containers are kept around rendered values.")
    func around() throws {
        let sut = try JSON(parsing: #"{"a":{},"a":["{{count}}",[],[1]],"{{count}}":{"b":{"b":"{{count}}"}},"":""}"#)
        #expect(try render(sut) == #"{"a":{},"a":["3",[],[1]],"3":{"b":{"b":"3"}},"":""}"#)
    }

    @Test("Values are drawn in document order, names before their values.")
    func order() throws {
        let drawn = try TemplatePlay().render("{{uuid}} {{uuid}} {{uuid}} {{uuid}}").split(separator: " ")
        let sut: JSON = [["x": "{{uuid}}"], ["{{uuid}}": ["{{uuid}}"]], "{{uuid}}"]
        #expect(try render(sut) == #"[{"x":"\#(drawn[0])"},{"\#(drawn[1])":["\#(drawn[2])"]},"\#(drawn[3])"]"#)
    }

    @Test("A document needs everything that its templates need.")
    func needs() throws {
        #expect(try JSONTemplate(["{{now}}": ["{{count}}", 1]]).needs == [.time, .count])
    }

    @Test("A document of the maximum depth is rendered.")
    func depth() throws {
        let text =
            String(repeating: #"{"a":["#, count: 256) + #""{{count|json}}""# + String(repeating: "]}", count: 256)
        let rendered = try render(JSON(parsing: text))
        #expect(rendered == text.replacing("\"{{count|json}}\"", with: "3"))
    }
}
