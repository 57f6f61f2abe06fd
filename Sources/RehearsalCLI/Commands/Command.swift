/// A subcommand of `rehearsal`: its options, its help and its action.
struct Command: Sendable {
    let name: String
    /// The line in the list of commands.
    let summary: String
    /// The operands in the usage line: `[SCENARIO|HAR…]`.
    let operands: String
    /// The description; an empty line ends a paragraph.
    let discussion: String
    let options: [Option]
    /// Example command lines with what each does.
    let examples: KeyValuePairs<String, String>
    /// The meaning of each exit status of this command.
    let exits: KeyValuePairs<ExitStatus, String>
    let run: @Sendable (Arguments, Terminal) throws(UsageError) -> ExitStatus

    /// The options of this command and those of every command.
    var allOptions: [Option] { options + [.forHelp] }

    /// Whether the words after `--` are the command line of another program.
    var takesCommand: Bool { operands.contains(" -- ") }

    static let all: [Command] = [
        ServeCommand.command, RunCommand.command, VerifyCommand.command, PlayCommand.command, ResetCommand.command,
        HoldCommand.release, HoldCommand.hold, WaitCommand.command, JournalCommand.command, SessionsCommand.command,
        StopCommand.command, NewCommand.command, RecordCommand.command, DriftCommand.command, ImportCommand.command,
        ScenariosCommand.command, LintCommand.command, ExplainCommand.command, InspectCommand.command,
        FaultsCommand.command, SchemaCommand.command, ReportCommand.command,
    ]
}

/// The exit status of the process.
enum ExitStatus: Int32, Sendable {
    /// The command succeeded.
    case held = 0
    /// An expectation was not met, or the program that was run failed.
    case failed = 1
    /// The environment prevented the command: a port in use, a file that cannot be written.
    case couldNot = 2
    /// Known failures prevented other clauses of a contract from being checked.
    case blocked = 3
    /// The command line or a document is not valid (`EX_USAGE` of sysexits.h).
    case usage = 64
}
