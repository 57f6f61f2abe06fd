import Rehearsal
import RehearsalContracts

/// `rehearsal report`.
enum ReportCommand {
    static let command = Command(
        name: "report",
        summary: "compares two reports of verify, or shows one in another form",
        operands: "diff OLD.json NEW.json | show FILE.json",
        discussion: """
            Reads what rehearsal verify --report json=FILE has written. diff says which clauses came to another
            verdict, rule by rule: what broke first, with what it blocks counted and not listed, then what was mended,
            what is not asked any more, what is new and what has gone.

            show writes a report in another form, so that one run serves a terminal, continuous integration and a page.
            """,
        options: options,
        examples: [
            "rehearsal report diff main.json branch.json": "does the branch break a rule?",
            "rehearsal report show run.json --as html > run.html": "a page of an earlier run",
        ],
        exits: [
            .held: "nothing broke, or the report is shown",
            .failed: "a clause fails that did not, or the new run itself went wrong",
            .couldNot: "the output could not be written whole",
            .usage: "a file cannot be read or is no report, or the command line is wrong",
        ],
        run: run
    )

    private static let options = [
        Option("as", "FORMAT", "for show: \(ReportFile.formats)", standard: "text"),
        Option(flag: "json", "for diff: prints the changes as a document"),
    ]

    private static func run(_ arguments: Arguments, _ terminal: Terminal) throws(UsageError) -> ExitStatus {
        let words = arguments.operands
        switch (words.first, words.count) {
        case ("diff", 3):
            if arguments["as"] != nil { throw UsageError("--as is for report show", hint: "diff has --json") }
            return try ReportFile.diff(words[1], words[2], isJSON: arguments.has("json"), terminal)
        case ("show", 2):
            if arguments.has("json") { throw UsageError("--json is for report diff", hint: "try: --as json") }
            return try ReportFile.show(words[1], as: arguments["as"], terminal)
        case ("diff", _): throw UsageError("report diff takes two reports, found \(words.count - 1)")
        case ("show", _): throw UsageError("report show takes one report, found \(words.count - 1)")
        default:
            throw UsageError(
                words.first.map { "report cannot \($0.quoted)" } ?? "report needs to be told what to do",
                hint: "try: rehearsal report diff OLD.json NEW.json, or rehearsal report show FILE.json"
            )
        }
    }
}
