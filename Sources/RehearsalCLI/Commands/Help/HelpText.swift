/// The text that `rehearsal help` and `--help` print.
enum HelpText {
    /// The help topic that describes the scenario format.
    static let scenarioTopic = "scenario"

    /// Returns the list of commands and pages, for `rehearsal` without arguments.
    static func overview(width: Int) -> String {
        let column = (Command.all.map(\.name.count).max() ?? 0) + 2
        let commands = Command.all.map { "  " + $0.name.padded(to: column) + $0.summary }
        let pageColumn = (HelpPage.all.map(\.name.count).max() ?? 0) + 2
        let pages = HelpPage.all.map { "  " + $0.name.padded(to: pageColumn) + $0.title }
        return """
            rehearsal is a fake HTTP backend that plays scenarios, and a test harness for the clients that call it.

            usage: rehearsal COMMAND [OPTION…]

            commands:
            \(commands.joined(separator: "\n"))
              \("help".padded(to: column))show the help of a command: rehearsal help serve
              \("".padded(to: column))or the keys of a scenario: rehearsal help \(scenarioTopic)
              \("".padded(to: column))or a rule of verify: rehearsal help RETRY-02
              \("".padded(to: column))or one of the pages below: rehearsal help \(HelpPage.all.first?.name ?? scenarioTopic)

            pages:
            \(pages.joined(separator: "\n"))

            first steps:
              rehearsal serve                       serve the built-in demo scenario
              rehearsal serve reservations.har      serve a recording from a browser or a proxy

            rehearsal --version prints the version. rehearsal COMMAND --help prints the options of a command.
            """
    }

    /// Returns the width of the help text for a terminal with this number of columns: 60 to 100.
    static func width(_ columns: Int) -> Int { min(max(columns, 60), 100) }

    static func text(for command: Command, width: Int) -> String {
        let width = Self.width(width)
        var parts = ["rehearsal \(command.name): \(command.summary)"]
        let usage = ["usage: rehearsal", command.name, "[OPTION…]", command.operands]
        parts.append(usage.filter { !$0.isEmpty }.joined(separator: " "))
        parts += command.description.split(separator: "\n\n").map { paragraph in
            String(paragraph.replacing("\n", with: " ")).wrapped(to: width).joined(separator: "\n")
        }
        for group in Option.Group.allCases {
            let options = command.allOptions.filter { $0.group == group }
            guard !options.isEmpty else { continue }
            parts.append("\(group.rawValue):\n" + options.map { line($0, width) }.joined(separator: "\n"))
        }
        parts.append(
            "examples:\n" + command.examples.map { "  \($0.key)\n      \($0.value)" }.joined(separator: "\n")
        )
        let exits = command.exitStatuses.map { "  \(String($0.key.rawValue).padded(to: 4))\($0.value)" }
        parts.append("exit status:\n" + exits.joined(separator: "\n"))
        return parts.joined(separator: "\n\n")
    }

    private static let column = 28

    private static func line(_ option: Option, _ width: Int) -> String {
        let help = option.description + (option.defaultValue.map { " (default \($0))" } ?? "")
        let lines = help.wrapped(to: width - column)
        let indent = String(repeating: " ", count: column)
        let label = "  " + option.usage
        // A label that is wider than its column gets its own line.
        let first = label.count < column ? label.padded(to: column) : label + "\n" + indent
        return first + lines.joined(separator: "\n" + indent)
    }
}
