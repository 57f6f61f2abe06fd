extension Journal {
    /// A connection of a client, with or without requests.
    public struct Connection: Sendable {
        /// The number of the connection in the session, from 0.
        public var number: Int
        /// The time of acceptance, in nanoseconds of the journal's clock.
        public var openedAt: Int64
        /// The time at which the connection ended; nil while it is open.
        public var closedAt: Int64?
        /// The network state of the scenario in which the connection was accepted: `resetting`; nil if it was served.
        public var treatment: String?
        /// The number of exchanges on the connection.
        public var exchanges: Int
        /// The number of bytes that the server read.
        public var received: Int
        /// The number of bytes that the kernel accepted for sending.
        public var sent: Int
        /// The number of sent bytes that the client's kernel had acknowledged when the connection ended.
        public var acknowledged: Int
        /// The end of the connection; nil while it is open.
        public var end: ConnectionEnd?

        package init(number: Int, openedAt: Int64, treatment: String?) {
            self.number = number
            self.openedAt = openedAt
            self.treatment = treatment
            exchanges = 0
            received = 0
            sent = 0
            acknowledged = 0
        }
    }

    /// The end of a connection.
    public enum ConnectionEnd: UInt8, Sendable, Hashable {
        /// The client's FIN arrived before the server sent its own.
        case closedByClient
        /// The client sent RST.
        case resetByClient
        /// The server sent FIN.
        case closed
        /// The server sent RST.
        case reset
        /// The server stopped while the connection was open.
        case stopped
        /// The connection moved to another session that shares the port.
        case moved
    }

    /// The bytes of a reply that the kernel accepted, as on the wire.
    package struct SentBytes: Sendable, Hashable {
        /// The first bytes, up to the limit of the recording.
        package var bytes: [UInt8]
        /// The total number of bytes, including those beyond the limit.
        package var length: Int
        /// The time at which the kernel accepted the first byte, in nanoseconds of the journal's clock.
        package var firstAt: Int64
        /// The time at which the kernel accepted the last byte.
        package var lastAt: Int64
        /// The local address of the connection: `127.0.0.1`; nil if unknown.
        package var address: String?
        /// Whether some bytes were lost before they were recorded, so that the rest cannot be parsed.
        package var hasLoss = false

        /// Whether all bytes are present.
        package var isComplete: Bool { !hasLoss && bytes.count == length }

        package init(bytes: [UInt8] = [], length: Int = 0, firstAt: Int64, address: String? = nil) {
            (self.bytes, self.length, self.address) = (bytes, length, address)
            (self.firstAt, lastAt) = (firstAt, firstAt)
        }
    }

    /// A switch of a server to another scenario, or a restart of the current one.
    public struct ScenarioSwitch: Sendable, Hashable {
        /// The time, in nanoseconds of the journal's clock.
        public var at: Int64
        /// The number of the switch, from 1.
        public var number: Int
        /// The name of the new scenario.
        public var scenario: String

        package init(at: Int64, number: Int, scenario: String) {
            (self.at, self.number, self.scenario) = (at, number, scenario)
        }

        /// Returns the switch as one line of NDJSON, including the line end.
        package func ndjsonLine(session: String) -> [UInt8] {
            let json: JSON = [
                "event": "play", "session": .string(session), "at": .integer(at),
                "clock": "real", "play": JSON(integerLiteral: number), "scenario": .string(scenario),
            ]
            return json.bytes() + [0x0A]
        }
    }

    /// A record of a session: an exchange or a scenario switch.
    package enum Record: Sendable {
        case exchange(Entry)
        case scenarioSwitch(ScenarioSwitch)

        /// Returns the record as one line of NDJSON, including the line end, without secrets.
        package func ndjsonLine(session: String, _ redaction: Redaction) -> [UInt8] {
            switch self {
            case .exchange(let entry): entry.ndjsonLine(redaction)
            case .scenarioSwitch(let mark): mark.ndjsonLine(session: session)
            }
        }

        /// Returns exchanges and scenario switches in order of time. The time of an exchange
        /// is its end; if it is open, its start.
        package static func merged(_ entries: [Entry], _ marks: [ScenarioSwitch]) -> [Record] {
            guard !marks.isEmpty else { return entries.map { .exchange($0) } }
            var items: [Record] = []
            var rest = marks[...]
            for entry in entries {
                while let mark = rest.first, mark.at < entry.endAt ?? entry.at {
                    items.append(.scenarioSwitch(rest.removeFirst()))
                }
                items.append(.exchange(entry))
            }
            return items + rest.map { .scenarioSwitch($0) }
        }
    }

    /// A violated requirement, with the requests that prove it.
    public struct Finding: Sendable {
        /// The kind of requirement that was violated.
        public var rule: Rule
        /// The subject: `get /api/v1/reservations`.
        public var subject: String
        /// The expected and the actual value, in one line: `count: expected 3, saw 1`.
        public var message: String
        /// The source location of the requirement, `file:line`; nil if it is declared in Swift.
        public var sourceLocation: String?
        /// The requests that prove the violation, in the order of arrival.
        public var requests: [Entry]
        /// Whether no later request can change the finding.
        package var isFinal: Bool

        /// A kind of requirement.
        public enum Rule: String, Sendable, Hashable, CaseIterable {
            /// A requirement of the same name in ``Scenario/Expectation``.
            case count, attempts, gaps, same, endedBy, inOrder
            /// A request that no endpoint answered, or that violated a rule of HTTP.
            case unexpected
            /// A reply that the scenario requires and that no request received.
            case unused
            /// An exchange that the API document of the scenario does not allow.
            case contract
        }

        package init(
            _ rule: Rule,
            _ subject: String,
            _ message: String,
            sourceLocation: String? = nil,
            requests: [Entry] = [],
            isFinal: Bool = false,
        ) {
            self.rule = rule
            self.subject = subject
            self.message = "\(rule.rawValue): \(message)"
            self.sourceLocation = sourceLocation
            self.requests = requests
            self.isFinal = isFinal
        }
    }
}

extension Journal.Finding: CustomStringConvertible {
    /// The finding in one line: `get /api/v1/reservations: count: expected 3, saw 1`.
    public var description: String { "\(subject): \(message)" }
}
