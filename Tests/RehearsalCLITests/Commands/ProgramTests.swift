import TestAdmission
import Testing

@testable import RehearsalCLI

@Suite("The first word of the command line", .limitedConcurrency)
struct ProgramTests {
    @Test(
        "An unknown command is an error that suggests the nearest command.",
        arguments: [("srve", "serve"), ("explian", "explain"), ("scenario", "scenarios"), ("hlep", "help")]
    )
    func unknownCommand(word: String, nearest: String) {
        let error = Program.unknownCommandError(word)
        #expect(error == UsageError("unknown command \"\(word)\"", hint: "did you mean rehearsal \(nearest)?"))
    }

    @Test("An unknown command without a near one is an error that lists every command.")
    func farCommand() {
        let hint = Program.unknownCommandError("frobnicate").hint ?? ""
        #expect(hint.hasPrefix("the commands are: "))
        for command in Command.all { #expect(hint.contains(command.name)) }
    }

    @Test(
        "An unknown option before the command is an error that suggests an option or its place.",
        arguments: [
            ("--verison", "did you mean rehearsal --version?"), ("--hlep", "did you mean rehearsal --help?"),
            ("--port=80", "put it after a command: rehearsal serve --port=80"), ("--frobnicate", nil),
        ]
    )
    func unknownOption(word: String, hint: String?) {
        #expect(Program.unknownCommandError(word) == UsageError("unknown option \"\(word)\"", hint: hint))
    }

    @Test("Every command suggests each of its options for the option with two letters swapped.")
    func suggestions() {
        for command in Command.all {
            for option in command.allOptions where option.name.count > 4 {
                var letters = Array(option.name)
                letters.swapAt(1, 2)
                let word = "--" + String(letters)
                guard letters[1] != letters[2] else { continue }
                #expect(throws: UsageError("unknown option \"\(word)\"", hint: "did you mean --\(option.name)?")) {
                    try Arguments([word], options: command.allOptions)
                }
            }
        }
    }

    @Test("The name of a command finds the command of that name.")
    func named() {
        #expect(Command.all.map(\.name) == Command.names)
        for name in Command.names { #expect(Command.named(name)?.name == name) }
    }
}
