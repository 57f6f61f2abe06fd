import Rehearsal
import TestAdmission
import Testing

@testable import RehearsalRedaction

@Suite("Redaction of the journal of a session", .limitedConcurrency)
struct SessionRedactionTests {
    private func entry(_ target: String, _ fields: String = "", body: [UInt8] = []) -> Journal.Entry {
        var entry = Journal.Entry(
            ordinal: 0,
            session: "s",
            connection: 0,
            exchange: 0,
            at: 0,
            headAt: 0,
            rawHead: Array("POST \(target) HTTP/1.1\r\nHost: h\r\n\(fields)\r\n".utf8)
        )
        entry.body = Journal.Body(length: body.count, kept: body, hash: 7)
        return entry
    }

    private func json(_ entry: Journal.Entry, _ redaction: Redaction = SessionRedaction.make()) throws -> JSON {
        try JSON(parsing: String(decoding: entry.ndjsonLine(redaction), as: UTF8.self))
    }

    @Test("A secret of the body is also redacted in the target.")
    func before() throws {
        let line = try json(entry("/list/k3y-T0ken-4711", body: Array(#"{"token":"k3y-T0ken-4711"}"#.utf8)))
        #expect(line["target"] == "/list/redacted-00000001")
        #expect(line["body"]?["kept"] == #"{"token":"[redacted 00000001]"}"#)
    }

    @Test("A secret has the same placeholder in every exchange of a session.")
    func same() throws {
        let redaction = SessionRedaction.make()
        #expect(try json(entry("/a?token=k3y-T0ken-4711"), redaction)["target"] == "/a?token=redacted-00000001")
        #expect(try json(entry("/b?api_key=other-T0ken-12"), redaction)["target"] == "/b?api_key=redacted-00000002")
        #expect(try json(entry("/c?token=k3y-T0ken-4711"), redaction)["target"] == "/c?token=redacted-00000001")
    }

    @Test("The nearest endpoints and the violation are shown without the secrets of the request.")
    func nearest() throws {
        var entry = entry("/reset/9f86d081884c7d659a2f?pin=7391", "X-Auth-Token: pl4in\r\n")
        entry.nearest = [
            #"get /a: path is "/a", the request has "/reset/9f86d081884c7d659a2f""#,
            #"get /b: query pin is "1111", the request has "7391", header is "pl4in""#,
        ]
        entry.violation = "a field that is pl4in"
        let line = try json(entry)
        let text = String(decoding: line.bytes(), as: UTF8.self)
        #expect(!text.contains("9f86d081"))
        #expect(!text.contains("7391"))
        #expect(!text.contains("pl4in"))
        #expect(text.contains("query pin is"))
        #expect(text.contains("1111"))
        let redaction = SessionRedaction.make()
        #expect(!entry.summaryLine(since: 0, redaction).contains("pl4in"))
    }

    @Test("A compressed body is left out if it contains a secret, and kept otherwise.")
    func packed() throws {
        for (text, isKept) in [(#"{"password":"h1dden-Passw0rd-77"}"#, false), ("hello, all of you", true)] {
            let bytes = RecordingSample.packed(text.utf8)
            for field in ["Content-Encoding: gzip\r\n", ""] {
                let body = try json(entry("/", field, body: bytes))["body"]
                #expect(body?["length"] == JSON(integerLiteral: bytes.count))
                #expect((body?["keptBase64"] == .string(Base64.encoded(bytes))) == isKept)
                #expect((body?["hash"] == .null) != isKept)
            }
        }
        let unknown = try json(entry("/", "Content-Encoding: br\r\n", body: [0x8B, 5, 0x80, 0xFF]))["body"]
        #expect(unknown?["kept"] == "")
        #expect(unknown?["hash"] == .null)
    }

    @Test("Concurrent redactions of one secret give the same placeholder.")
    func threads() async {
        let redaction = SessionRedaction.make()
        let shown = await withTaskGroup(of: String.self) { group in
            for _ in 0..<40 { group.addTask { redaction.requestTarget("/a?token=k3y-T0ken-4711") } }
            return await group.reduce(into: Set<String>()) { _ = $0.insert($1) }
        }
        #expect(shown == ["/a?token=redacted-00000001"])
    }
}
