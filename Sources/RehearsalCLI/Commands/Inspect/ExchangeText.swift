import Rehearsal
import RehearsalDocuments
import RehearsalRecordings
import RehearsalRedaction

/// One exchange of a recording, as text and as JSON.
enum ExchangeText {
    /// Returns the headers and the body of the request and of the reply. JSON has one member on each line.
    static func text(_ exchange: InspectedExchange, _ style: TerminalStyle) -> String {
        var lines = [style.bold("\(exchange.method) \(exchange.url.printable)")]
        lines += fields(exchange.requestHeaders) + body(exchange.requestBody, exchange.requestHeaders)
        lines.append("")
        if exchange.status == 0 {
            lines.append(style.bold("no reply") + (exchange.error.map { ": \($0.printable)" } ?? ""))
        } else {
            lines.append(style.bold("\(exchange.status) \(exchange.reason.printable)"))
            lines += fields(exchange.headers) + body(exchange.body, exchange.headers)
        }
        if !exchange.notes.isEmpty {
            lines += ["", style.dim("(\(exchange.notes.joined(separator: "; ").printable))")]
        }
        return lines.joined(separator: "\n")
    }

    private static func fields(_ headers: Scenario.Headers) -> [String] {
        headers.fields.map { "\($0.name.printable): \(($0.value ?? "").printable)" }
    }

    private static func body(_ bytes: [UInt8], _ headers: Scenario.Headers) -> [String] {
        if bytes.isEmpty { return [] }
        guard var text = bytes.text else { return ["", "(\(bytes.count) bytes of binary data)"] }
        if (try? JSONDocument(parsing: bytes)) != nil {
            text = String(decoding: JSONRewriter.bytes(bytes, spacing: .readable), as: UTF8.self)
        }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { String($0).printable }
        return [""] + (lines.last == "" ? Array(lines.dropLast()) : lines)
    }

    /// Returns the exchange with its headers and bodies. A body is JSON if it parses as JSON, else text, else Base64.
    static func json(_ exchange: InspectedExchange) -> JSON {
        var members = ExchangeListing.members(exchange)
        members += [
            .init("requestHeaders", headers(exchange.requestHeaders)),
            .init("requestBody", value(exchange.requestBody)),
            .init("reason", .string(exchange.reason)), .init("headers", headers(exchange.headers)),
            .init("body", value(exchange.body)),
        ]
        return .object(members)
    }

    private static func headers(_ headers: Scenario.Headers) -> JSON {
        .array(headers.fields.map { .array([.string($0.name), .string($0.value ?? "")]) })
    }

    private static func value(_ bytes: [UInt8]) -> JSON {
        if bytes.isEmpty { return .null }
        if let json = try? JSON(parsing: bytes) { return ["json": json] }
        if let text = bytes.text { return ["text": .string(text)] }
        return ["base64": .string(Base64.encoded(bytes))]
    }
}

/// The exchanges of a recording as a table and as JSON.
enum ExchangeListing {
    private static let columnGap = 2
    /// The maximum length of a table cell, in characters. Longer texts are cut.
    private static let maximumCellLength = 60

    /// Returns a table with a heading and one line for each exchange.
    static func table(_ exchanges: [InspectedExchange]) -> String {
        let rows = [["#", "name", "method", "path", "status", "type", "bytes", ""]] + exchanges.map(row)
        let widths = (0..<7).map { column in (rows.map { $0[column].count }.max() ?? 0) + columnGap }
        let lines = rows.map { row in
            var line = zip(row, widths).map { $0.padded(to: $1) }.joined() + (row.last ?? "")
            while line.hasSuffix(" ") { line.removeLast() }
            return line
        }
        return (lines + ["", "exchange".pluralized(exchanges.count)]).joined(separator: "\n")
    }

    private static func row(_ exchange: InspectedExchange) -> [String] {
        [
            String(exchange.number), short(exchange.name ?? "-"), exchange.method, short(exchange.target),
            exchange.status == 0 ? "-" : String(exchange.status), exchange.type.isEmpty ? "-" : short(exchange.type),
            String(exchange.body.count), exchange.notes.joined(separator: "; ").printable,
        ]
    }

    private static func short(_ text: String) -> String {
        let text = text.printable
        return text.count <= maximumCellLength ? text : text.prefix(maximumCellLength - 1) + "…"
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
            .init("remarks", .array(exchange.notes.map { .string($0) })),
        ]
    }
}
