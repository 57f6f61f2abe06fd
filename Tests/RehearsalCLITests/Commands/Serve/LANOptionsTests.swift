import RehearsalServer
import TestAdmission
import Testing

@testable import RehearsalCLI

@Suite("Options for other devices", .limitedConcurrency)
struct LANOptionsTests {
    private func options(_ words: String...) throws -> ServeOptions {
        try ServeOptions(Arguments(words, options: ServeCommand.command.options), Terminal())
    }

    @Test("The option --lan alone opens the server to other devices.")
    func lan() throws {
        #expect(try options().bindScope == .loopback)
        #expect(try options("--origin", "http://mac.local").bindScope == .loopback)
        #expect(try options("--lan").bindScope == .network)
        #expect(try ServeCommand(options: options("--lan"), terminal: Terminal()).settings().reach == .network)
        #expect(!RunCommand.command.options.contains { ["lan", "origin"].contains($0.name) })
    }

    @Test(
        "An origin has a scheme, a host and an optional port.",
        arguments: [
            ("http://192.168.1.20:8080", "http://192.168.1.20:8080"),
            ("https://Mock.Example.com/", "https://mock.example.com"),
            ("http://[fd00::1]:8080", "http://[fd00::1]:8080"),
        ]
    )
    func origin(_ text: String, _ origin: String) throws {
        #expect(try options("--origin", text).linkOrigin == origin)
    }

    @Test(
        "The option --origin rejects an invalid origin with an example.",
        arguments: [
            "192.168.1.20:8080", "mac.local", "ftp://mac.local", "http://mac.local/api", "http://mac.local?a=b",
        ]
    )
    func malformed(_ text: String) throws {
        let error = #expect(throws: UsageError.self) { try options("--origin", text) }
        #expect(
            error?.message.hasPrefix("--origin takes a URL without a path, found \"\(text)\"")
                == true
        )
        #expect(error?.hint?.contains("http://192.168.1.20:8080") == true)
    }
}
