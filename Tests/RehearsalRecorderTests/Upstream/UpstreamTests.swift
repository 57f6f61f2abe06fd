import TestAdmission
import Testing

@testable import RehearsalRecorder

@Suite("The address of the real backend", .limitedConcurrency)
struct UpstreamTests {
    @Test(
        "A URL is parsed into its host, port, authority and scheme.",
        arguments: [
            ("http://A.example", "a.example", 80, "a.example", false),
            ("https://a.example/", "a.example", 443, "a.example", true),
            ("https://a.example:8443", "a.example", 8_443, "a.example:8443", true),
            ("http://[::1]:81", "::1", 81, "[::1]:81", false), ("https://[::1]", "::1", 443, "[::1]", true),
        ]
    )
    func parts(_ text: String, _ host: String, _ port: Int, _ authority: String, _ isSecure: Bool) throws {
        let sut = try Upstream(text)
        #expect(sut.host == host)
        #expect(sut.port == port)
        #expect(sut.authority == authority)
        #expect(sut.isSecure == isSecure)
    }

    @Test(
        "A URL with an invalid host is rejected.",
        arguments: ["http://a b", "http://a\u{7F}", "http://a|b", "http://[::1 ]:80"]
    )
    func invalidHost(_ text: String) {
        #expect { try Upstream(text) } throws: { ($0 as? Upstream.Malformed)?.message.contains("the host") ?? false }
    }
}
