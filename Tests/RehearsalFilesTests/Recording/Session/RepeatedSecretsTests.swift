import Rehearsal
import RehearsalTestSupport
import TestAdmission
import Testing

@testable import RehearsalDocuments
@testable import RehearsalRecordings

@Suite("Secrets of a request that its reply repeats", .limitedConcurrency)
struct RepeatedSecretsTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    /// A request with a secret that is too short to be recognized without its name.
    struct Request: Sendable, CustomTestStringConvertible {
        var target = "/login"
        var fields = ""
        var body = ""
        var secret = "hunter2"

        var testDescription: String { "\(target) \(fields)\(body)" }

        static let all = [
            Request(fields: "Authorization: Bearer hunter2\r\n"),
            Request(fields: "X-API-Key: k3y7\r\n", secret: "k3y7"),
            Request(fields: "Cookie: sid=hunter2\r\n"), Request(target: "/login?token=hunter2"),
            Request(target: "/login?password=20240115", secret: "20240115"),
            Request(target: "/login?password=hunter%5B2", secret: "hunter[2"),
            Request(fields: "Content-Type: application/json\r\n", body: #"{"user":"ann","password":"hunter2"}"#),
            Request(fields: "Content-Type: application/x-www-form-urlencoded\r\n", body: "user=ann&password=hunter2"),
            Request(fields: "Content-Type: application/json\r\n", body: #"{"pin":739155}"#, secret: "739155"),
        ]
    }

    private func exchange(_ request: Request, _ headers: Scenario.Headers = [:], replying body: String)
        -> SessionExchange
    {
        var entry = Journal.Entry(
            ordinal: 0,
            session: "s",
            connection: 0,
            exchange: 0,
            at: 0,
            headAt: 0,
            rawHead: Array("POST \(request.target) HTTP/1.1\r\nHost: a\r\n\(request.fields)\r\n".utf8)
        )
        (entry.end, entry.endAt, entry.decision, entry.status) = (.completed, 1, .reply, 200)
        entry.body = Journal.Body(length: request.body.utf8.count, kept: Array(request.body.utf8))
        let bytes = Array(body.utf8)
        let reply = SessionExchange.Reply(status: 200, headers: headers, body: bytes)
        let sent = Journal.SentBytes(bytes: bytes, length: bytes.count, firstAt: 1, address: nil)
        return SessionExchange(entry, reply, sent, startedAt: 0, origin: "http://127.0.0.1:80")
    }

    /// Returns the reply members of the entries in the file.
    private func replies(_ exchanges: [SessionExchange]) throws -> [JSON] {
        try SessionRecording(folder["a.har"], scenarioFiles: []).append(exchanges)
        let entries = try JSON(parsing: try folder.read("a.har"))["log"]?["entries"]
        return exchanges.indices.compactMap { entries?[$0]?["response"] }
    }

    private func text(_ reply: JSON?) -> String { String(decoding: reply?.bytes() ?? [], as: UTF8.self) }

    @Test("A reply whose templates repeat a secret is written without it.", arguments: Request.all)
    func repeated(_ request: Request) throws {
        let secret = request.secret
        let bodies = [
            ("application/json", #"{"echo":"\#(secret)","note":"you sent \#(secret)!","list":[{"x":"a\#(secret)b"}]}"#),
            ("text/plain", "you sent \(secret)"), ("text/html", "<p>\(secret)</p>"),
            ("text/event-stream", "data: \(secret)\n\ndata: {\"x\":\"\(secret)\"}\n\n"),
            ("application/xml", "<a b=\"\(secret)\">\(secret)</a>"), ("text/csv", "a,b\n1,\(secret)\n"),
            ("application/x-www-form-urlencoded", "a=\(secret)&b=1"),
        ]
        for (type, body) in bodies {
            let headers: Scenario.Headers = [
                "Content-Type": .init(stringLiteral: type), "X-Echo": .init(stringLiteral: secret),
                "Location": .init(stringLiteral: "/next/\(secret)?from=\(secret)"),
            ]
            let sut = try #require(try replies([exchange(request, headers, replying: body)]).first)
            #expect(!text(sut).contains(secret), "\(text(sut))")
            #expect(text(sut).contains("redacted"))
        }
    }

    @Test("A number of the reply that repeats a secret is written without it.")
    func number() throws {
        let request = Request(fields: "Content-Type: application/json\r\n", body: #"{"pin":7391}"#)
        let headers: Scenario.Headers = ["Content-Type": "application/json"]
        let sut = try replies([exchange(request, headers, replying: #"{"echo":7391,"total":17391}"#)]).first
        #expect(!text(sut).contains(":7391"), "\(text(sut))")
        #expect(text(sut).contains("17391"))
    }

    @Test(
        "A secret that a template filter has converted is redacted.",
        arguments: ["HUNTER2/X", "hunter2/x", "hunter2%2Fx", "aHVudGVyMi94", "QmVhcmVyIGh1bnRlcjIveA=="]
    )
    func converted(_ form: String) throws {
        let request = Request(fields: "Authorization: Bearer hunter2/x\r\n")
        let headers: Scenario.Headers = ["Content-Type": "text/html", "X-Echo": .init(stringLiteral: form)]
        let sut = try replies([exchange(request, headers, replying: "<p>\(form)</p>")]).first
        #expect(!text(sut).contains(form), "\(text(sut))")
        #expect(text(sut).contains("<p>"))
    }

    @Test("The rest of a reply that repeats a secret is unchanged.")
    func rest() throws {
        let request = Request(target: "/login?token=hunter2&page=12345678", fields: "Accept-Language: en-US\r\n")
        let headers: Scenario.Headers = ["Content-Type": "application/json", "X-Page": "12345678"]
        let body = #"{"page":"12345678","ok":true,"language":"en-US","echo":"hunter2","total":7}"#
        let sut = try #require(try replies([exchange(request, headers, replying: body)]).first)
        let shown = #"{"page":"12345678","ok":true,"language":"en-US","echo":"[redacted 00000001]","total":7}"#
        #expect(sut["content"]?["text"] == .string(shown), "\(text(sut))")
        #expect(sut["headers"]?[1]?["value"] == "12345678")
    }

    @Test("The problem details of an unmatched request are written without its short secrets.")
    func unmatched() throws {
        let body = #"{"detail":"query pin must be \"1111\", the request has \"7391\""}"#
        var exchange = exchange(
            Request(target: "/a?pin=7391"),
            ["Content-Type": "application/problem+json"],
            replying: body
        )
        exchange.entry.decision = .unmatched
        let sut = try replies([exchange]).first
        #expect(!text(sut).contains("7391"), "\(text(sut))")
        #expect(text(sut).contains("1111"))
    }

    @Test("A secret of an earlier request that a variable has stored is redacted.")
    func stored() throws {
        let login = Request(fields: "Content-Type: application/json\r\n", body: #"{"password":"hunter2"}"#)
        let headers: Scenario.Headers = ["Content-Type": "application/json"]
        let sut = try replies([
            exchange(login, headers, replying: "{}"),
            exchange(Request(), headers, replying: #"{"echo":"hunter2"}"#),
        ])
        #expect(!text(sut.last).contains("hunter2"), "\(text(sut.last))")
    }
}
