/// The parts of a head as they may be shown: with the secrets taken out, also where the head is broken.
///
/// What a client counts wrongly, divides wrongly or leaves unfinished puts a part of its body or of another line where
/// a method, a version or a name is read. No name says then what is a secret, so that what cannot be such a part is
/// shown by its length. What the journal keeps stays as it came.
extension Journal.Entry {
    /// Method and target: `POST /login?token=%5Bredacted%203f2a9c01%5D`.
    package func shownRequest(_ redaction: Redaction) -> String { "\(shownMethod) \(shownTarget(redaction))" }

    /// The method, or how long that is which stands in its place.
    package var shownMethod: String {
        if method.isEmpty { return method }
        // A word on a line of its own may be the end of any body.
        let isMethod = isRequestLine || HeadPart.knownMethods.contains(method)
        guard isMethod, HeadPart.isMethod(method) else { return HeadPart.length(head.method.count, "no method") }
        return method
    }

    /// The target without its secrets, or how long that is which stands in its place.
    package func shownTarget(_ redaction: Redaction) -> String {
        guard target.isEmpty || isRequestLine else { return HeadPart.length(head.target.count, "no target") }
        return HeadPart.upToBareReturn(target) { redaction.requestTarget($0) }
    }

    /// The version, or how long that is which stands in its place.
    package var shownVersion: String {
        version.isEmpty || HeadPart.isVersion(version) ? version : HeadPart.length(head.version.count, "no version")
    }

    /// The header lines, in their order.
    package func shownFields(_ redaction: Redaction) -> [(name: String, value: String)] {
        head.fields.map { shown($0, redaction) }
    }

    /// The values of every header line of that name, in their order.
    func shownValues(of name: String, _ redaction: Redaction) -> [String] {
        shownFields(redaction).filter { Scenario.Headers.isSameName($0.name, name) }.map(\.value)
    }

    private var head: RequestHead { RawHead(rawHead).head }

    private func shown(_ field: RequestHead.Field, _ redaction: Redaction) -> (name: String, value: String) {
        let name = rawHead[field.name.range]
        // Blanks around a name keep it from being one (RFC 9112 §5.1), and yet everybody reads it as one.
        let bare = name.split(omittingEmptySubsequences: true) { $0.isBlank }
        let end = field.name.range.upperBound
        let hasColon = end < rawHead.count && rawHead[end] == UInt8(ascii: ":")
        guard hasColon, bare.count == 1, bare[0].allSatisfy(ByteClass.isToken) else {
            let last = max(field.name.range.upperBound, field.value.range.upperBound, end + (hasColon ? 1 : 0))
            return (HeadPart.length(last - field.name.range.lowerBound, "no header line"), "")
        }
        let text = String(decoding: name, as: UTF8.self)
        let value = String(decoding: rawHead[field.value.range], as: UTF8.self)
        return (text, HeadPart.upToBareReturn(value) { redaction.header(name: text, value: $0) })
    }

    /// Whether the first line has a version, or a target that is told by how it begins.
    private var isRequestLine: Bool {
        if HeadPart.isVersion(version) || target.hasPrefix("/") || target == "*" { return true }
        let scheme = target.utf8.prefix { $0 != UInt8(ascii: ":") }
        return target.utf8.dropFirst(scheme.count).starts(with: "://".utf8)
            && !scheme.isEmpty && scheme.allSatisfy(\.isLetter)
    }

    /// The exchange in one line, for a report: when it arrived, connection.exchange, request, answer, how it ended.
    ///
    /// - Parameter start: the instant that is zero.
    package func trace(since start: Int64, _ redaction: Redaction) -> String {
        let place = "\(connection).\(exchange)"
        let request = shownRequest(redaction)
        let end = ending(redaction)
        return "\(Duration.nanoseconds(at - start).shownInSeconds)  \(place)  \(request) → \(answer), \(end)"
    }

    private var answer: String {
        guard let status, written > 0 || end == .completed else { return "no reply" }
        return "\(status)"
    }

    private func ending(_ redaction: Redaction) -> String {
        guard let end else { return "still open" }
        let how = end == .fault ? fault ?? end.shown : end.shown
        let violation = redaction.remark(violation, about: self)
        return [policy, violation, foreignCookieNote].compactMap(\.self).reduce(how) { "\($0) (\($1))" }
    }
}

extension Journal.End {
    /// As it is shown to people.
    package var shown: String {
        switch self {
        case .completed: "completed"
        case .resetByClient: "reset by the client"
        case .closedByClient: "closed by the client"
        case .fault: "cut off by the scenario"
        case .timeout: "the client was silent for too long"
        case .stopped: "stopped before it was done"
        }
    }
}

extension Journal.Finding {
    /// What a person reads: the place and the message on the first line, then the requests that show it.
    package func text(since start: Int64, _ redaction: Redaction) -> String {
        let first = (place.map { "\($0): error: " } ?? "error: ") + description
        let shown = arrivals.prefix(Self.mostShown).map { "    " + $0.trace(since: start, redaction) }
        let rest = arrivals.count - shown.count
        return ([first] + shown + (rest > 0 ? ["    … and \(rest) more"] : [])).joined(separator: "\n")
    }

    private static let mostShown = 20
}

extension Journal.Entry {
    /// What there is to say of cookies that are another server's; nil for most.
    package var foreignCookieNote: String? {
        guard !foreignCookies.isEmpty else { return nil }
        let names = foreignCookies.map { String(decoding: JSON.string($0).bytes(), as: UTF8.self) }.joined(
            separator: ", "
        )
        return "\(foreignCookies.count == 1 ? "cookie" : "cookies") of another server: \(names)"
    }
}

/// How a part of a head is shown that may not be what it stands for.
enum HeadPart {
    /// No method is longer, while many a secret is a token in HTTP's sense too.
    private static let longestMethod = 32

    /// The methods of RFC 9110 §9.3 and RFC 5789:
    /// what is told for a method even where nothing else says that it is one.
    static let knownMethods: Set<String> = [
        "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "CONNECT", "TRACE",
    ]

    /// Whether it is a token of the length that a method may have (RFC 9110 §9.1).
    static func isMethod(_ text: String) -> Bool {
        text.utf8.count <= longestMethod && text.utf8.allSatisfy(ByteClass.isToken)
    }

    /// Whether it is `HTTP/digit.digit` (RFC 9112 §2.3).
    static func isVersion(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        return bytes.count == 8 && bytes.starts(with: "HTTP/".utf8) && bytes[6] == UInt8(ascii: ".")
            && [bytes[5], bytes[7]].allSatisfy(\.isDigit)
    }

    /// `(23 bytes that are no method)`.
    static func length(_ count: Int, _ what: String) -> String {
        count == 1 ? "(1 byte that is \(what))" : "(\(count) bytes that are \(what))"
    }

    /// A part as `show` shows it up to a CR without its LF: what follows may be a line of its own.
    static func upToBareReturn(_ text: String, _ show: (String) -> String) -> String {
        let bytes = Array(text.utf8)
        let bareReturn = bytes.indices.first { index in
            bytes[index] == 0x0D && (index + 1 == bytes.count || bytes[index + 1] != 0x0A)
        }
        guard let bareReturn else { return show(text) }
        let rest = bytes.count - bareReturn - 1
        let kept = show(String(decoding: bytes[..<bareReturn], as: UTF8.self))
        return "\(kept) (a bare CR and \(rest == 1 ? "1 byte" : "\(rest) bytes") after it)"
    }
}
