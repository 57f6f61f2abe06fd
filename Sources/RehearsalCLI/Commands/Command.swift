/// A word after `rehearsal`: what it takes, what it says of itself, and what it does.
struct Command: Sendable {
    let name: String
    /// One line, for the list of commands.
    let summary: String
    /// What may follow the options: `[SCENARIO|HAR…]`.
    let operands: String
    /// What it does; an empty line ends a paragraph.
    let discussion: String
    let options: [Option]
    /// Command lines and what they are good for.
    let examples: KeyValuePairs<String, String>
    /// What each status means here.
    let exits: KeyValuePairs<ExitStatus, String>
    let run: @Sendable (Arguments, Terminal) throws(UsageError) -> ExitStatus

    /// The options that it understands, with those that every command has.
    var allOptions: [Option] { options + [.forHelp] }

    /// What follows `--` is another program with its own options.
    var takesCommand: Bool { operands.contains(" -- ") }

    static let all: [Command] = [
        ServeCommand.command, RunCommand.command, VerifyCommand.command, PlayCommand.command, ResetCommand.command,
        HoldCommand.release, HoldCommand.hold, WaitCommand.command, JournalCommand.command, SessionsCommand.command,
        StopCommand.command, NewCommand.command, RecordCommand.command, DriftCommand.command, ImportCommand.command,
        ScenariosCommand.command, LintCommand.command, ExplainCommand.command, InspectCommand.command,
        FaultsCommand.command, SchemaCommand.command, ReportCommand.command,
    ]
}

/// How a command ended, as the shell sees it.
enum ExitStatus: Int32, Sendable {
    /// All is well.
    case held = 0
    /// Something that was expected did not happen, or a command that was run did not end well.
    case failed = 1
    /// It could not be done, for a reason that lies outside: a port in use, a file that cannot be written.
    case couldNot = 2
    /// Known failures keep other clauses of a contract from being judged.
    case blocked = 3
    /// The command line or a document is wrong (`EX_USAGE` of sysexits.h).
    case usage = 64
}
