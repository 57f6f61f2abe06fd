import TestAdmission
import Testing

@testable import Rehearsal

@Suite("Redacting headers", .limitedConcurrency)
struct RedactionHeaderTests {
    let sut = Redaction(salt: 7)

    @Test(
        "Redaction keeps the scheme of credentials and replaces the rest.",
        arguments: ["Bearer", "Basic", "Digest", "AWS4-HMAC-SHA256", "bearer"]
    )
    func schemes(scheme: String) {
        let secret = "hunter2, response=\"x\""

        #expect(
            sut.header(name: "authorization", value: "\(scheme) \(secret)")
                == "\(scheme) \(sut.placeholder(for: Array(secret.utf8)))"
        )
    }

    @Test(
        "Credentials without a known scheme are redacted as a whole.",
        arguments: ["hunter2", "my hunter2", "hunter2 x y"]
    )
    func unknownSchemes(value: String) {
        #expect(sut.header(name: "Authorization", value: value) == sut.placeholder(for: Array(value.utf8)))
    }

    @Test(
        "A secret header is redacted as a whole.",
        arguments: [
            "X-API-Key", "x-auth-token", "X-Amz-Security-Token", "PRIVATE-TOKEN", "X-Goog-Api-Key", "X-Client-Secret",
            "X-CSRF-Token", "Cf-Access-Jwt-Assertion", "X-Hub-Signature-256",
        ]
    )
    func secretHeaders(name: String) {
        #expect(sut.header(name: name, value: "hunter2") == sut.placeholder(for: Array("hunter2".utf8)))
    }

    @Test(
        "Other headers are unchanged.",
        arguments: ["Content-Type", "Accept", "WWW-Authenticate", "ETag", "X-Request-ID", "Idempotency-Key"]
    )
    func otherHeaders(name: String) {
        #expect(sut.header(name: name, value: "Bearer realm=\"a\"; token=b") == "Bearer realm=\"a\"; token=b")
    }

    @Test("The values of cookies are redacted, and their names are unchanged.")
    func cookies() {
        let (one, two) = (sut.placeholder(for: Array("1=".utf8)), sut.placeholder(for: Array("2".utf8)))

        #expect(sut.header(name: "Cookie", value: "a=1=; b=2; c=") == "a=\(one); b=\(two); c=")
    }

    @Test("The attributes of a cookie are unchanged, even if one has the name of a cookie.")
    func setCookie() {
        let one = sut.placeholder(for: Array("1".utf8))

        #expect(
            sut.header(name: "Set-Cookie", value: "Path=1; Path=/; HttpOnly; SameSite=Lax; Max-Age=60")
                == "Path=\(one); Path=/; HttpOnly; SameSite=Lax; Max-Age=60"
        )
    }

    @Test("Each line of a joined value is redacted.")
    func joinedLines() {
        let (one, two) = (sut.placeholder(for: Array("1".utf8)), sut.placeholder(for: Array("2".utf8)))

        #expect(
            sut.header(name: "set-cookie", value: "a=1; Path=/\nb=2; Path=/")
                == "a=\(one); Path=/\nb=\(two); Path=/"
        )
    }

    @Test("A secret in the URL of a header is redacted, and the rest of the URL is unchanged.")
    func urls() {
        let hidden = sut.target("https://a.example/cb?code=1")

        #expect(!hidden.contains("code=1"))
        #expect(sut.header(name: "Location", value: "https://a.example/cb?code=1") == hidden)
        #expect(
            sut.header(name: "Link", value: "<https://a.example/cb?code=1>; rel=\"next\"")
                == "<\(hidden)>; rel=\"next\""
        )
    }
}
