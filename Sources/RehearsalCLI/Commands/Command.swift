/// A subcommand of `rehearsal`: its options, its help and its action.
struct Command: Sendable {
    let name: String
    /// The line in the list of commands.
    let summary: String
    /// The operands in the usage line: `[SCENARIO|HAR…]`.
    let operands: String
    /// The description; an empty line ends a paragraph.
    let description: String
    let options: [Option]
    /// Example command lines, each with a description of its effect.
    let examples: KeyValuePairs<String, String>
    /// The meaning of each exit status of this command.
    let exitStatuses: KeyValuePairs<ExitStatus, String>
    let run: @Sendable (Arguments, Terminal) throws(UsageError) -> ExitStatus

    /// The options of this command and those of every command.
    var allOptions: [Option] { options + [.help] }

    /// Whether the words after `--` are the command line of another program.
    var takesCommandLine: Bool { operands.contains(" -- ") }

    /// The commands by name, in the order of the help. Each is built on request, because a start of the program needs
    /// only one.
    private static let byName: KeyValuePairs<String, @Sendable () -> Command> = [
        "serve": { ServeCommand.command }, "run": { RunCommand.command }, "verify": { VerifyCommand.command },
        "explore": { ExploreCommand.command },
        "play": { PlayCommand.command }, "reset": { ResetCommand.command }, "release": { HoldCommand.release },
        "hold": { HoldCommand.hold }, "overlay": { OverlayCommand.command }, "fail": { FailCommand.command },
        "wait": { WaitCommand.command }, "journal": { JournalCommand.command },
        "sessions": { SessionsCommand.command }, "room": { RoomCommand.command }, "stop": { StopCommand.command },
        "new": { NewCommand.command },
        "record": { RecordCommand.command }, "drift": { DriftCommand.command }, "import": { ImportCommand.command },
        "scenarios": { ScenariosCommand.command }, "lint": { LintCommand.command },
        "explain": { ExplainCommand.command }, "inspect": { InspectCommand.command },
        "faults": { FaultsCommand.command }, "rules": { RulesCommand.command }, "schema": { SchemaCommand.command },
        "report": { ReportCommand.command },
    ]

    static var names: [String] { byName.map(\.key) }
    static var all: [Command] { byName.map { $0.value() } }

    static func named(_ name: String) -> Command? { byName.first { $0.key == name }?.value() }
}

/// The exit status of the process.
enum ExitStatus: Int32, Sendable {
    /// The command succeeded.
    case success = 0
    /// A check failed: an expectation was not met, a clause failed, or the command of `run` failed.
    case failed = 1
    /// The environment prevented the command, for example because a port is in use or a file cannot be written.
    case unavailable = 2
    /// Known failures prevented other clauses of a contract from being checked.
    case blocked = 3
    /// The command line or a document is not valid (`EX_USAGE` of sysexits.h).
    case usage = 64
}
