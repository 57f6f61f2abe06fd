extension Journal.Entry {
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
