import Rehearsal
import TestAdmission
import Testing

@Suite("Secrets in broken heads", .limitedConcurrency)
struct BrokenHeadSecretsTests {
    private let redaction = Redaction(salt: 1)

    private func entry(_ head: String, decision: Journal.Decision = .refused) -> Journal.Entry {
        var entry = Journal.Entry(
            ordinal: 0,
            session: "s",
            connection: 0,
            exchange: 0,
            at: 0,
            headAt: 0,
            rawHead: Array(head.utf8)
        )
        (entry.decision, entry.violation) = (decision, "a rule")
        return entry
    }

    private func json(_ head: String) throws -> JSON {
        try JSON(parsing: String(decoding: entry(head).ndjsonLine(redaction), as: UTF8.self))
    }

    @Test(
        "No secret of a broken head is shown in any output.",
        arguments: [
            #"{"password":"SECRET"}POST /q HTTP/1.1"# + "\r\n\r\n",
            #"{"password": "SECRET"}"# + "\r\n",
            #"{"password": "/SECRET"}"# + "\r\n",
            "{\n  \"password\": \"SECRET\",\n  \"a\": 1\n}\n\n",
            "word=SECRET&a=b\r\n", "password=SECRET&a=b", "SECRET\r\n--boundary--\r\n", "hello SECRET\r\n", "SECRET",
            "SECRET123", "my password is SECRET\r\n",
            "Authorization: Bearer SECRET\r\n\r\n",
            "GET /a b?access_token=SECRET HTTP/1.1\r\n\r\n",
            "GET / HTTP/1.1\rAuthorization: Bearer SECRET\r\n\r\n",
            "GET /\rX-API-Key:SECRET HTTP/1.1\r\n\r\n",
            "GET / HTTP/1.1\r\nA: b\rAuthorization: Bearer SECRET\r\n\r\n",
            "GET / HTTP/1.1\r\nAuthorization Bearer SECRET\r\n\r\n",
            "GET / HTTP/1.1\r\nAuthorization= Bearer SECRET\r\n\r\n",
            "GET / HTTP/1.1\r\nAuthorization= Bearer SE:CRET SECRET\r\n\r\n",
            "GET / HTTP/1.1\r\nX-API-Key\r\n SECRET\r\n\r\n",
            "GET / HTTP/1.1\r\nAuthorization : Bearer SECRET\r\n\r\n",
            "GET / HTTP/1.1\r\n Authorization: Bearer SECRET\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: u:SECRET@x\r\n\r\n", "GET / HTTP/1.1\r\nHost: http://u:SECRET@x/\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: u:SEC/SECRET@x\r\n\r\n", "CONNECT u:SECRET@x:443 HTTP/1.1\r\n\r\n",
            "GET / HTTP/1.1\r\nAuthorization:\r\n Bearer SECRET\r\n\r\n",
            "GET / HTTP/1.1\r\nAuthorization: Bearer\r\n SECRET\r\n\r\n",
            "GET / HTTP/1.1\nAuthorization: Bearer 1\n Bearer SECRET\n\n",
            "GET / HTTP/1.1\r\nReferer: /a?token=\r\n SECRET\r\n\r\n",
            "GET / HTTP/1.1\nReferer: /a?token=\n SECRET\n\n",
            "GET /a#access_token=SECRET HTTP/1.1\r\n\r\n", "GET /a%23access_token=SECRET HTTP/1.1\r\n\r\n",
            "GET /a%3Faccess_token=SECRET HTTP/1.1\r\n\r\n",
        ]
    )
    func nowhere(_ head: String) {
        let sut = entry(head)
        let timeline = Timeline([sut], [], since: 0, redaction).lines.joined()
        let line = String(decoding: sut.ndjsonLine(redaction), as: UTF8.self)
        for text in [line, sut.summaryLine(since: 0, redaction), timeline] { #expect(!text.contains("SECRET")) }
    }

    @Test(
        "A valid method is shown, and an invalid one is replaced by its length.",
        arguments: [
            ("GET /a HTTP/1.1\r\n", "GET"), ("m-search * HTTP/1.1\r\n", "m-search"), ("GET\r\n", "GET"), ("", ""),
            ("get /a\r\n", "get"), ("hello\r\n", "(5 bytes that are not a method)"),
            (#"{"a":1} /a HTTP/1.1"#, "(7 bytes that are not a method)"),
            ("ABCDEFGHABCDEFGHABCDEFGHABCDEFGH / HTTP/1.1", "ABCDEFGHABCDEFGHABCDEFGHABCDEFGH"),
            ("ABCDEFGHABCDEFGHABCDEFGHABCDEFGHI / HTTP/1.1", "(33 bytes that are not a method)"),
            ("\u{1}\r\n", "(1 byte that is not a method)"),
        ]
    )
    func method(_ head: String, _ shown: String) throws {
        #expect(try json(head)["method"] == .string(shown))
    }

    @Test(
        "A valid target is shown, and an invalid one is replaced by its length.",
        arguments: [
            ("GET /a HTTP/1.1\r\n", "/a"), ("GET users HTTP/1.1\r\n", "users"), ("OPTIONS * HTTP/1.1\r\n", "*"),
            ("GET http://a/b", "http://a/b"), ("GET /a", "/a"), ("GET\r\n", ""), ("CONNECT a:443 HTTP/1.1", "a:443"),
            ("the word is\r\n", "(4 bytes that are not a target)"),
            ("GET /a\rb HTTP/1.1\r\n", "/a (a bare CR and 1 byte after it)"),
        ]
    )
    func target(_ head: String, _ shown: String) throws {
        #expect(try json(head)["target"] == .string(shown))
    }

    @Test(
        "A valid version is shown, and an invalid one is replaced by its length.",
        arguments: [
            ("GET / HTTP/1.1\r\n", "HTTP/1.1"), ("GET / HTTP/9.9 \r\n", "HTTP/9.9"), ("GET /\r\n", ""),
            ("GET / b HTTP/1.1\r\n", "(10 bytes that are not a version)"),
            ("GET / HTTP/2", "(6 bytes that are not a version)"),
        ]
    )
    func version(_ head: String, _ shown: String) throws {
        #expect(try json(head)["version"] == .string(shown))
    }

    @Test(
        "A header line without a valid name is replaced by its length, and a value is shown up to a bare CR.",
        arguments: [
            ("A: b", "A", "b"), ("A:", "A", ""), ("A : b", "A ", "b"), ("A: b\r\n  c", "A", "b\r\n  c"),
            ("A b", "(3 bytes that are not a header line)", ""),
            ("A\r\n b", "(5 bytes that are not a header line)", ""),
            ("A=: b", "(5 bytes that are not a header line)", ""), (": b", "(3 bytes that are not a header line)", ""),
            ("A: b\rC: d", "A", "b (a bare CR and 4 bytes after it)"),
            ("Host: name@x", "Host", "%5Bredacted%20"),
            ("Authorization : Bearer x", "Authorization ", "Bearer [redacted "),
        ]
    )
    func field(_ line: String, _ name: String, _ value: String) throws {
        let headers = try json("GET / HTTP/1.1\r\n\(line)\r\n\r\n")["headers"]
        guard case .array(let fields) = headers, case .array(let sut) = try #require(fields.first) else {
            Issue.record("no header")
            return
        }
        #expect(fields.count == 1)
        #expect(sut[0] == .string(name))
        guard case .string(let shown) = sut[1] else {
            Issue.record("no value")
            return
        }
        #expect(value.contains("redacted") ? shown.hasPrefix(value) : shown == value)
    }

    @Test("A finding describes a broken request without its secrets.")
    func finding() throws {
        var arrivals = Arrivals()
        arrivals.add(#"{"password":"SECRET"}"#, at: 0, status: 400, decision: .refused)
        arrivals.add("GET /a b?token=SECRET", at: 1, status: 400, decision: .refused)
        arrivals.add("GET /c", at: 2, headers: ["Host: u:SECRET@x", "A: b\rX-Token: SECRET"])
        arrivals.add("GET /c", at: 3, headers: ["Host: u:SECRET@y", "A: c\rX-Token: SECRET"])
        let sut = try arrivals.judge(.requests(.get("/c"), same: [.header("A"), .header("Host")]))
        let text = sut.findings.map { $0.text(since: 0, redaction) }.joined(separator: "\n")
        #expect(sut.findings.count == 4)
        #expect(!text.contains("SECRET"))
        #expect(text.contains("(21 bytes that are not a method)"))
        #expect(text.contains("b (a bare CR and 15 bytes after it)"))
    }

    @Test("The journal keeps a broken head unchanged.")
    func kept() {
        let sut = entry("GET / HTTP/1.1\rX\r\nA b\r\nC: d\re\r\n\r\n")
        #expect(sut.version == "HTTP/1.1\rX")
        #expect(sut.headers.fields.map(\.name) == ["A b", "C"])
        #expect(sut.headers["C"] == "d\re")
    }
}
