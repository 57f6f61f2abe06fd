import TestAdmission
import Testing

@testable import RehearsalCLI

@Suite("The address of a control port", .limitedConcurrency)
struct ControlAddressTests {
    @Test(
        "A URL is parsed into its host, port and authority.",
        arguments: [
            ("http://127.0.0.1:4100", "127.0.0.1", 4100, "127.0.0.1:4100"),
            ("http://127.0.0.1:4100/", "127.0.0.1", 4100, "127.0.0.1:4100"),
            ("HTTP://mac-mini.local:1", "mac-mini.local", 1, "mac-mini.local:1"),
            ("http://[::1]:65535", "::1", 65_535, "[::1]:65535"),
        ]
    )
    func right(url: String, host: String, port: Int, authority: String) throws {
        let sut = try ControlAddress(url)
        #expect(sut.host == host)
        #expect(sut.port == port)
        #expect(sut.authority == authority)
    }

    @Test(
        "An invalid URL is rejected with the valid form.",
        arguments: [
            "", "8080", "127.0.0.1:4100", "http://127.0.0.1", "http://:4100", "http://a:0", "http://a:65536",
            "http://a:b", "http://a b:1", "http://a:1/v1", "http://u@a:1", "http://[]:1", "http://[a\r\nX: y]:1",
            "https://a:1", "ftp://a:1",
        ]
    )
    func wrong(url: String) {
        let error = #expect(throws: UsageError.self) { try ControlAddress(url) }
        #expect(error?.message.contains("http://HOST:PORT") == true)
    }
}
