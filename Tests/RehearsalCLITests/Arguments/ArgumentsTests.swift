import TestAdmission
import Testing

@testable import RehearsalCLI

@Suite("Command-line arguments", .limitedConcurrency)
struct ArgumentsTests {
    private let options = [
        Option("port", "N", "a port"), Option("journal", "FILE", "a file"), Option(flag: "json", "as JSON"),
    ]

    @Test("Option values follow a space or an equals sign, and the other words are operands in order.")
    func sorted() throws {
        let sut = try Arguments(["a.json", "--port", "80", "--journal=x=y", "--json", "-", "b.har"], options: options)
        #expect(sut["port"] == "80")
        #expect(sut["journal"] == "x=y")
        #expect(sut.has("json"))
        #expect(sut.operands == ["a.json", "-", "b.har"])
    }

    @Test("All words after -- are operands.")
    func terminated() throws {
        let sut = try Arguments(["--", "--port", "80"], options: options)
        #expect(sut.operands == ["--port", "80"])
        #expect(sut["port"] == nil)
    }

    @Test("The parser accepts -h and --help as the help option.", arguments: ["-h", "--help"])
    func help(word: String) throws {
        #expect(try Arguments([word], options: options + [.help]).has("help"))
    }

    @Test(
        "An unknown or incomplete option is an error that names the nearest option.",
        arguments: [
            (["--prot", "1"], "unknown option \"--prot\"", "did you mean --port?"),
            (["--nothing-like-it"], "unknown option \"--nothing-like-it\"", nil),
            (["-j"], "unknown option \"-j\"", nil),
            (["--port"], "--port needs a value: --port N", nil),
            (["--port="], "--port needs a value: --port N", nil),
            (["--port", "--json"], "--port needs a value, found \"--json\": --port N", nil),
            (["--port", "1", "--port", "2"], "--port is given twice", nil),
            (["--json=yes"], "--json takes no value, found \"yes\"", nil),
        ]
    )
    func rejected(words: [String], message: String, hint: String?) {
        #expect(throws: UsageError(message, hint: hint)) { try Arguments(words, options: options) }
    }

    @Test(
        "An option that another command or tool has suggests the one with the same meaning.",
        arguments: ["-p", "--listen", "--url"]
    )
    func synonym(word: String) {
        #expect(throws: UsageError("unknown option \"\(word)\"", hint: "did you mean --port?")) {
            try Arguments([word, "1"], options: options)
        }
    }
}
