import TestAdmission
import Testing

@testable import Rehearsal
@testable import RehearsalDocuments
@testable import RehearsalRedaction

@Suite("Raw replies and events in a document", .limitedConcurrency)
struct RawDocumentTests {
    @Test(
        "The keys \"raw\" and \"events\" become raw bytes and events.",
        arguments: [
            (#""raw": "HTTP/1.1 200 OK\r\n\r\n""#, .raw([.init("HTTP/1.1 200 OK\r\n\r\n")])),
            (#""raw": """#, .raw([.init("")])),
            (#""raw": { "base64": "AP8=" }"#, .raw([.init([0, 255])])), (#""raw": []"#, .raw([])),
            (
                #""raw": [{ "text": "a" }, { "base64": "AP8=", "after": "50ms" }]"#,
                .raw([.init("a"), .init([0, 255], after: .milliseconds(50))])
            ),
            (#""events": []"#, .events([])), (#""events": [{ "data": "x" }], "forever": false"#, .events([.init("x")])),
            (
                #""events": [{ "event": "e", "data": "a\nb", "id": 7, "retry": 100, "after": "1s" }, { "text": "t" }]"#,
                .events([.init("a\nb", event: "e", id: "7", retry: 100, after: .seconds(1)), .init("t")])
            ),
            (
                #""events": [{ "json": { "a": 1.50 }, "after": "1s" }], "forever": true"#,
                .events([.init(#"{"a":1.50}"#, after: .seconds(1))], forever: true)
            ),
        ] as [(String, Scenario.Body)]
    )
    func body(_ text: String, expected: Scenario.Body) throws {
        #expect(try documentReply("{ \(text) }").body == expected)
    }

    @Test("A stream of events accepts a status and faults, like other replies.")
    func streams() throws {
        let sut = try documentReply(
            #"{ "status": 201, "headers": { "A": "b" }, "events": [{ "data": 1 }], "fault": "empty-response", "times": 2 }"#
        )
        #expect(sut.status == 201)
        #expect(sut.faults == [Fault(.close, at: .beforeHead)])
    }

    static let mistakes: [Mistake] = [
        .reply(#""raw": "x", "status": 200"#, .conflict, #""status""#, #"write it into "raw""#),
        .reply(#""raw": "x", "headers": {}"#, .conflict, #""headers""#, "would not be sent"),
        .reply(#""raw": "x", "reason": "OK""#, .conflict, #""reason""#, "would not be sent"),
        .reply(#""raw": "x", "text": "y""#, .conflict, #""text""#, "one body"),
        .reply(#""raw": 5"#, .wrongType, "5", "a list of pieces"),
        .reply(#""raw": {}"#, .missingKey, "{", #"needs "base64""#),
        .reply(#""raw": { "text": "x" }"#, .unknownKey, #""text""#, #""raw" has base64"#),
        .reply(#""raw": { "base64": "*" }"#, .badValue, #""*""#, "not valid Base64"),
        .reply(#""raw": ["x"]"#, .wrongType, #""x""#, "an object"),
        .reply(#""raw": [{ "after": "1s" }]"#, .missingKey, "{", #"needs "text" or "base64""#),
        .reply(#""raw": [{ "text": "a", "base64": "" }]"#, .conflict, #""base64""#, "not both"),
        .reply(#""raw": [{ "text": "a", "after": 5 }]"#, .wrongType, "5", "a duration"),
        .reply(#""events": {}"#, .wrongType, "{}", "a list"),
        .reply(#""events": [{}]"#, .missingKey, "{", #"write "data": "tick""#),
        .reply(#""events": [{ "data": 1, "json": 2 }]"#, .conflict, #""json""#, "its data once"),
        .reply(#""events": [{ "data": {} }]"#, .wrongType, "{}", #""json": {"#),
        .reply(#""events": [{ "data": 1, "event": "a\nb" }]"#, .badValue, #""a\nb""#, "line break"),
        .reply(#""events": [{ "data": 1, "id": "a\r\nb" }]"#, .badValue, #""a\r\nb""#, "line break"),
        .reply(#""events": [{ "data": 1, "retry": -1 }]"#, .badValue, "-1", "0 or more"),
        .reply(#""events": [{ "data": 1, "name": "x" }]"#, .unknownKey, #""name""#, "an event has event, data"),
        .reply(#""events": [{ "data": 1 }], "forever": true"#, .badValue, "true", #"add "after": "1s""#),
        .reply(#""events": [], "forever": true"#, .badValue, "true", "at least one event"),
        .reply(#""text": "x", "forever": true"#, .conflict, #""forever""#, #"needs "events""#),
    ]

    @Test("Each mistake is reported at its place.", arguments: mistakes)
    func mistake(_ mistake: Mistake) throws { try mistake.check() }
}
