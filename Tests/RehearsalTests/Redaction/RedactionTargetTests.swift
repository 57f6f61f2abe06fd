import TestAdmission
import Testing

@testable import Rehearsal

@Suite("Redacting targets", .limitedConcurrency)
struct RedactionTargetTests {
    let sut = Redaction(salt: 7)

    @Test(
        "The value of a secret name is redacted at each position of a parameter.",
        arguments: [
            ("/a?token=hunter2", "/a?token=•"),
            ("/a?x=1&API_KEY=hunter2&y=2", "/a?x=1&API_KEY=•&y=2"),
            ("/a?acc%65ss_token=hunter2", "/a?acc%65ss_token=•"),
            ("/cb#access_token=hunter2&token_type=bearer", "/cb#access_token=•&token_type=bearer"),
            ("/a?to=/b?code=hunter2", "/a?to=/b?code=•"),
            ("/a;jsessionid=hunter2?x=1", "/a;jsessionid=•?x=1"),
            ("/a;token=hunter2/b;v=1", "/a;token=•/b;v=1"),
            ("https://hunter2@a.example/b@c", "https://•@a.example/b@c"),
            ("https://a.example?sig=hunter2", "https://a.example?sig=•"),
        ]
    )
    func secrets(target: String, expected: String) {
        let placeholder = sut.target("?key=hunter2").dropFirst(5)

        #expect(placeholder.hasPrefix("%5Bredacted%20"))
        #expect(sut.target(target) == expected.split(separator: "•").joined(separator: placeholder) + tail(expected))
        #expect(!sut.target(target).contains("hunter2"))

        func tail(_ text: String) -> String { text.hasSuffix("•") ? String(placeholder) : "" }
    }

    @Test(
        "A value is redacted up to the next ampersand.",
        arguments: ["/a?token=x?hunter2", "/a?token=x;hunter2", "/a?token=x/hunter2=", "https://x:hunter2@a.example/"]
    )
    func longSecrets(target: String) {
        #expect(!sut.target(target).contains("hunter2"))
    }

    @Test(
        "A target without secrets is unchanged.",
        arguments: [
            "/", "*", "", "/a?b=c&d", "/token=x", "/a?token=", "/a?token", "/%zz?x=%", "a.example:443", "/a?u=b@c",
            "https://a.example/x@y", "/a?pageToken=3&state=4",
        ]
    )
    func others(target: String) {
        #expect(sut.target(target) == target)
    }
}
