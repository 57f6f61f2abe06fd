import Rehearsal
import RehearsalDocuments
import RehearsalFaultCatalogue

/// `rehearsal faults`.
enum FaultsCommand {
    static let command = Command(
        name: "faults",
        summary: "lists what can go wrong, and shows the scenario that plays it",
        operands: "[NUMBER|NAME]",
        discussion: """
            Without an operand, every fault that has a number: where it can be shown to happen (on the wire, only on
            Linux, or only in the client), and how a scenario says it. Most are a pair of a stage and an effect, such
            as "reset at beforeHead"; some are the exact bytes of a reply, some happen to connections before a request
            is read, and some are plain replies.

            With a number (F31), the number of a case (F31b), another tool's name (reset_peer, EMPTY_RESPONSE) or a
            word (gzip), everything about those faults, and for each case the document that plays it. Copy its reply
            into a scenario of your own, or put the document below it with "extends".
            """,
        options: [Option(flag: "json", "prints an array of faults, each with its cases and their documents")],
        examples: [
            "rehearsal faults": "what there is",
            "rehearsal faults F05": "a connection that is reset instead of a reply",
            "rehearsal faults slow_close": "what Toxiproxy calls slow_close",
            "rehearsal faults --json | jq '.[].cases[].id'": "the numbers of all cases",
        ],
        exits: [
            .held: "there are such faults",
            .usage: "there is no such fault, or the command line is wrong",
        ],
        run: run
    )

    private static func run(_ arguments: Arguments, _ terminal: Terminal) throws(UsageError) -> ExitStatus {
        guard arguments.operands.count < 2 else {
            throw UsageError("faults takes one number or name, found \(arguments.operands.count)")
        }
        let name = arguments.operands.first
        let entries = try name.map(found) ?? FaultCatalogue.entries
        if arguments.has("json") {
            terminal.write(.array(entries.map(FaultListing.json)), isPretty: true)
        } else if let name {
            let pages = entries.map { FaultPage(entry: $0, only: name, width: terminal.width).text }
            terminal.write(pages.joined(separator: "\n\n"))
        } else {
            terminal.write(FaultListing.table(entries))
        }
        return .held
    }

    private static func found(_ name: String) throws(UsageError) -> [NumberedFault] {
        let entries = FaultCatalogue.find(name)
        guard entries.isEmpty else { return entries }
        let all = FaultCatalogue.entries
        throw UsageError(
            "there is no fault \"\(name.printable)\"",
            name,
            nearestOf: all.map(\.id) + all.flatMap { $0.peers.named.map(\.name) },
            otherwise: "rehearsal faults lists them all"
        )
    }
}

/// The faults as a table for people and as JSON for scripts.
enum FaultListing {
    private static let gap = 2

    /// A line a fault under a line of headings.
    static func table(_ entries: [NumberedFault]) -> String {
        let rows =
            [["id", "fault", "provable", "said as"]]
            + entries.map { [$0.id, $0.title, $0.provable.name, $0.said] }
        let widths = (0..<3).map { column in (rows.map { $0[column].count }.max() ?? 0) + gap }
        let lines = rows.map { row in
            zip(row, widths).map { $0.padded(to: $1) }.joined() + (row.last ?? "")
        }
        let cases = entries.reduce(0) { $0 + $1.cases.count }
        return
            (lines + ["", "\(entries.count) faults, \(cases) cases; rehearsal faults F05 shows one with its scenario"])
            .joined(separator: "\n")
    }

    static func json(_ entry: NumberedFault) -> JSON {
        var members: [JSON.Member] = [
            .init("id", .string(entry.id)),
            .init("title", .string(entry.title)),
            .init("wire", .string(entry.wire)),
            .init("provable", .string(entry.provable.name)),
        ]
        if let reason = entry.provable.reason { members.append(.init("because", .string(reason))) }
        members.append(.init("peers", .object(entry.peers.named.map { .init($0.tool, .string($0.name)) })))
        members.append(.init("cases", .array(entry.cases.map(json))))
        return .object(members)
    }

    private static func json(_ item: FaultCase) -> JSON {
        var members: [JSON.Member] = [
            .init("id", .string(item.id)),
            .init("title", .string(item.title)),
            .init("said", .string(item.said)),
        ]
        if let reason = item.reason { members.append(.init("because", .string(reason))) }
        if let scenario = item.scenario { members.append(.init("scenario", scenario.document)) }
        return .object(members)
    }
}
