/// A word after `rehearsal`: what it takes, what it says of itself, and what it does.
struct Command: Sendable {
    let name: String
    /// One line, for the list of commands.
    let summary: String
    /// What may follow the options: `[SCENARIO|HAR…]`.
    let operands: String
    /// What it does, a paragraph an element.
    let discussion: [String]
    let options: [Option]
    let examples: [Example]
    /// What each status means here.
    let exits: [(ExitStatus, String)]
    let run: @Sendable (Arguments, Terminal) throws(UsageError) -> ExitStatus

    /// A command line and what it is good for.
    struct Example: Sendable {
        let line: String
        let purpose: String
    }

    /// The options that it understands, with those that every command has.
    var allOptions: [Option] { options + [.forHelp] }

    /// What follows `--` is another program with its own options.
    var takesCommand: Bool { operands.contains(" -- ") }

    static let all: [Command] = [
        .serve, .run, .verify, .play, .reset, .release, .hold, .wait, .journal, .sessions, .stop,
        .new, .record, .drift, .importing, .scenarios, .lint, .explain, .inspect, .faults, .schema, .report,
    ]
}
