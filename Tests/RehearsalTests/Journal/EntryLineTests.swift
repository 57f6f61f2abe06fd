import Rehearsal
import TestAdmission
import Testing

@Suite("An exchange as a line of NDJSON", .limitedConcurrency)
struct EntryLineTests {
    private func entry(body: [UInt8] = []) -> Journal.Entry {
        let head = "POST /a?access_token=abc HTTP/1.1\r\nHost: h\r\nAuthorization: Bearer abc\r\n\r\n"
        var entry = Journal.Entry(
            ordinal: 4,
            session: "s",
            connection: 1,
            exchange: 2,
            at: 10,
            headAt: 11,
            rawHead: Array(head.utf8)
        )
        entry.body = Journal.Body(length: body.count, kept: body, hash: 0xAB)
        return entry
    }

    private func json(_ entry: Journal.Entry) throws -> JSON {
        let line = entry.ndjsonLine(Redaction(salt: 1))
        #expect(line.last == 0x0A)
        #expect(!line.dropLast().contains(0x0A))
        return try JSON(parsing: String(decoding: line, as: UTF8.self))
    }

    @Test("A line has every member in a fixed order, with null for unknown values.")
    func members() throws {
        guard case .object(let members) = try json(entry()) else {
            Issue.record("no object")
            return
        }
        #expect(
            members.map(\.name) == [
                "event", "session", "connection", "exchange", "at", "headAt", "bodyAt", "endAt", "clock", "method",
                "target", "version", "headers", "body", "endpoint", "decision", "fault", "policy", "status", "written",
                "end", "peerClosedAt", "violation", "foreignCookies", "nearest",
            ]
        )
        #expect(members.first { $0.name == "endAt" }?.value == .null)
        #expect(members.first { $0.name == "decision" }?.value == "pending")
    }

    @Test("A line contains no secret of the target, the headers or the body.")
    func redacted() throws {
        let line = entry(body: Array(#"{"password":"abc","n":1}"#.utf8)).ndjsonLine(Redaction(salt: 1))
        let text = String(decoding: line, as: UTF8.self)
        #expect(!text.contains("abc"))
        #expect(text.contains("redacted"))
        #expect(text.contains(#""hash":null"#))
    }

    @Test("A body without secrets is kept as text with its hash.")
    func textBody() throws {
        let body = try #require(try json(entry(body: Array("héllo".utf8)))["body"])
        #expect(body["kept"] == "héllo")
        #expect(body["length"] == 6)
        #expect(body["hash"] == "00000000000000ab")
    }

    @Test(
        "A body that is not UTF-8 is kept as Base64.",
        arguments: [([0xFF], "/w=="), ([0xFF, 0xFE], "//4="), ([0xFF, 0, 1], "/wAB")]
    )
    func binaryBody(bytes: [UInt8], base64: String) throws {
        let body = try #require(try json(entry(body: bytes))["body"])
        #expect(body["keptBase64"] == .string(base64))
        #expect(body["kept"] == nil)
    }
}
