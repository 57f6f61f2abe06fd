import RehearsalTestSupport
import TestAdmission
import Testing

@testable import Rehearsal
@testable import RehearsalDocuments

@Suite("The resources of a document", .limitedConcurrency)
struct ResourceDocumentTests {
    @Test("Each key of a resource sets its property, and each missing key has a default.")
    func whole() throws {
        let sut = try policyDocument(
            #"""
            "resources": [{ "at": "/a" }, { "at": "/b", "items": [{ "key": "x", "n": 1.0 }], "id": "key", "paging": "offset",
              "pageSize": 5, "envelope": "data", "ids": "uuid" }, { "at": "/c", "envelope": null }]
            """#
        ).resources
        let item = JSON.object([.init("key", "x"), .init("n", .number(.init(text: "1.0")))])
        let second = Scenario.Resource(
            at: "/b",
            items: [item],
            id: "key",
            paging: .offset,
            pageSize: 5,
            envelope: "data",
            ids: .uuid
        )
        #expect(sut == [.init(at: "/a"), second, .init(at: "/c")])
    }

    @Test("Items are loaded from a file, and from the envelope of a recorded reply.")
    func references() throws {
        let har = #"""
            { "log": { "version": "1.2", "creator": { "name": "x", "version": "1" }, "entries": [{ "_name": "list",
              "startedDateTime": "2026-01-01T00:00:00Z", "time": 1, "cache": {}, "timings": { "send": 1, "wait": 1, "receive": 1 },
              "request": { "method": "GET", "url": "http://a/spots", "httpVersion": "HTTP/1.1", "cookies": [], "headers": [],
                "queryString": [], "headersSize": -1, "bodySize": 0 },
              "response": { "status": 200, "statusText": "OK", "httpVersion": "HTTP/1.1", "cookies": [], "headers": [],
                "content": { "size": 1, "mimeType": "application/json", "text": "{\"data\":[{\"id\":7}]}" },
                "redirectURL": "", "headersSize": -1, "bodySize": 1 } }] } }
            """#
        let folder = try ScratchFolder([
            "Recordings/spots.har": har, "items.json": #"[{ "id": 1.0 }]"#,
            "s.jsonc": #"""
            { "resources": [{ "at": "/f", "items": { "file": "items.json" } },
                { "at": "/r", "items": { "recording": "spots/list" }, "envelope": "data" }] }
            """#,
        ])
        let loaded = ScenarioFiles.load([folder["s.jsonc"]])
        #expect(loaded.diagnostics.map(\.text) == [])
        #expect(
            loaded.scenario?.resources.map(\.items) == [
                [.object([.init("id", .number(.init(text: "1.0")))])], [["id": 7]],
            ]
        )
    }

    @Test("A document replaces inherited resources at the same path, and adds its others.")
    func layers() throws {
        let folder = try ScratchFolder([
            "base.jsonc": #"{ "resources": [{ "at": "/a" }, { "at": "/b" }] }"#,
            "heir.jsonc": #"{ "extends": "base.jsonc", "resources": [{ "at": "/a", "pageSize": 3 }] }"#,
        ])
        let sut = ScenarioFiles.load([folder["heir.jsonc"]]).scenario?.resources
        #expect(sut == [.init(at: "/a", pageSize: 3), .init(at: "/b")])
    }

    @Test("Writing and reading resources gives the same resources.")
    func written() throws {
        try expectRoundTrip(
            #"""
            "resources": [{ "at": "/b", "items": [{ "key": "x", "n": 1.0 }], "id": "key", "paging": "none", "pageSize": 5,
              "envelope": "data", "ids": "uuid" }, { "at": "/a" }]
            """#
        )
    }

    private static func resource(_ text: String, _ code: Diagnostic.Code, _ mark: String, _ says: String) -> Mistake {
        .policy(#""resources": [{ \#(text) }]"#, code, mark, says)
    }

    static let mistakes: [Mistake] = [
        .policy(#""resources": {}"#, .wrongType, "{}", "a list"),
        resource("", .missingKey, "{", #"needs "at""#),
        resource(#""at": "/a/{id}""#, .badValue, #""/a/{id}""#, "has no placeholders"),
        resource(#""at": "/a/""#, .badValue, #""/a/""#, #"does not end in "/""#),
        resource(#""at": "/a", "item": []"#, .unknownKey, #""item""#, #"did you mean "items"?"#),
        resource(#""at": "/a", "items": 5"#, .wrongType, "5", "a list, a recording or a file"),
        resource(#""at": "/a", "items": [5]"#, .badValue, "[5]", "item 1 is not a JSON object"),
        resource(
            #""at": "/a", "items": [{ "id": 1 }, { "id": 1 }]"#,
            .badValue,
            #"[{ "id": 1 }, { "id": 1 }]"#,
            "two items"
        ),
        resource(#""at": "/a", "items": {}"#, .badValue, "{}", "exactly one of"),
        resource(#""at": "/a", "items": { "har": "x" }"#, .unknownKey, #""har""#, "has recording, file"),
        resource(#""at": "/a", "id": """#, .badValue, #""""#, "the name of a member"),
        resource(#""at": "/a", "paging": "pages""#, .badValue, #""pages""#, #"did you mean "page"?"#),
        resource(#""at": "/a", "pageSize": 0"#, .badValue, "0", "1 or more"),
        resource(#""at": "/a", "envelope": 5"#, .wrongType, "5", "a string"),
        resource(#""at": "/a", "ids": "guid""#, .badValue, #""guid""#, #"did you mean "uuid"?"#),
        .policy(#""resources": [{ "at": "/a" }, { "at": "/a" }]"#, .conflict, #""/a""#, "two resources have the path"),
    ]

    @Test("Each mistake is reported at its place.", arguments: mistakes)
    func mistake(_ mistake: Mistake) throws { try mistake.check() }
}
