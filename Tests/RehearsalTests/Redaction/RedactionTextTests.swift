import TestAdmission
import Testing

@testable import Rehearsal

@Suite("Redacting prose", .limitedConcurrency)
struct RedactionTextTests {
    let sut = Redaction(salt: 7)

    /// The text with a secret for each S and its placeholder for each bullet.
    private func filled(_ text: String) -> String {
        text.replacing("S", with: "hunter2").replacing("•", with: sut.placeholder(for: Array("hunter2".utf8)))
    }

    @Test(
        "The value after a secret name is redacted, and all other text is unchanged.",
        arguments: [
            ("refused: token=S, again", "refused: token=•, again"), ("(password: S)", "(password: •)"),
            ("got access_token = S", "got access_token = •"), (#"{"pin":"S","n":1}"#, #"{"pin":"•","n":1}"#),
            (#"value({"token":"S…), then {"token":"S"}"#, #"value({"token":"•…), then {"token":"•"}"#),
            (#"5" wide {"token": "S"}"#, #"5" wide {"token": "•"}"#),
            (#"domain(no, "{\"token\":\"S\"}")"#, #"domain(no, "{\"token\":\"•\"}")"#),
            ("Authorization: Bearer S; x", "Authorization: Bearer •; x"), ("saw Bearer S", "saw Bearer •"),
            ("Cookie: S", "Cookie: •"), ("https://S@host/a", "https://•@host/a"),
            ("GET /a?code=S&b=1", "GET /a?code=•&b=1"),
            ("expected $.user.pin to be \"S\", got \"S\"", "expected $.user.pin to be \"•\", got \"•\""),
            ("\"S\" became \"S\" at $[1].token", "\"•\" became \"•\" at $[1].token"),
        ]
    )
    func secrets(_ text: String, _ expected: String) {
        #expect(sut.text(filled(text)) == filled(expected))
    }

    @Test("A number next to a secret name is redacted, unless it is the status of a reply.")
    func numbers() {
        let text = sut.text("expected $.user.pin to be 471, saw status 4711 and 471 with status 200")
        #expect(!text.contains("471"))
        #expect(text.hasSuffix("with status 200"))
    }

    @Test(
        "A text without secrets is unchanged.",
        arguments: [
            "expected a value, got decoding(keyNotFound, $.access_token, status 200)",
            "expected 2 requests, saw 3 (4 seen: 3 by the client)", "Error Domain=NSURLErrorDomain Code=-1005",
            "saw Bearer t1", "a bearer token is missing", "\"token\": null, \"pin\": true", "token", "token:", "pin=",
            "expected $.tokens[2].name to be 7, got \"x\"", "RFC 9112 §8: the body ended after 3 of 7 bytes", "",
            "[redacted 0123abcd]", "token=[redacted 0123abcd]", "a$", "$", "http://127.0.0.1:80/a?b=c@d",
        ]
    )
    func others(_ text: String) {
        #expect(sut.text(text) == text)
    }

    @Test("A JSON Web Token is redacted anywhere, and no digit of a secret number remains.")
    func whole() {
        let token = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl"
        #expect(sut.text("not taken: \(token)!") == "not taken: \(sut.placeholder(for: Array(token.utf8)))!")
        let number = sut.text("expected $[0].cvv to be 123, got 456")
        #expect(number == sut.text(number))
        #expect(!number.contains(" 123"))
        #expect(!number.contains("456"))
        let nested = sut.text(#"{"credentials":{"user":"ann","word":["hunter2"]},"n":1}"#)
        #expect(nested.hasSuffix(#"],"n":1}"#))
        #expect(!nested.contains("hunter2"))
        #expect(!nested.contains("ann"))
    }
}
