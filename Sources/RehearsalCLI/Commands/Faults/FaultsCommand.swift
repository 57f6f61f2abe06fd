import Rehearsal
import RehearsalDocuments
import RehearsalFaultCatalogue

/// The `rehearsal faults` command, which lists the fault catalogue.
enum FaultsCommand {
    static let command = Command(
        name: "faults",
        summary: "list the faults that a scenario can play, with an example of each",
        operands: "[NUMBER|NAME]",
        description: """
            Without an operand, prints a table of all faults: where each can be observed (on the wire, only on Linux, or
            only in the client), and how a scenario declares it. Most faults are an effect at a stage, such as "reset at
            beforeHead". Others define the exact bytes of a reply, affect a connection before a request is read, or are
            ordinary replies.

            With a number (F31), the number of a case (F31b), another tool's name (reset_peer, EMPTY_RESPONSE) or a word
            (gzip), prints the details of the matching faults, and a scenario document for each case. Copy its reply
            into your own scenario, or refer to the document with "extends".
            """,
        options: [Option(flag: "json", "print a JSON array of faults, each with its cases and their documents")],
        examples: [
            "rehearsal faults": "all faults",
            "rehearsal faults F05": "the fault that resets the connection instead of sending a reply",
            "rehearsal faults slow_close": "the fault that Toxiproxy calls slow_close",
            "rehearsal faults --json | jq '.[].cases[].id'": "the numbers of all cases",
        ],
        exitStatuses: [
            .success: "the faults were printed",
            .usage: "no fault has that name, or the command line is not valid",
        ],
        run: run
    )

    private static func run(_ arguments: Arguments, _ terminal: Terminal) throws(UsageError) -> ExitStatus {
        guard arguments.operands.count < 2 else {
            throw UsageError("faults takes one number or name, found \(arguments.operands.count) operands")
        }
        let name = arguments.operands.first
        let entries = try name.map(matchingEntries) ?? FaultCatalogue.entries
        if arguments.has("json") {
            terminal.write(.array(entries.map(FaultListing.json)), isPretty: true)
        } else if let name {
            let pages = entries.map { FaultText(entry: $0, query: name, width: terminal.width).text }
            terminal.write(pages.joined(separator: "\n\n"))
        } else {
            terminal.write(FaultListing.table(entries))
        }
        return .success
    }

    private static func matchingEntries(_ name: String) throws(UsageError) -> [NumberedFault] {
        let entries = FaultCatalogue.find(name)
        guard entries.isEmpty else { return entries }
        let all = FaultCatalogue.entries
        throw UsageError(
            "unknown fault \"\(name.printable)\"",
            name,
            nearestOf: all.map(\.id) + all.flatMap { $0.toolNames.named.map(\.name) },
            otherwise: "to list all faults: rehearsal faults"
        )
    }
}

/// The fault catalogue as a table and as JSON.
enum FaultListing {
    private static let columnGap = 2

    /// Returns a table with a heading and one line for each fault.
    static func table(_ entries: [NumberedFault]) -> String {
        let rows =
            [["id", "fault", "observable", "written as"]]
            + entries.map { [$0.id, $0.title, $0.observability.name, $0.notation] }
        let widths = (0..<3).map { column in (rows.map { $0[column].count }.max() ?? 0) + columnGap }
        let lines = rows.map { row in
            zip(row, widths).map { $0.padded(to: $1) }.joined() + (row.last ?? "")
        }
        let cases = entries.reduce(0) { $0 + $1.variants.count }
        return
            (lines + ["", "\(entries.count) faults, \(cases) cases; rehearsal faults F05 shows one with its scenario"])
            .joined(separator: "\n")
    }

    static func json(_ entry: NumberedFault) -> JSON {
        var members: [JSON.Member] = [
            .init("id", .string(entry.id)),
            .init("title", .string(entry.title)),
            .init("wire", .string(entry.wire)),
            .init("observable", .string(entry.observability.name)),
        ]
        if let reason = entry.observability.reason { members.append(.init("because", .string(reason))) }
        members.append(.init("peers", .object(entry.toolNames.named.map { .init($0.tool, .string($0.name)) })))
        members.append(.init("cases", .array(entry.variants.map(json))))
        return .object(members)
    }

    private static func json(_ item: FaultVariant) -> JSON {
        var members: [JSON.Member] = [
            .init("id", .string(item.id)),
            .init("title", .string(item.title)),
            .init("notation", .string(item.notation)),
        ]
        if let wire = item.wire { members.append(.init("wire", .string(wire))) }
        if let reason = item.reason { members.append(.init("because", .string(reason))) }
        if let scenario = item.scenario { members.append(.init("scenario", scenario.document)) }
        return .object(members)
    }
}
