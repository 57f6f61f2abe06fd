/// A report of the events of connections and exchanges in order of time, with one line for each.
package struct Timeline: Sendable {
    private var events: [(at: Int64, order: Int, text: String)] = []
    private let start: Int64
    private let redaction: Redaction

    /// - Parameter start: the instant from which times are measured.
    package init(
        _ entries: [Journal.Entry],
        _ connections: [Journal.Connection],
        since start: Int64,
        _ redaction: Redaction,
    ) {
        self.start = start
        self.redaction = redaction
        for connection in connections { add(connection) }
        for entry in entries { add(entry) }
        events.sort { ($0.at, $0.order) < ($1.at, $1.order) }
    }

    /// The lines of the timeline: `+0.003 s  0.1   GET /me: the head is read, 82 bytes`.
    package var lines: [String] {
        events.map { "\(Duration.nanoseconds($0.at - start).secondsText)  \($0.text)" }
    }

    private mutating func add(_ at: Int64, _ label: String, _ text: String) {
        let padding = String(repeating: " ", count: max(0, 5 - label.utf8.count))
        events.append((at, events.count, "\(label)\(padding) \(text)"))
    }

    private mutating func add(_ connection: Journal.Connection) {
        let label = "\(connection.number)"
        add(connection.openedAt, label, "accepted" + (connection.treatment.map { "; network state: \($0)" } ?? ""))
        guard let closedAt = connection.closedAt, let end = connection.end else { return }
        let exchanges = connection.exchanges == 1 ? "1 exchange" : "\(connection.exchanges) exchanges"
        let bytes =
            "\(connection.received) bytes read, \(connection.sent) sent, \(connection.acknowledged) acknowledged"
        add(closedAt, label, "\(end.displayText): \(exchanges), \(bytes)")
    }

    private mutating func add(_ entry: Journal.Entry) {
        let label = "\(entry.connection).\(entry.exchange)"
        add(entry.at, label, "the first byte of a request is read")
        let request = entry.redactedRequest(redaction)
        if let headAt = entry.headAt {
            add(headAt, label, "\(request): the head is read, \(entry.rawHead.count) bytes")
        }
        if let bodyAt = entry.bodyAt { add(bodyAt, label, "\(request): the body is read, \(entry.body.length) bytes") }
        if let fault = entry.fault { add(entry.headAt ?? entry.at, label, "\(request): the fault is \(fault)") }
        guard let endAt = entry.endAt, let end = entry.end else { return }
        let answer = entry.status.map { " \($0)," } ?? ""
        let body = entry.body.isComplete ? "" : ", request body incomplete"
        add(endAt, label, "\(request):\(answer) \(entry.written) bytes sent, \(end.displayText)\(body)")
    }
}

extension Journal.ConnectionEnd {
    /// A phrase for the end of the connection, for reports.
    package var displayText: String {
        switch self {
        case .closedByClient: "closed by the client"
        case .resetByClient: "reset by the client"
        case .closed: "closed"
        case .reset: "reset"
        case .stopped: "stopped"
        case .moved: "moved to another session"
        }
    }
}
