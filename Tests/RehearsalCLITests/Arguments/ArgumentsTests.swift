import TestAdmission
import Testing

@testable import RehearsalCLI

@Suite("The words of a command line", .admitted)
struct ArgumentsTests {
    private let options = [
        Option("port", "N", "a port"), Option("journal", "FILE", "a file"), Option(flag: "json", "as JSON"),
    ]

    @Test("Values come after a space or an equals sign, and the rest are operands in order.")
    func sorted() throws {
        let sut = try Arguments(["a.json", "--port", "80", "--journal=x=y", "--json", "-", "b.har"], options: options)
        #expect(sut["port"] == "80")
        #expect(sut["journal"] == "x=y")
        #expect(sut.has("json"))
        #expect(sut.operands == ["a.json", "-", "b.har"])
    }

    @Test("After -- everything is an operand.")
    func terminated() throws {
        let sut = try Arguments(["--", "--port", "80"], options: options)
        #expect(sut.operands == ["--port", "80"])
        #expect(sut["port"] == nil)
    }

    @Test("-h asks for help, as --help does.", arguments: ["-h", "--help"])
    func help(word: String) throws {
        #expect(try Arguments([word], options: options + [.forHelp]).has("help"))
    }

    @Test(
        "What is wrong is said with what would be right.",
        arguments: [
            (["--prot", "1"], "unknown option \"--prot\"", "did you mean --port?"),
            (["--nothing-like-it"], "unknown option \"--nothing-like-it\"", nil),
            (["-p", "1"], "unknown option \"-p\"", nil),
            (["--port"], "--port needs a value: --port N", nil),
            (["--port="], "--port needs a value: --port N", nil),
            (["--port", "--json"], "--port needs a value, found \"--json\": --port N", nil),
            (["--port", "1", "--port", "2"], "--port is given twice", nil),
            (["--json=yes"], "--json takes no value, found \"yes\"", nil),
        ]
    )
    func refused(words: [String], message: String, hint: String?) {
        #expect(throws: UsageError(message, hint: hint)) { try Arguments(words, options: options) }
    }
}
