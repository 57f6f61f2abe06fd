import TestAdmission
import Testing

@testable import RehearsalCLI

@Suite("Selecting a server", .limitedConcurrency)
struct LiveOptionsTests {
    private func options(_ words: String...) throws -> ServerOptions {
        try ServerOptions(Arguments(words, options: ServerOptions.fields.map(\.option)))
    }

    @Test("The default is the main session of the only server.")
    func standard() throws {
        let sut = try options()
        #expect(sut.server == nil)
        #expect(sut.control == nil)
        #expect(!sut.isJSON)
        #expect(sut.path("play") == "/v1/sessions/main/play")
        #expect(sut.path() == "/v1/sessions/main")
    }

    @Test("The options select a server, a control address or a session.")
    func named() throws {
        #expect(try options("--server", "8080").server == 8080)
        #expect(try options("--control", "http://[::1]:4100/").control?.authority == "[::1]:4100")
        #expect(try options("--session", "k7").path("reset") == "/v1/sessions/k7/reset")
    }

    @Test(
        "Invalid options are rejected.",
        arguments: [
            ["--server", "0"], ["--server", "x"], ["--control", "8080"], ["--session", "a/b"], ["--session", "a b"],
            ["--session", "../v1"], ["--session", "a?b"], ["--server", "1", "--control", "http://a:1"],
        ]
    )
    func wrong(words: [String]) {
        #expect(throws: UsageError.self) {
            try ServerOptions(Arguments(words, options: ServerOptions.fields.map(\.option)))
        }
    }

    @Test("A valid token has at least 16 characters and fits in a header field.")
    func tokens() throws {
        #expect(Token.isValid("0123456789abcdef"))
        #expect(!Token.isValid("0123456789abcde"))
        #expect(!Token.isValid("0123456789abcdef\r\nX: y"))
        var environment = Environment()
        environment.overrides = ["REHEARSAL_TOKEN": ""]
        #expect(try Token.fromEnvironment(environment) == nil)
        environment.overrides = ["REHEARSAL_TOKEN": "0123456789abcdef"]
        #expect(try Token.fromEnvironment(environment) == "0123456789abcdef")
        environment.overrides = ["REHEARSAL_TOKEN": "short"]
        #expect(throws: UsageError.self) { try Token.fromEnvironment(environment) }
    }
}
