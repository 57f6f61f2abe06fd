import Rehearsal
import RehearsalContracts
import RehearsalDocuments

/// The entry point, which finds the command, runs it, and reports errors in the command line.
struct Program: Sendable {
    static let version = "0.1.0"

    let terminal: Terminal

    func run(_ words: [String]) -> ExitStatus {
        guard let first = words.first else {
            terminal.write(HelpText.overview(width: terminal.width))
            return .success
        }
        let rest = Array(words.dropFirst())
        switch first {
        case "--help", "-h": return help(rest)
        case "help": return help(rest)
        case "--version", "version":
            terminal.write("rehearsal \(Self.version)")
            return .success
        default: break
        }
        guard let command = Command.named(first) else { return unknown(first) }
        return run(command, rest)
    }

    private func run(_ command: Command, _ words: [String]) -> ExitStatus {
        do throws(UsageError) {
            let arguments = try Arguments(words, options: command.allOptions)
            if arguments.has(Option.help.name) {
                terminal.write(HelpText.text(for: command, width: terminal.width))
                return .success
            }
            return try command.run(arguments, terminal)
        } catch {
            let isUnseparated = command.takesCommandLine && !words.contains("--")
            terminal.reportError(error.message, hint: error.hint ?? (isUnseparated ? "put the command after --" : nil))
            terminal.writeError("  see: rehearsal \(command.name) --help")
            return .usage
        }
    }

    private func help(_ words: [String]) -> ExitStatus {
        guard let name = words.first, name != "help" else {
            terminal.write(HelpText.overview(width: terminal.width))
            return .success
        }
        if let command = Command.named(name) {
            terminal.write(HelpText.text(for: command, width: terminal.width))
        } else if name == HelpText.scenarioTopic {
            terminal.write(ScenarioFormat.overview)
        } else if let page = HelpPage.named(name) {
            terminal.write(page.text(width: terminal.width))
        } else if let text = ScenarioFormat.explanation(of: name) ?? ScenarioFormat.explanation(ofKey: name) {
            terminal.write(text)
        } else if let rule = RulesCommand.rule(name) {
            terminal.write(RuleText(rule: rule, width: terminal.width).text)
        } else {
            return unknown(name, help: true)
        }
        return .success
    }

    /// Reports an argument that is not a command, a help topic or an option.
    ///
    /// - Parameter help: whether the argument is the topic of `rehearsal help`.
    private func unknown(_ word: String, help: Bool = false) -> ExitStatus {
        let error = help ? Self.unknownTopic(word) : Self.unknownCommandError(word)
        terminal.reportError(error.message, hint: error.hint)
        terminal.writeError("  see: rehearsal help")
        return .usage
    }

    private static func unknownTopic(_ word: String) -> UsageError {
        let topics =
            Command.names + [HelpText.scenarioTopic] + HelpPage.all.map(\.name) + RuleCatalogue.rules.map(\.id)
        let nearest = NearestName.of(word, in: topics).map { "did you mean rehearsal help \($0)?" }
        return UsageError("unknown help topic \(word.quoted)", hint: nearest)
    }

    /// Returns the error for a first argument that is not a command, with a hint at the nearest command or option.
    static func unknownCommandError(_ word: String) -> UsageError {
        guard word.hasPrefix("-") else {
            let names = Command.names + ["help"]
            let nearest = NearestName.of(word, in: names)
            return UsageError(
                "unknown command \(word.quoted)",
                hint: nearest.map { "did you mean rehearsal \($0)?" }
                    ?? "the commands are: \(names.joined(separator: ", "))"
            )
        }
        let name = String(word.drop { $0 == "-" }.prefix { $0 != "=" })
        let owner = Command.all.first { $0.options.contains { $0.name == name } }
        let nearest = NearestName.of(name, in: ["help", "version"]).map { "did you mean rehearsal --\($0)?" }
        let hint = owner.map { "put it after a command: rehearsal \($0.name) \(word)" } ?? nearest
        return UsageError("unknown option \(word.quoted)", hint: hint)
    }
}
