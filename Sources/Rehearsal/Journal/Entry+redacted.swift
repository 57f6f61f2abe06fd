/// The parts of a head as redacted texts. The head may be malformed.
///
/// In a malformed head, the position of a method, a version or a name may contain a part of the body or of another
/// line. Such a part may be a secret without a name, so reports contain only its length. The journal stores the
/// original.
extension Journal.Entry {
    /// Returns method and target: `POST /login?token=%5Bredacted%203f2a9c01%5D`.
    package func redactedRequest(_ redaction: Redaction) -> String { "\(redactedMethod) \(redactedTarget(redaction))" }

    /// The method, or the length of invalid bytes in its place.
    package var redactedMethod: String {
        if method.isEmpty { return method }
        // A line with a single word may be the end of a body.
        let isMethod = isRequestLine || HeadPartDisplay.knownMethods.contains(method)
        guard isMethod, HeadPartDisplay.isMethod(method) else {
            return HeadPartDisplay.length(head.method.count, "not a method")
        }
        return method
    }

    /// Returns the target without secrets, or the length of invalid bytes in its place.
    package func redactedTarget(_ redaction: Redaction) -> String {
        guard target.isEmpty || isRequestLine else { return HeadPartDisplay.length(head.target.count, "not a target") }
        return HeadPartDisplay.truncatedAtBareCR(target) { redaction.requestTarget($0) }
    }

    /// The version, or the length of invalid bytes in its place.
    package var redactedVersion: String {
        version.isEmpty || HeadPartDisplay.isVersion(version)
            ? version : HeadPartDisplay.length(head.version.count, "not a version")
    }

    /// Returns the header fields, in order.
    package func redactedFields(_ redaction: Redaction) -> [(name: String, value: String)] {
        head.fields.map { redacted($0, redaction) }
    }

    /// Returns the values of all header fields of this name, in order.
    func redactedValues(of name: String, _ redaction: Redaction) -> [String] {
        redactedFields(redaction).filter { Scenario.Headers.isSameName($0.name, name) }.map(\.value)
    }

    private var head: RequestHead { RawHead(rawHead).head }

    private func redacted(_ field: RequestHead.Field, _ redaction: Redaction) -> (name: String, value: String) {
        let name = rawHead[field.name.range]
        // White space around a name is invalid (RFC 9112 §5.1), but many parsers accept it.
        let bare = name.split(omittingEmptySubsequences: true) { $0.isBlank }
        let end = field.name.range.upperBound
        let hasColon = end < rawHead.count && rawHead[end] == UInt8(ascii: ":")
        guard hasColon, bare.count == 1, bare[0].allSatisfy(ByteClass.isToken) else {
            let last = max(field.name.range.upperBound, field.value.range.upperBound, end + (hasColon ? 1 : 0))
            return (HeadPartDisplay.length(last - field.name.range.lowerBound, "not a header line"), "")
        }
        let text = String(decoding: name, as: UTF8.self)
        let value = String(decoding: rawHead[field.value.range], as: UTF8.self)
        return (text, HeadPartDisplay.truncatedAtBareCR(value) { redaction.header(name: text, value: $0) })
    }

    /// Whether the first line has a version, or a target of a recognizable form.
    private var isRequestLine: Bool {
        if HeadPartDisplay.isVersion(version) || target.hasPrefix("/") || target == "*" { return true }
        let scheme = target.utf8.prefix { $0 != UInt8(ascii: ":") }
        return target.utf8.dropFirst(scheme.count).starts(with: "://".utf8)
            && !scheme.isEmpty && scheme.allSatisfy(\.isLetter)
    }

    /// Returns the exchange as one line of a report: time of arrival, connection and exchange, request, reply and end.
    ///
    /// - Parameter start: the instant from which times are measured.
    package func summaryLine(since start: Int64, _ redaction: Redaction) -> String {
        let label = "\(connection).\(exchange)"
        let request = redactedRequest(redaction)
        let end = ending(redaction)
        return "\(Duration.nanoseconds(at - start).secondsText)  \(label)  \(request) → \(answer), \(end)"
    }

    private var answer: String {
        guard let status, written > 0 || end == .completed else { return "no reply" }
        return "\(status)"
    }

    private func ending(_ redaction: Redaction) -> String {
        guard let end else { return "still open" }
        let reason = end == .fault ? fault ?? end.displayText : end.displayText
        let violation = redaction.note(violation, about: self)
        return [policy, violation, foreignCookieNote].compactMap(\.self).reduce(reason) { "\($0) (\($1))" }
    }
}

extension Journal.End {
    /// A phrase for the end of the exchange, for reports.
    package var displayText: String {
        switch self {
        case .completed: "completed"
        case .resetByClient: "reset by the client"
        case .closedByClient: "closed by the client"
        case .fault: "fault of the scenario"
        case .timeout: "timed out waiting for the client"
        case .stopped: "the server stopped"
        }
    }
}

extension Journal.Finding {
    /// Returns the finding for a report: source location and message on the first line, then the requests that prove
    /// it.
    package func text(since start: Int64, _ redaction: Redaction) -> String {
        let first = (sourceLocation.map { "\($0): error: " } ?? "error: ") + description
        let shown = requests.prefix(Self.maxShown).map { "    " + $0.summaryLine(since: start, redaction) }
        let rest = requests.count - shown.count
        return ([first] + shown + (rest > 0 ? ["    … and \(rest) more"] : [])).joined(separator: "\n")
    }

    private static let maxShown = 20
}

extension Journal.Entry {
    /// The note on cookies that belong to another server; nil if there are none.
    package var foreignCookieNote: String? {
        guard !foreignCookies.isEmpty else { return nil }
        let names = foreignCookies.map { String(decoding: JSON.string($0).bytes(), as: UTF8.self) }.joined(
            separator: ", "
        )
        return "\(foreignCookies.count == 1 ? "cookie" : "cookies") of another server: \(names)"
    }
}

/// The display of a part of a head that may not be valid.
enum HeadPartDisplay {
    /// The maximum length of a method that is displayed. A longer token may be a secret.
    private static let maxMethodLength = 32

    /// The methods of RFC 9110 §9.3 and RFC 5789, which are displayed even if the rest of the line is invalid.
    static let knownMethods: Set<String> = [
        "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "CONNECT", "TRACE",
    ]

    /// Returns whether the text is a token that is short enough for a method (RFC 9110 §9.1).
    static func isMethod(_ text: String) -> Bool {
        text.utf8.count <= maxMethodLength && text.utf8.allSatisfy(ByteClass.isToken)
    }

    /// Returns whether the text is `HTTP/digit.digit` (RFC 9112 §2.3).
    static func isVersion(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        return bytes.count == 8 && bytes.starts(with: "HTTP/".utf8) && bytes[6] == UInt8(ascii: ".")
            && [bytes[5], bytes[7]].allSatisfy(\.isDigit)
    }

    /// Returns a text such as `(23 bytes that are not a method)`.
    static func length(_ count: Int, _ description: String) -> String {
        count == 1 ? "(1 byte that is \(description))" : "(\(count) bytes that are \(description))"
    }

    /// Returns a part formatted by `show`. The bytes after a bare CR may be another line, so they
    /// are replaced by their number.
    static func truncatedAtBareCR(_ text: String, _ show: (String) -> String) -> String {
        let bytes = Array(text.utf8)
        let bareReturn = bytes.indices.first { index in
            bytes[index] == 0x0D && (index + 1 == bytes.count || bytes[index + 1] != 0x0A)
        }
        guard let bareReturn else { return show(text) }
        let rest = bytes.count - bareReturn - 1
        let shown = show(String(decoding: bytes[..<bareReturn], as: UTF8.self))
        return "\(shown) (a bare CR and \(rest == 1 ? "1 byte" : "\(rest) bytes") after it)"
    }
}
