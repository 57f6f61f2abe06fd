import Rehearsal
import RehearsalDocuments

/// Finds the command that was asked for, runs it, and says what was wrong with the question.
struct Program: Sendable {
    static let version = "0.1.0"

    let terminal: Terminal

    func run(_ words: [String]) -> ExitStatus {
        guard let first = words.first else {
            terminal.write(Help.overview(width: terminal.width))
            return .held
        }
        let rest = Array(words.dropFirst())
        switch first {
        case "--help", "-h": return help(rest)
        case "help": return help(rest)
        case "--version", "version":
            terminal.write("rehearsal \(Self.version)")
            return .held
        default: break
        }
        guard let command = Command.all.first(where: { $0.name == first }) else { return unknown(first) }
        return run(command, rest)
    }

    private func run(_ command: Command, _ words: [String]) -> ExitStatus {
        do throws(UsageError) {
            let arguments = try Arguments(words, options: command.allOptions)
            if arguments.has(Option.forHelp.name) {
                terminal.write(Help.text(for: command, width: terminal.width))
                return .held
            }
            return try command.run(arguments, terminal)
        } catch {
            let isUnseparated = command.takesCommand && !words.contains("--")
            terminal.complain(error.message, hint: error.hint ?? (isUnseparated ? "the command goes behind --" : nil))
            terminal.writeError("  see: rehearsal \(command.name) --help")
            return .usage
        }
    }

    private func help(_ words: [String]) -> ExitStatus {
        guard let name = words.first else {
            terminal.write(Help.overview(width: terminal.width))
            return .held
        }
        if let command = Command.all.first(where: { $0.name == name }) {
            terminal.write(Help.text(for: command, width: terminal.width))
        } else if name == Help.format {
            terminal.write(ScenarioFormat.overview)
        } else if let page = Page.named(name) {
            terminal.write(page.text(width: terminal.width))
        } else if let text = ScenarioFormat.explanation(of: name) ?? ScenarioFormat.explanation(ofKey: name) {
            terminal.write(text)
        } else {
            return unknown(name, help: true)
        }
        return .held
    }

    /// - Parameter help: whether help was wanted, which there is of more than commands.
    private func unknown(_ word: String, help: Bool = false) -> ExitStatus {
        let names = Command.all.map(\.name) + ["help"]
        if help, let name = NearestName.of(word, in: names + [Help.format] + Page.all.map(\.name)) {
            terminal.complain("there is no help on \"\(word)\"", hint: "did you mean rehearsal help \(name)?")
            terminal.writeError("  see: rehearsal help")
            return .usage
        }
        let nearest = NearestName.of(word, in: names)
        let problem = word.hasPrefix("-") ? "unknown option \"\(word)\"" : "unknown command \"\(word)\""
        terminal.complain(
            problem,
            hint: nearest.map { "did you mean rehearsal \($0)?" }
                ?? "the commands are: \(names.joined(separator: ", "))"
        )
        terminal.writeError("  see: rehearsal --help")
        return .usage
    }
}
