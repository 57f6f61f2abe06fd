import Rehearsal
import TestAdmission
import Testing

@testable import RehearsalDocuments
@testable import RehearsalImport

@Suite("Imports of Mockoon environments", .limitedConcurrency)
struct MockoonImportTests {
    /// An import of one route whose response has this body and type.
    private func imported(_ body: String, type: String = "application/json", isPlain: Bool = false) -> ImportBatch {
        let response: JSON = [
            "body": .string(body), "statusCode": 200, "disableTemplating": .bool(isPlain),
            "headers": [["key": "Content-Type", "value": .string(type)]],
        ]
        let route: JSON = ["type": "http", "method": "get", "endpoint": "a", "responses": [response]]
        let root: JSON = ["name": "Shop", "routes": [route]]
        var importing = ImportBatch()
        importing.add("a", [SourceText(path: "a.json", bytes: root.bytes())])
        return importing
    }

    private func replies(_ importing: ImportBatch) -> [Scenario.Body] {
        importing.scenarios.flatMap(\.endpoints).flatMap { $0.endpoint.replies.map(\.body) }
    }

    /// Bodies that are not valid JSON after their template has been filled in.
    private static let broken = [
        #"{"a":{{faker 'person.firstName'}}}"#, #"{"a":"{{wand}}"}"#, #"{"a":{{queryParam 'q'}}{{queryParam 'r'}}}"#,
        #"{"a":1{{#if (queryParamRaw 'q')}},{{/if}}}"#, #"{"a":"{{{replace 'b' 'b' '"'}}}"}"#, #"{"a":{{/if}}}"#,
        #"{"a":{{}}}"#, #"{"a":{{"#, #"{"a":"{{queryParam '}"'}}"}"#, #"{{#repeat 2}}{"a":1}{{/repeat}}"#,
        #"{{data 'none'}}"#, "{\"a\":\"{{newline}}\"}", #"{"a":{{{{raw}}}}}"#, #"{"a":-{{queryParam 'q'}}}"#, "OK", "{",
    ]

    @Test("A body with a JSON media type that is not JSON is rejected with a note.", arguments: broken)
    func refused(_ body: String) throws {
        let sut = imported(body)
        #expect(replies(sut).isEmpty)
        #expect(sut.hasRefusals)
        #expect(sut.reports.first?.notes.first?.member.hasPrefix("routes[0].responses[0]") == true)
    }

    @Test(
        "A templated body with a JSON media type becomes a JSON document.",
        arguments: [
            #"{"a":{{queryParam 'q'}}}"#, #"{"a":"{{body 'b'}} {{faker 'lorem.sentence'}}"}"#,
            #"[{{int 1 9}}.{{int 10 99}}]"#,
            #"{"{{uuid}}":{{{body}}}}"#, #"[{{#repeat 0}}1{{/repeat}}]"#, #"{"a":"{{replace 'b' 'b' '"'}}"}"#,
            #"{"a":"\{{b}} {{header 'X'}}"}"#,
        ]
    )
    func document(_ body: String) throws {
        let sut = replies(imported(body, type: "application/problem+json"))
        #expect(sut.count == 1)
        for case .json(let json) in sut { #expect((try? JSONTemplate(json)) != nil) }
        #expect(sut.allSatisfy { if case .json = $0 { true } else { false } })
    }

    @Test("A body without templating keeps its braces.")
    func plain() {
        #expect(replies(imported(#"{"a":"{{uuid}}"}"#, isPlain: true)) == [.json(["a": #"{{ "{{" }}uuid}}"#])])
    }

    @Test("A body of another type is filled in as text.")
    func text() {
        let sut = imported("<a>{{oneOf (array 'x')}} {{queryParam 'q'}}</a>", type: "application/xml")
        #expect(replies(sut) == [.text("<a>x {{query.q}}</a>")])
    }

    @Test("Two imports of one file give the same document.")
    func repeated() {
        let body = #"[{{#repeat 9}}"{{faker 'internet.email'}} {{oneOf (array 1 2 3)}}"{{/repeat}}]"#
        #expect(imported(body).documents.map(\.text) == imported(body).documents.map(\.text))
        #expect(imported(body).documents.count == 1)
    }

    @Test("A response with more than five conditions is rejected.")
    func decisions() {
        let parts = (0..<6).map { "{{#if (queryParamRaw 'q\($0)')}}\($0){{else}}x{{/if}}" }
        #expect(replies(imported(parts.dropFirst().joined(), type: "text/plain")).count == 32)
        #expect(replies(imported(parts.joined(), type: "text/plain")).isEmpty)
    }
}
