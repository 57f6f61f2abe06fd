import Rehearsal
import TestAdmission
import Testing

@testable import RehearsalHTTP
@testable import RehearsalRedaction

@Suite("Secrets in a URL outside of its query", .limitedConcurrency)
struct LinkedSecretsTests {
    private func found(_ text: String) -> [String] {
        let bytes = Array(text.utf8)
        return URLSecrets.all(in: bytes).map { String(decoding: bytes[$0], as: UTF8.self) }
    }

    @Test(
        "User information in a URL of any scheme is a secret, even with punctuation in the password.",
        arguments: [
            ("postgres://app:p4ss!$w@db:5432/x", "app:p4ss!$w"), ("redis://:p4ss&=+@10.0.0.1", ":p4ss&=+"),
            ("at mongodb+srv://a:b@c.net, now", "a:b"), ("<a href=\"https://u:p@h\">", "u:p"),
            ("amqp://u:p@ss@localhost", "u:p@ss"), ("https://a1b2c3d4e5f6a7b8c9@git.net/a", "a1b2c3d4e5f6a7b8c9"),
        ]
    )
    func credentials(text: String, secret: String) { #expect(found(text) == [secret]) }

    @Test(
        "A path segment that looks generated is a secret below a segment such as `reset` or `invite`.",
        arguments: [
            "/password/reset/SECRET", "/reset-password/SECRET/confirm", "/users/verify_email/SECRET", "/invite/SECRET",
            "see https://www.corp.io/magic-link/SECRET?x=1, please", "(/activate/SECRET)",
        ]
    )
    func tokens(_ text: String) {
        let secret = "9f86d081884c7d659a2f"
        #expect(found(text.replacing("SECRET", with: secret)) == [secret])
    }

    @Test(
        "A URL with public parts only contains no secret.",
        arguments: [
            "ssh://git@github.com/a/b.git", "https://www.corp.io/@ann/posts/7", "http://localhost:8080/a?b=c#d",
            "/reset/help", "/verify/email", "/orders/confirm/ORD-2024-0042", "/help/reset-password/first-steps",
            "/reset", "/reset/", "a://", "://@", "mailto:ann@corp.io", "/items/9f86d081884c7d659a2f",
        ]
    )
    func harmless(_ text: String) { #expect(found(text) == []) }

    @Test("A placeholder in the place of a secret is kept.")
    func placeholder() {
        let text = "postgres://redacted-00000001@db/x and /reset/redacted-00000002"
        #expect(RecordingRedaction().text(text) == text)
    }

    @Test("An e-mail address with a placeholder in its domain is redacted in a URL and in a form.")
    func addressWithPlaceholder() {
        let address = "ann@redacted-00000001.on%39"
        let sut = RecordingRedaction()
        #expect(sut.url("/a/\(address)") == "/a/redacted-00000001%39")
        #expect(sut.url("/a?x=\(address)") == "/a?x=redacted-00000001%39")
        #expect(sut.text("ann@redacted-00000001.on") == "[redacted 00000001]")
    }

    @Test("A key with a slash, a plus or an equals sign is redacted in a URL and in a form.")
    func divided() {
        let key = "glc_" + "a7Kq2Zp9Xw4Rt8Lm/3Vn6Bc+a7Kq2Zp9Xw4Rt8Lm=="
        let sut = RecordingRedaction()
        #expect(sut.url("https://corp.io/a/\(key)?b=1") == "https://corp.io/a/redacted-00000001?b=1")
        #expect(sut.url("/a?page=2&x=\(key)") == "/a?page=2&x=redacted-00000001")
        let form = sut.body(Array("x=\(key)&y=1".utf8), type: MediaType("application/x-www-form-urlencoded"))
        #expect(form.text == "x=redacted-00000001&y=1")
    }
}
