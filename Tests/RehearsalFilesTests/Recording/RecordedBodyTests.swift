import Rehearsal
import TestAdmission
import Testing

@testable import RehearsalRedaction

@Suite("Recorded bodies", .limitedConcurrency)
struct RecordedBodyTests {
    private func read(
        _ content: String,
        method: String = "GET",
        status: String = "200",
        _ headers: (String, String)...
    ) -> HARFixture.Outcome {
        HARFixture.read(
            HARFixture.document(HARFixture.entry(method, status: status, headers: headers, content: content))
        )
    }

    private func content(_ text: String, _ more: String = "") -> String {
        "{\"size\":1,\"mimeType\":\"\",\"text\":\(HARFixture.quoted(text))\(more)}"
    }

    private func bytes(_ outcome: HARFixture.Outcome) -> [UInt8]? {
        guard case .bytes(let bytes, type: nil)? = outcome.replies.first?.body else { return nil }
        return bytes
    }

    @Test("A body of mitmproxy without a charset is Latin-1 if its size equals its number of characters.")
    func western() {
        func read(_ creator: String, size: Int, type: String = "image/png") -> [UInt8]? {
            let content = "{\"size\":\(size),\"mimeType\":\"\",\"text\":\"\\u00ff\\u0001\"}"
            let entry = HARFixture.entry(headers: [("content-type", type)], content: content)
            let log = HARFixture.document(entry).replacing(
                "\"log\":{",
                with: "\"log\":{\"creator\":{\"name\":\"\(creator)\"},"
            )
            return bytes(HARFixture.read(log))
        }
        #expect(read("mitmproxy", size: 2) == [0xFF, 1])
        #expect(read("mitmproxy", size: 3) == [0xC3, 0xBF, 1])
        #expect(read("mitmproxy", size: 2, type: "text/plain; charset=utf-8") == [0xC3, 0xBF, 1])
        #expect(read("another tool", size: 2) == [0xC3, 0xBF, 1])
    }

    @Test("The mimeType of the content is the media type of a body without a Content-Type header.")
    func statedType() {
        func type(_ mime: String, headers: [(String, String)] = [], text: String = "x", exact: Bool = false) -> String?
        {
            let content = "{\"size\":1,\"mimeType\":\"\(mime)\",\"text\":\"\(text)\"}"
            let document = HARFixture.document(HARFixture.entry(headers: headers, content: content))
            guard case .bytes(_, let type)? = HARFixture.read(document, exact: exact).replies.first?.body else {
                return nil
            }
            return type
        }
        #expect(type("application/json; charset=utf-8") == "application/json; charset=utf-8")
        #expect(type("text/plain", headers: [("content-type", "text/html")]) == nil)
        #expect(type("text/plain", text: "") == nil)
        #expect(type("text/plain", exact: true) == nil)
        for none in ["", "x-unknown", "a/b/c", "/", "text/p\\nx"] { #expect(type(none) == nil, "\(none)") }
    }

    @Test(
        "Base64 is decoded with line breaks, without padding and in its URL-safe alphabet.",
        arguments: ["+/8A/w==", "+/8A\r\n/w==", "  +/8A\n/w==\n", "+/8A/w", "-_8A_w=="]
    )
    func base64(text: String) {
        #expect(bytes(read(content(text, #","encoding":"base64""#))) == [0xFB, 0xFF, 0x00, 0xFF])
    }

    @Test("A body that is not valid Base64 is an error at its place.", arguments: ["*", "QUJ*", "A", "QQ==QQ=="])
    func badBase64(text: String) {
        let outcome = read(content(text, #","encoding":"base64""#))

        #expect(outcome.recording == nil)
        #expect(
            outcome.lines.map { $0.contains("a.har:2:") && $0.contains("entries[0].response.content.text") } == [true]
        )
    }

    @Test(
        "Text is encoded in the charset of the reply if the charset has all its characters.",
        arguments: [
            ("text/plain; charset=ISO-8859-1", "é\u{80}", [0xE9, 0x80]),
            ("text/plain;charset=\"latin1\"", "ÿ", [0xFF]),
            ("text/html; charset=windows-1252", "€é", [0x80, 0xE9]),
            ("text/plain; charset=utf-8", "é", [0xC3, 0xA9]),
            ("text/plain", "é", [0xC3, 0xA9]),
            ("text/plain; charset=shift_jis", "a", [0x61]),
        ] as [(String, String, [UInt8])]
    )
    func charsets(type: String, text: String, expected: [UInt8]) {
        let outcome = read(content(text), ("Content-Type", type))

        #expect(bytes(outcome) == expected)
        #expect(outcome.lines == [])
    }

    @Test(
        "Text that the charset cannot encode stays UTF-8, with a warning.",
        arguments: [("iso-8859-1", "é語"), ("shift_jis", "語"), ("utf-16le", "a")]
    )
    func unfitting(charset: String, text: String) {
        let outcome = read(content(text), ("Content-Type", "text/plain; charset=\(charset)"))

        #expect(bytes(outcome) == Array(text.utf8))
        #expect(outcome.isOneWarning(with: "GET https://api.example/a", charset))
    }

    @Test("The mimeType of a body without a Content-Type header sets its charset and is sent.")
    func noContentType() {
        let outcome = read(#"{"size":1,"mimeType":"text/plain; charset=iso-8859-1","text":"é"}"#)

        #expect(outcome.replies.first?.headers.isEmpty == true)
        #expect(outcome.replies.first?.body == .bytes([0xE9], type: "text/plain; charset=iso-8859-1"))
    }

    @Test("A body that was not saved is empty, with a warning that names the entry.")
    func notSaved() {
        let outcome = read(#"{"size":120,"mimeType":"image/png"}"#)

        #expect(bytes(outcome) == [])
        #expect(outcome.isOneWarning(with: "entries[0] (GET https://api.example/a)", "not saved"))
    }

    @Test(
        "A body of size 0 or a missing content is an empty body without a warning.",
        arguments: [#"{"size":0}"#, #"{"size":-1,"mimeType":"x-unknown"}"#, "{}", "null"]
    )
    func empty(content: String) {
        let outcome = read(content)

        #expect(bytes(outcome) == [])
        #expect(outcome.lines == [])
    }

    @Test(
        "A reply to HEAD and a reply with 204 or 304 have no body.",
        arguments: [("HEAD", "200"), ("GET", "204"), ("GET", "304")]
    )
    func nothingToCarry(method: String, status: String) {
        let outcome = read(content("no", #","encoding":"x""#), method: method, status: status, ("ETag", "\"1\""))

        #expect(outcome.replies.map(\.body) == [.none])
        #expect(outcome.replies.first?.headers["ETag"] == "\"1\"")
        #expect(outcome.lines == [])
    }

    @Test("Decoded text loses its Content-Encoding, and compressed bytes keep it.")
    func contentEncoding() {
        let decoded = read(content("a"), ("Content-Encoding", "gzip"))
        let compressed = read(content("H4sIAA==", #","encoding":"base64""#), ("Content-Encoding", "gzip"))

        #expect(decoded.replies.first?.headers.contains("Content-Encoding") == false)
        #expect(compressed.replies.first?.headers["Content-Encoding"] == "gzip")
        #expect(bytes(compressed) == [0x1F, 0x8B, 0x08, 0x00])
    }
}
