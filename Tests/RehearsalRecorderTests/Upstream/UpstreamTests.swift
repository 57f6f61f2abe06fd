import TestAdmission
import Testing

@testable import RehearsalRecorder

@Suite("Where the real backend is", .admitted)
struct UpstreamTests {
    @Test(
        "A URL is taken apart.",
        arguments: [
            ("http://A.example", "a.example", 80, "a.example", false),
            ("https://a.example/", "a.example", 443, "a.example", true),
            ("https://a.example:8443", "a.example", 8_443, "a.example:8443", true),
            ("http://[::1]:81", "::1", 81, "[::1]:81", false), ("https://[::1]", "::1", 443, "[::1]", true),
        ]
    )
    func parts(_ text: String, _ host: String, _ port: Int, _ authority: String, _ isSecure: Bool) throws {
        let sut = try Upstream(text)
        #expect(sut.host == host && sut.port == port && sut.authority == authority && sut.isSecure == isSecure)
    }

    @Test("What is no host is refused.", arguments: ["http://a b", "http://a\u{7F}", "http://a|b", "http://[::1 ]:80"])
    func noHost(_ text: String) {
        #expect { try Upstream(text) } throws: { ($0 as? Upstream.Malformed)?.message.contains("the host") ?? false }
    }
}
