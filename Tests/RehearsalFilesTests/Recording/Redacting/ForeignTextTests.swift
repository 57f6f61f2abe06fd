import Rehearsal
import RehearsalLint
import RehearsalTestSupport
import TestAdmission
import Testing

@testable import RehearsalDocuments
@testable import RehearsalHTTP
@testable import RehearsalRecordings
@testable import RehearsalRedaction

@Suite("Secrets in text that is not UTF-8", .limitedConcurrency)
struct ForeignTextTests {
    private static let jwt = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhbm4ifQ.c2lnbmF0dXJl-1"

    private func body(_ bytes: [UInt8], _ type: String) -> [UInt8] {
        RecordingRedaction().body(bytes, type: MediaType(type))
    }

    private func latin(_ text: String) -> [UInt8] { text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) } }

    private func wide(_ text: String, isBig: Bool = false) -> [UInt8] {
        text.utf16.flatMap { unit in
            let bytes = [UInt8(truncatingIfNeeded: unit), UInt8(truncatingIfNeeded: unit >> 8)]
            return isBig ? bytes.reversed() : bytes
        }
    }

    @Test("A byte that is not UTF-8 does not hide secrets and is kept.")
    func latin() {
        let page = latin("<p>M\u{FC}ller ann@corp.io \(Self.jwt) <token>k3y-of-1</token>")
        let shown = latin("<p>M\u{FC}ller [redacted 00000002] [redacted 00000003] <token>[redacted 00000001]</token>")
        #expect(body(page, "text/html; charset=iso-8859-1") == shown)
        let document = latin(#"{"name":"M\#u{FC}ller","access_token":"abc"}"#)
        let other = latin(#"{"name":"M\#u{FC}ller","access_token":"[redacted 00000001]"}"#)
        #expect(body(document, "application/json; charset=iso-8859-1") == other)
    }

    @Test("An e-mail address that borders on a redacted token is redacted as well.")
    func exposed() {
        let text = Array("ann@corp.io.\(Self.jwt) and bob@corp.io_".utf8)
        #expect(body(text, "text/plain").text == "[redacted 00000003].[redacted 00000001] and [redacted 00000002]_")
    }

    @Test("A form is redacted until another redaction does not change it.")
    func again() {
        let type = "application/x-www-form-urlencoded"
        let once = body(Array("passwd=\npassword=k3yth-he".utf8), type)
        #expect(once.text == "passwd=redacted-00000002")
        #expect(body(once, type) == once)
    }

    @Test("A part of a multipart body without headers is searched as text.")
    func headless() {
        let text = Array("--b\r\nann@corp.io\r\n--b--\r\n\(Self.jwt)".utf8)
        let shown = "--b\r\n[redacted 00000001]\r\n--b--\r\n[redacted 00000002]"
        #expect(body(text, "multipart/form-data; boundary=b").text == shown)
    }

    @Test("A JSON document that ends inside a character is redacted up to its end.")
    func cut() {
        let start = Array(#"{"password":"abc","name":"M"#.utf8) + [0xC3]
        let shown = Array(#"{"password":"[redacted 00000001]","name":"M"#.utf8) + [0xC3]
        #expect(body(start, "application/json") == shown)
    }

    @Test("UTF-16 is redacted with and without a byte order mark, and keeps its encoding.")
    func wide() {
        let text = #"{"name": "Müller", "access_token": "abc"}"#
        let other = text.replacing("abc", with: "[redacted 00000001]")
        #expect(body(wide(text), "application/json") == wide(other))
        #expect(body(wide("\u{FEFF}" + text, isBig: true), "text/plain") == wide("\u{FEFF}" + other, isBig: true))
        #expect(body(wide("ann 1"), "text/plain; charset=utf-16le") == wide("ann 1"))
    }

    @Test("An image keeps each of its bytes, except for a token that cannot occur by chance.")
    func binary() {
        let picture: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0, 0xFF] + Array("ann@corp.io password=a1b2c3d4 ".utf8) + [0]
        #expect(body(picture, "image/png") == picture)
        #expect(body(picture, "text/plain") == picture)
        let planted = picture + Array(Self.jwt.utf8) + [0]
        #expect(body(planted, "image/png") == picture + Array("[redacted 00000001]".utf8) + [0])
    }

    @Test("Lint reports a secret in a body file that is not UTF-8.", arguments: ["plain", "wide"])
    func lint(_ form: String) throws {
        let folder = try ScratchFolder()
        let long = String(repeating: "word ", count: 90)
        let sut = try RecordingWriter(folder["a"])
        _ = try sut.append(RecordingSample.exchange(answer: ["Content-Type": "text/html"], content: long))
        try sut.close()
        let reported = { () -> [Diagnostic.Code] in
            ScenarioFiles.load([folder["a.har"]], options: ScenarioFiles.Options(linting: LintChecks(now: 0)))
                .diagnostics
                .map(\.code)
        }
        #expect(reported() == [])
        let text = "<p>M\u{FC}ller \(Self.jwt)</p>"
        try folder.write("a/get-users.html", form == "wide" ? wide(text) : latin(text))
        #expect(reported().contains(.exposedSecret))
    }
}
