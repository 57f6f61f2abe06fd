import Rehearsal
import RehearsalDocuments
import RehearsalFaultCatalogue

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
