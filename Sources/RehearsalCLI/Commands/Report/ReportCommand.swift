import Rehearsal
import RehearsalContracts

/// The `rehearsal report` command, which compares or converts reports of `verify`.
enum ReportCommand {
    static let command = Command(
        name: "report",
        summary: "compare two reports of verify, or convert one to another format",
        operands: "diff OLD.json NEW.json | show FILE.json",
        description: """
            Reads reports that rehearsal verify --report json=FILE wrote. diff lists the clauses whose verdict changed,
            by rule: first newly failing clauses, with the number of clauses they block, then fixed clauses, clauses
            that are no longer checked, new clauses and removed clauses.

            show converts a report to another format, such as text, JUnit or an HTML page.
            """,
        options: options,
        examples: [
            "rehearsal report diff main.json branch.json": "compare a branch with main",
            "rehearsal report show run.json --as html > run.html": "convert a report to an HTML page",
        ],
        exitStatuses: [
            .success: "no clause newly fails, or the report was converted",
            .failed: "a clause newly fails, or the new run is incomplete",
            .unavailable: "the output could not be written completely",
            .usage: "a file is not a readable report, or the command line is not valid",
        ],
        run: run
    )

    private static let options = [
        Option("as", "FORMAT", "the format of report show: \(ReportActions.formats)", standard: "text"),
        Option(flag: "json", "print the changes of report diff as a JSON document"),
    ]

    private static func run(_ arguments: Arguments, _ terminal: Terminal) throws(UsageError) -> ExitStatus {
        let words = arguments.operands
        switch (words.first, words.count) {
        case ("diff", 3):
            if arguments["as"] != nil {
                throw UsageError("--as applies only to report show", hint: "for report diff, use --json")
            }
            return try ReportActions.diff(words[1], words[2], isJSON: arguments.has("json"), terminal)
        case ("show", 2):
            if arguments.has("json") {
                throw UsageError("--json applies only to report diff", hint: "for report show, use --as json")
            }
            return try ReportActions.show(words[1], as: arguments["as"], terminal)
        case ("diff", _): throw UsageError("report diff takes two reports, found \(words.count - 1)")
        case ("show", _): throw UsageError("report show takes one report, found \(words.count - 1)")
        default:
            throw UsageError(
                words.first.map { "unknown action \($0.quoted) of report" } ?? "report needs diff or show",
                hint: "try: rehearsal report diff OLD.json NEW.json, or rehearsal report show FILE.json"
            )
        }
    }
}
