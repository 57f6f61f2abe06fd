import Rehearsal
import RehearsalDocuments
import RehearsalRecordings

/// The exchanges of a recording as a table for people and as JSON for scripts.
enum ExchangeListing {
    private static let gap = 2
    /// What is longer is cut off in a table.
    private static let longest = 60

    /// A line an exchange under a line of headings.
    static func table(_ exchanges: [InspectedExchange]) -> String {
        let rows = [["#", "name", "method", "path", "status", "type", "bytes", ""]] + exchanges.map(row)
        let widths = (0..<7).map { column in (rows.map { $0[column].count }.max() ?? 0) + gap }
        let lines = rows.map { row in
            var line = zip(row, widths).map { $0.padded(to: $1) }.joined() + (row.last ?? "")
            while line.hasSuffix(" ") { line.removeLast() }
            return line
        }
        let count = "\(exchanges.count) exchange\(exchanges.count == 1 ? "" : "s")"
        return (lines + ["", count]).joined(separator: "\n")
    }

    private static func row(_ exchange: InspectedExchange) -> [String] {
        [
            String(exchange.number), short(exchange.name ?? "-"), exchange.method, short(exchange.target),
            exchange.status == 0 ? "-" : String(exchange.status), exchange.type.isEmpty ? "-" : short(exchange.type),
            String(exchange.body.count), exchange.remarks.joined(separator: "; ").printable,
        ]
    }

    private static func short(_ text: String) -> String {
        let text = text.printable
        return text.count <= longest ? text : text.prefix(longest - 1) + "…"
    }

    static func json(_ exchange: InspectedExchange) -> JSON { .object(members(exchange)) }

    static func members(_ exchange: InspectedExchange) -> [JSON.Member] {
        [
            .init("number", JSON(integerLiteral: exchange.number)),
            .init("name", .text(exchange.name)),
            .init("method", .string(exchange.method)), .init("url", .string(exchange.url)),
            .init("path", .string(exchange.target)), .init("status", JSON(integerLiteral: exchange.status)),
            .init("type", .string(exchange.type)), .init("size", JSON(integerLiteral: exchange.body.count)),
            .init("fault", exchange.failure.map { .string($0.rawValue) } ?? .null),
            .init("remarks", .array(exchange.remarks.map { .string($0) })),
        ]
    }
}
