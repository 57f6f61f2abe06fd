import RehearsalLint
import RehearsalTestSupport
import TestAdmission
import Testing

@testable import Rehearsal
@testable import RehearsalDocuments
@testable import RehearsalRecordings
@testable import RehearsalRedaction

@Suite("Agreement of redaction and lint", .limitedConcurrency)
struct SecretAgreementTests {
    private static let jwt = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhbm4ifQ.c2lnbmF0dXJl-1"
    private static let token = "k3y-of-the-door-1"
    private static let form = header("Content-Type", "application/x-www-form-urlencoded")
    private static let part = """
        --b\r
        Content-Disposition: form-data; name="password"\r
        \r
        \(token)\r
        --b--\r

        """

    private static func asked(
        _ url: String = "https://a.corp.io/x",
        _ headers: Scenario.Headers = [:],
        body: String = "",
    ) -> RecordedExchange {
        RecordingSample.exchange("POST", url, headers: headers, body: body, content: "{}")
    }

    private static func answered(_ content: String, _ headers: Scenario.Headers? = nil) -> RecordedExchange {
        let headers = headers ?? header("Content-Type", "application/json")
        return RecordingSample.exchange(headers: [:], answer: headers, content: content)
    }

    private static func header(_ name: String, _ value: String) -> Scenario.Headers {
        Scenario.Headers([Scenario.Headers.Field(name, value)])
    }

    private static func sent(_ name: String, _ value: String) -> RecordedExchange {
        asked("https://a.corp.io/x", header(name, value))
    }

    /// Exchanges with one secret each, by the place of the secret.
    private static let places: [String: RecordedExchange] = [
        "a path": asked("https://a.corp.io/u/ann@corp.io"),
        "an escaped path": asked("https://a.corp.io/u/ann%40corp.io"),
        "a query": asked("https://a.corp.io/?api_key=\(token)"),
        "the name of a query": asked("https://a.corp.io/?ann%40corp.io=1"),
        "user information": asked("https://ann:\(token)@a.corp.io/"),
        "credentials": sent("Authorization", "Bearer \(token)"), "a cookie": sent("Cookie", "sid=\(token)"),
        "a cookie that is set": answered("{}", header("Set-Cookie", "sid=\(token); Path=/")),
        "a referrer": sent("Referer", "https://a.corp.io/?code=\(token)"),
        "a link": answered("{}", header("Link", "<https://a.corp.io/?token=\(token)>; rel=next")),
        "any header": sent("X-Any", "for ann@corp.io"), "the name of a header": sent(jwt, "1"),
        "a member": answered(#"{"access_token":"\#(token)"}"#),
        "a member below": answered(#"{"a":[{"password":{"b":"\#(token)"}}]}"#),
        "a pair": answered(#"{"fields":[{"name":"password","value":"\#(token)"}]}"#),
        "a number": answered(#"{"card":4111111111111111}"#), "an escape": answered(#"{"mail":"ann\u0040corp.io"}"#),
        "the name of a member": answered(#"{"ann@corp.io":1}"#),
        "a document in a document": answered(#"{"raw":"{\"mail\":\"ann\\u0040corp.io\"}"}"#),
        "Base64 in a document": answered("{\"blob\":\"\(Base64.encoded(Array("it is ann@corp.io".utf8)))\"}"),
        "a form": asked("https://a.corp.io/x", form, body: "mail=ann%40corp.io"),
        "a field of a form": asked("https://a.corp.io/x", form, body: "password=\(token)"),
        "a part": asked("https://a.corp.io/x", header("Content-Type", "multipart/form-data; boundary=b"), body: part),
        "XML": answered("<a><SecretKey>\(token)</SecretKey></a>", header("Content-Type", "text/xml")),
        "text": answered("ask ann@corp.io", header("Content-Type", "text/plain")),
        "escaped text": answered("ask ann%40corp.io", header("Content-Type", "text/plain")),
        "a stream of events": answered(
            "event: a\ndata: {\"access_token\":\"\(token)\"}\n\n",
            header("Content-Type", "text/event-stream")
        ),
        "a configuration": answered("user: a\npassword: \(token)\n", header("Content-Type", "application/yaml")),
        "a script": answered("cb({\"token\":\"\(token)\"});", header("Content-Type", "application/javascript")),
        "a namespace": answered(
            "<s:E xmlns:s=\"x\"><s:Password Type=\"t\">\(token)</s:Password></s:E>",
            header("Content-Type", "text/xml")
        ),
        "a marked text": answered(
            "<a><Password><![CDATA[\(token)]]></Password></a>",
            header("Content-Type", "text/xml")
        ),
        "an attribute": answered("<user password=\"\(token)\"/>", header("Content-Type", "text/xml")),
        "a hidden field": answered(
            "<form><input type=hidden name=\"csrf_token\" value=\"\(token)\"></form>",
            header("Content-Type", "text/html")
        ),
        "a link of a page": answered("<a href=\"/r?token=\(token)\">x</a>", header("Content-Type", "text/html")),
        "a path in a document": answered(#"{"next":"/items?access_token=\#(token)"}"#),
        "a link in a text": answered(#"{"mail":"Reset: https://a.corp.io/reset?token=\#(token) now"}"#),
        "a target in a header": sent("X-Original-URL", "/cb?access_token=\(token)"),
        "a document in a header": sent("X-Debug", "{\"token\":\"\(token)\"}"),
        "a form with a space": asked("https://a.corp.io/x", form, body: "name=\"a b\"&password=\(token)"),
        "a part without quotes": asked(
            "https://a.corp.io/x",
            header("Content-Type", "multipart/form-data; boundary=b"),
            body: part.replacing("\"", with: "")
        ),
        "a long document": answered(
            #"{"access_token":"\#(token)","text":"\#(String(repeating: "word ", count: 90))"}"#
        ),
    ]

    /// Returns the HAR of an exchange as another tool writes it, without redaction.
    private static func archive(_ exchange: RecordedExchange) -> String {
        guard case .reply(let reply) = exchange.outcome else { return "" }
        let fields = { (headers: Scenario.Headers) -> JSON in
            .array(headers.fields.map { ["name": .string($0.name), "value": .string($0.value ?? "")] })
        }
        let body = { (headers: Scenario.Headers, bytes: [UInt8]) -> JSON in
            [
                "mimeType": .string(headers["Content-Type"] ?? ""),
                "text": .string(String(decoding: bytes, as: UTF8.self)),
            ]
        }
        var request: [JSON.Member] = [
            JSON.Member("method", .string(exchange.method)), JSON.Member("url", .string(exchange.url)),
            JSON.Member("headers", fields(exchange.requestHeaders)),
        ]
        if !exchange.requestBody.isEmpty {
            request.append(JSON.Member("postData", body(exchange.requestHeaders, exchange.requestBody)))
        }
        let response: JSON = [
            "status": 200, "statusText": "", "headers": fields(reply.headers),
            "content": body(reply.headers, reply.body),
        ]
        let entry: JSON = [
            "startedDateTime": "2026-11-22T00:00:00Z", "time": 1, "request": .object(request), "response": response,
        ]
        let log: JSON = ["version": "1.2", "creator": ["name": "x", "version": "1"], "entries": [entry]]
        return String(decoding: JSON.object([JSON.Member("log", log)]).bytes(), as: UTF8.self)
    }

    private func findings(_ path: String) -> [Diagnostic] {
        let options = ScenarioFiles.Options(linting: LintChecks(now: 0))
        return ScenarioFiles.load([path], options: options).diagnostics
            .filter { $0.code == .secret || $0.code == .exposedSecret }
    }

    @Test(
        "Lint reports each secret that a recording redacts, and reports none after redaction.",
        arguments: places.keys.sorted()
    )
    func place(_ name: String) throws {
        let exchange = try #require(Self.places[name])
        let folder = try ScratchFolder(["a.har": Self.archive(exchange)])
        #expect(!findings(folder["a.har"]).isEmpty)
        let secrets = try InspectedRecording(folder["a.har"]).normalize(into: folder["b"]).secrets
        #expect(secrets > 0)
        #expect(findings(folder["b.har"]).map(\.text) == [])
        let writer = try RecordingWriter(folder["c"])
        #expect(try writer.append(exchange).secrets == secrets)
        try writer.close()
        #expect(findings(folder["c.har"]).map(\.text) == [])
    }

    @Test("Lint reports a secret that was written into a body file, with the name of its member.")
    func bodyFile() throws {
        let folder = try ScratchFolder()
        let writer = try RecordingWriter(folder["a"])
        _ = try writer.append(Self.answered(#"{"text":"\#(String(repeating: "word ", count: 90))"}"#))
        try writer.close()
        #expect(findings(folder["a.har"]) == [])
        try folder.write("a/get-users.json", #"{"access_token":"\#(Self.token)"}"#)
        let found = findings(folder["a.har"])
        #expect(found.map(\.code) == [.secret])
        #expect(found.first?.message.hasPrefix("member \"access_token\" in the body of a reply") == true)
    }
}
