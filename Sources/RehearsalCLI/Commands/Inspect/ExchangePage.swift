import Rehearsal
import RehearsalRecordings
import RehearsalRedaction

/// One exchange of a recording, to be read.
enum ExchangePage {
    /// The request and the reply as they are written on the wire, JSON a member a line.
    static func text(_ exchange: InspectedExchange, _ style: Style) -> String {
        var lines = [style.bold("\(exchange.method) \(exchange.url.printable)")]
        lines += fields(exchange.requestHeaders) + body(exchange.requestBody, exchange.requestHeaders)
        lines.append("")
        if exchange.status == 0 {
            lines.append(style.bold("no reply") + (exchange.error.map { ": \($0.printable)" } ?? ""))
        } else {
            lines.append(style.bold("\(exchange.status) \(exchange.reason.printable)"))
            lines += fields(exchange.headers) + body(exchange.body, exchange.headers)
        }
        if !exchange.remarks.isEmpty {
            lines += ["", style.dim("(\(exchange.remarks.joined(separator: "; ").printable))")]
        }
        return lines.joined(separator: "\n")
    }

    private static func fields(_ headers: Scenario.Headers) -> [String] {
        headers.fields.map { "\($0.name.printable): \(($0.value ?? "").printable)" }
    }

    private static func body(_ bytes: [UInt8], _ headers: Scenario.Headers) -> [String] {
        if bytes.isEmpty { return [] }
        guard var text = bytes.text else { return ["", "(\(bytes.count) bytes that are no text)"] }
        if (try? JSONDocument(parsing: bytes)) != nil {
            text = String(decoding: JSONRewriting.bytes(bytes, spacing: .readable), as: UTF8.self)
        }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { String($0).printable }
        return [""] + (lines.last == "" ? Array(lines.dropLast()) : lines)
    }

    /// All of it: bodies as JSON where they are, else as text, else as Base64.
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
