@_spi(Wire) import Rehearsal

/// The conversion of the header fields of a recorded reply to those of its replay.
package enum RecordedHeaders {
    /// Returns the fields that a replay sends, with the order, case and number of the recorded ones.
    ///
    /// The result has no pseudo-fields of HTTP/2 (`:status`), no fields that concern one connection (RFC 9110 §7.6.1),
    /// and no `Content-Length`, which the server computes.
    ///
    /// - Parameters:
    ///   - isExact: whether the result keeps `Date`, and the attributes `Domain` and `Secure` of cookies.
    ///   - keepsContentEncoding: whether the recorded body still has its content coding.
    static func replayable(
        _ recorded: [Scenario.Headers.Field],
        isExact: Bool,
        keepsContentEncoding: Bool
    ) -> Scenario.Headers {
        let connectionOptions = Scenario.Headers(recorded).values(of: "Connection")
            .flatMap { $0.split(separator: ",").map { $0.trimmed.lowercased() } }
        let kept = recorded.filter { field in
            let name = field.name.lowercased()
            if name.hasPrefix(":") || name.hasPrefix("proxy-") || connectionFields.contains(name) { return false }
            if name == "content-length" || connectionOptions.contains(name) { return false }
            if name == "content-encoding" { return keepsContentEncoding }
            return isExact || name != "date"
        }
        return Scenario.Headers(
            kept.map { field in
                guard !isExact, Scenario.Headers.isSameName(field.name, "Set-Cookie"), let value = field.value else {
                    return field
                }
                return Scenario.Headers.Field(field.name, cookieForAnyOrigin(value))
            }
        )
    }

    /// Returns the field values in a text in which an exporter joined several by line breaks (`a=1\nb=2`).
    ///
    /// A line that begins with a space or a tab continues the previous one (RFC 9112 §5.2).
    package static func lines(of value: String) -> [String] {
        guard value.utf8.contains(where: { $0 == 0x0A || $0 == 0x0D }) else { return [String(value.trimmed)] }
        var lines: [String] = []
        for part in value.split(omittingEmptySubsequences: true, whereSeparator: { $0 == "\n" || $0 == "\r\n" }) {
            let line = String(String(part).trimmed)
            if part.first == " " || part.first == "\t", let last = lines.popLast() {
                lines.append(line.isEmpty ? last : "\(last) \(line)")
            } else if !line.isEmpty {
                lines.append(line)
            }
        }
        return lines
    }

    /// Whether a field value can be sent: it contains no CR, LF or NUL (RFC 9110 §5.5).
    package static func isValid(value: String) -> Bool {
        value.utf8.allSatisfy { $0 != 0x0A && $0 != 0x0D && $0 != 0 }
    }

    /// Whether a field name can be sent: it is a token (RFC 9110 §5.6.2).
    package static func isValid(name: String) -> Bool {
        !name.isEmpty && name.utf8.allSatisfy(ByteClass.isToken)
    }

    private static let connectionFields: Set<String> = [
        "connection", "keep-alive", "te", "trailer", "transfer-encoding", "upgrade",
    ]

    /// Returns a cookie without the attributes that bind it to its host or to a secure origin (`Domain`, `Secure`).
    package static func cookieForAnyOrigin(_ value: String) -> String {
        let parts = value.split(separator: ";", omittingEmptySubsequences: false)
        let kept = parts.enumerated().filter { index, part in
            let name = part.prefix { $0 != "=" }.trimmed.lowercased()
            return index == 0 || (name != "secure" && name != "domain")
        }
        return kept.map { String($0.element) }.joined(separator: ";")
    }
}

/// The syntax of header fields (RFC 9110 §5.5, §5.6.2).
package enum HeaderSyntax {
    /// Whether a text is a token, as names of methods and header fields must be.
    package static func isToken(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy(ByteClass.isToken)
    }

    /// Whether a text is a valid field value: it has no control characters except the tab.
    package static func isValue(_ text: String) -> Bool {
        text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }
    }
}
