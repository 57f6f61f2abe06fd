@_spi(Wire) import Rehearsal

/// What becomes of the header fields of a recorded reply when the reply is sent again.
package enum RecordedHeaders {
    /// The fields that a replay sends, in recorded order, case and number.
    ///
    /// Left out are the fields of HTTP/2's framing (`:status`), of one connection (RFC 9110 §7.6.1) and of the body's
    /// length, which the server computes. A date and the limits of a cookie to a secure origin go too, unless the
    /// replay is to be exact.
    static func replayable(
        _ recorded: [Scenario.Headers.Field],
        isExact: Bool,
        keepsContentEncoding: Bool
    ) -> Scenario.Headers {
        let named = Scenario.Headers(recorded).values(of: "Connection")
            .flatMap { $0.split(separator: ",").map { $0.trimmed.lowercased() } }
        let kept = recorded.filter { field in
            let name = field.name.lowercased()
            if name.hasPrefix(":") || name.hasPrefix("proxy-") || connectionFields.contains(name) { return false }
            if name == "content-length" || named.contains(name) { return false }
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

    /// The lines that an exporter joined into one value (`a=1\nb=2`); a folded line goes on (RFC 9112 §5.2).
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

    /// Whether a value can stand in a header line (RFC 9110 §5.5).
    package static func isSendable(value: String) -> Bool {
        value.utf8.allSatisfy { $0 != 0x0A && $0 != 0x0D && $0 != 0 }
    }

    /// Whether a name is a token (RFC 9110 §5.6.2).
    package static func isSendable(name: String) -> Bool {
        !name.isEmpty && name.utf8.allSatisfy(ByteClass.isToken)
    }

    private static let connectionFields: Set<String> = [
        "connection", "keep-alive", "te", "trailer", "transfer-encoding", "upgrade",
    ]

    /// A cookie without what binds it to the host or to the secure origin that set it.
    package static func cookieForAnyOrigin(_ value: String) -> String {
        let parts = value.split(separator: ";", omittingEmptySubsequences: false)
        let kept = parts.enumerated().filter { index, part in
            let name = part.prefix { $0 != "=" }.trimmed.lowercased()
            return index == 0 || (name != "secure" && name != "domain")
        }
        return kept.map { String($0.element) }.joined(separator: ";")
    }
}

/// What may stand in a header (RFC 9110 §5.5, §5.6.2).
package enum HeaderRules {
    /// Whether a text is a token: the name of a method or of a header.
    package static func isToken(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy(ByteClass.isToken)
    }

    /// Whether a text fits in a line: no control characters but the tab.
    package static func isValue(_ text: String) -> Bool {
        text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }
    }
}
