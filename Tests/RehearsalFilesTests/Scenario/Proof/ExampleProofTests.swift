import RehearsalLint
import RehearsalTestSupport
import TestAdmission
import Testing

@testable import Rehearsal
@testable import RehearsalDocuments

@Suite("Findings about the examples of an API document", .limitedConcurrency)
struct ExampleProofTests {
    /// Returns the place and the message of each finding in a document with one operation.
    private func prove(_ operation: String, schemas: String = "{}", version: String = "3.1.0") throws -> [String] {
        let text = """
            openapi: \(version)
            info: {title: t, version: "1"}
            components: {schemas: \(schemas)}
            paths:
              /a:
                get: \(operation)
            """
        return try findings(in: text)
    }

    private func findings(in text: String) throws -> [String] {
        let folder = try ScratchFolder(["api.yaml": text])
        let options = ScenarioFiles.Options(linting: LintChecks(now: 0))
        return ScenarioFiles.load([folder["api.yaml"]], options: options).diagnostics.map { finding in
            let place = finding.position.map { "\($0.line):\($0.column)" } ?? ""
            return "\(place) \(finding.severity): \(finding.message)"
        }
    }

    private func media(_ type: String, _ content: String) -> String {
        "{responses: {\"200\": {description: d, content: {\(type): {\(content)}}}}}"
    }

    private static let forbidden = "the example does not conform to its schema"

    @Test("An example of a body that its schema forbids is a warning at the forbidden part.")
    func body() throws {
        let content = "schema: {type: object, properties: {id: {type: integer}}}, example: {id: x}"
        let found = try prove(media("application/json", content))
        // The position is that of the text after "{id: ".
        let column = media("application/json", content).utf8.count - "x}}}}}}".utf8.count + "    get: ".utf8.count + 1
        #expect(found == ["6:\(column) warning: \(Self.forbidden): /id is \"x\", but must be an integer"])
    }

    @Test("A named example is reported with its name.")
    func named() throws {
        let found = try prove(media("application/json", "schema: {type: integer}, examples: {one: {value: true}}"))
        #expect(found.count == 1)
        #expect(found.first?.contains("the example \"one\" does not conform to its schema: the value is true") == true)
    }

    @Test(
        "An example in the form of its media type is not reported.",
        arguments: [
            ("application/json", "schema: {type: object}, example: '{\"id\": 1}'"),
            ("application/xml", "schema: {type: object}, example: '<a/>'"),
            ("text/plain", "schema: {type: integer}, example: '7'"),
            ("application/json", "schema: {type: string, maxLength: 2}, example: 'ab'"),
        ]
    )
    func forms(_ type: String, _ content: String) throws {
        #expect(try prove(media(type, content)) == [])
    }

    @Test("An example of a parameter is checked in its schema's type, and a text in its style is not reported.")
    func parameters() throws {
        let responses = "responses: {\"204\": {description: d}}"
        let wrong = "{parameters: [{name: a, in: query, schema: {type: integer}, example: x}], \(responses)}"
        #expect(try prove(wrong).first?.contains("\(Self.forbidden): the value is \"x\"") == true)
        let text = "{parameters: [{name: a, in: query, schema: {type: array}, example: 'a,b'}], \(responses)}"
        #expect(try prove(text) == [])
    }

    @Test("An example and a default value in a schema are checked, once for all operations that use the schema.")
    func schemas() throws {
        let schemas = "{A: {type: object, properties: {a: {type: integer, example: x}, b: {enum: [c], default: d}}}}"
        let content = "schema: {type: array, items: {$ref: \"#/components/schemas/A\"}}"
        let found = try prove(media("application/json", content), schemas: schemas)
        #expect(found.count == 2)
        #expect(found.first?.contains("\(Self.forbidden): the value is \"x\", but must be an integer") == true)
        #expect(found.last?.contains("the default value does not conform to its schema: the value is \"d\"") == true)
    }

    @Test(
        "The text of an example of an array or object is read in the style of its parameter.",
        arguments: [
            ("in: query, explode: false", "array, items: {type: integer}", "1,2", true),
            ("in: query, explode: false", "array, items: {type: integer}", "1,b", false),
            ("in: query, explode: false", "array, items: {type: integer}", "a=1,2", true),
            ("in: query", "array, items: {type: integer}", "a=1&a=2", true),
            ("in: query, style: pipeDelimited, explode: false", "array, items: {type: integer}", "1|2", true),
            ("in: header", "object, properties: {n: {type: integer}}", "n,1", true),
            ("in: header", "object, properties: {n: {type: integer}}", "n,x", false),
            ("in: query, style: deepObject", "object, properties: {n: {type: integer}}", "a[n]=1", true),
        ]
    )
    func styles(_ style: String, _ type: String, _ text: String, _ isValid: Bool) throws {
        let parameter = "{name: a, \(style), schema: {type: \(type)}, example: '\(text)'}"
        let found = try prove("{parameters: [\(parameter)], responses: {\"204\": {description: d}}}")
        #expect(found.map { $0.contains(Self.forbidden) } == (isValid ? [] : [true]), "\(found)")
    }

    @Test("An example that two schemas describe is checked against both.")
    func sharedExample() throws {
        let text = """
            openapi: 3.1.0
            info: {title: t, version: "1"}
            components: {examples: {seven: {value: 7}}}
            paths:
              /a:
                get:
                  parameters:
                    - {name: a, in: query, schema: {type: integer}, examples: {one: {$ref: "#/components/examples/seven"}}}
                    - {name: b, in: query, schema: {type: boolean}, examples: {one: {$ref: "#/components/examples/seven"}}}
                  responses: {"204": {description: d}}
            """
        let found = try findings(in: text)
        #expect(found.count == 1)
        #expect(found.first?.hasPrefix("3:") == true, "\(found)")
    }

    @Test("Of very many findings, 200 are reported with the number of the others.")
    func many() throws {
        let schemas = (0..<203).map { "S\($0): {type: integer, default: x}" }.joined(separator: ", ")
        let found = try prove("{responses: {\"204\": {description: d}}}", schemas: "{\(schemas)}")
        #expect(found.count == 201)
        #expect(found.last?.contains("3 more examples and default values do not conform") == true)
    }

    @Test("The components of a document are checked although no operation refers to them.")
    func components() throws {
        let text = """
            openapi: 3.1.0
            info: {title: t, version: "1"}
            paths: {/a: {get: {responses: {"204": {description: d}}}}}
            components:
              schemas: {S: {type: integer, default: x}}
              parameters: {P: {name: p, in: query, schema: {type: integer}, example: x}}
              headers: {H: {schema: {type: integer}, example: x}}
              requestBodies: {B: {content: {application/json: {schema: {type: integer}, example: x}}}}
              responses: {R: {description: d, content: {application/json: {schema: {type: integer}, example: x}}}}
            """
        let lines = try findings(in: text).map { $0.prefix { $0 != ":" } }
        #expect(lines.sorted() == ["5", "6", "7", "8", "9"])
    }

    @Test("The definitions, parameters and responses of Swagger 2.0 are checked.")
    func swagger() throws {
        let text = """
            swagger: "2.0"
            info: {title: t, version: "1"}
            paths:
              /a: {get: {parameters: [{name: a, in: query, type: integer, default: x}], responses: {204: {description: d}}}}
            definitions: {S: {type: integer, example: x}}
            parameters: {P: {name: p, in: query, type: boolean, default: x}}
            responses: {R: {description: d, schema: {type: integer}, examples: {application/json: x}}}
            """
        let lines = try findings(in: text).map { $0.prefix { $0 != ":" } }
        #expect(lines.sorted() == ["4", "5", "6", "7"])
    }

    @Test("An example may lack a required property that only the other direction has.")
    func directions() throws {
        let property = "{a: {type: integer, readOnly: true}, b: {type: integer, writeOnly: true}}"
        let schema = "schema: {type: object, required: [a, b], properties: \(property), example: {a: 1}}"
        #expect(try prove(media("application/json", schema)) == [])
    }

    @Test("A mistake in a schema is a warning.")
    func mistakes() throws {
        let found = try prove(media("application/json", "schema: {type: text}"))
        #expect(found.contains { $0.hasPrefix("6:") && $0.contains("warning") })
    }
}
