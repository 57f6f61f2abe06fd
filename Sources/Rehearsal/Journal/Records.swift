extension Journal {
    /// One connection of a client, also one on which no request ever came.
    public struct Connection: Sendable {
        /// Which connection of the session, from 0.
        public var number: Int
        /// When it was accepted, in nanoseconds of the journal's clock.
        public var openedAt: Int64
        /// When it was gone; nil while it is open.
        public var closedAt: Int64?
        /// What the scenario's network did to it instead of serving it at once: `resetting`.
        public var treatment: String?
        /// Exchanges that were entered on it.
        public var exchanges: Int
        /// Bytes that were read from it.
        public var received: Int
        /// Bytes that the kernel took for it.
        public var sent: Int
        /// Bytes of those that the client's kernel had confirmed when it was gone.
        public var acknowledged: Int
        /// Who ended it; nil while it is open.
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

    /// How a connection ended.
    public enum ConnectionEnd: UInt8, Sendable, Hashable {
        /// The client's FIN came before the server's.
        case closedByClient
        /// The client's RST.
        case resetByClient
        /// The server's FIN.
        case closed
        /// The server's RST.
        case reset
        /// The backend stopped.
        case stopped
        /// Nobody: it goes on with a request for another session that shares the port.
        case moved
    }

    /// What the kernel took of a reply, in the bytes of the wire.
    package struct SentReply: Sendable, Hashable {
        /// The first of them, as many as are kept.
        package var bytes: [UInt8]
        /// How many there were.
        package var length: Int
        /// When the first of them was taken, in nanoseconds of the journal's clock.
        package var firstAt: Int64
        /// When the last of them was taken.
        package var lastAt: Int64
        /// This machine's end of the connection: `127.0.0.1`; nil if it is not known.
        package var address: String?
        /// Whether some of what was sent was forgotten before it was read, so that nothing can be told from the rest.
        package var hasGap = false

        /// Whether all that was sent is here.
        package var isWhole: Bool { !hasGap && bytes.count == length }

        package init(bytes: [UInt8] = [], length: Int = 0, firstAt: Int64, address: String? = nil) {
            (self.bytes, self.length, self.address) = (bytes, length, address)
            (self.firstAt, lastAt) = (firstAt, firstAt)
        }
    }

    /// A moment at which a backend began to play something else, or the same from the beginning.
    public struct Mark: Sendable, Hashable {
        /// When, in nanoseconds of the journal's clock.
        public var at: Int64
        /// Which change it was, from 1.
        public var play: Int
        /// The name of the scenario that has been played since.
        public var scenario: String

        package init(at: Int64, play: Int, scenario: String) {
            (self.at, self.play, self.scenario) = (at, play, scenario)
        }

        /// The mark as one line of NDJSON, with its line end.
        package func line(session: String) -> [UInt8] {
            let json: JSON = [
                "event": "play", "session": .string(session), "at": .integer(at),
                "clock": "real", "play": JSON(integerLiteral: play), "scenario": .string(scenario),
            ]
            return json.bytes() + [0x0A]
        }
    }

    /// What a journal tells of, in the order in which it came to its end.
    package enum Item: Sendable {
        case exchange(Entry)
        case mark(Mark)

        /// As one line of NDJSON, with its line end; secrets are taken out.
        package func line(session: String, _ redaction: Redaction) -> [UInt8] {
            switch self {
            case .exchange(let entry): entry.line(redaction)
            case .mark(let mark): mark.line(session: session)
            }
        }

        /// Exchanges and marks in one order: an exchange stands where it ended, or began if it is open.
        package static func merged(_ entries: [Entry], _ marks: [Mark]) -> [Item] {
            guard !marks.isEmpty else { return entries.map { .exchange($0) } }
            var items: [Item] = []
            var rest = marks[...]
            for entry in entries {
                while let mark = rest.first, mark.at < entry.endAt ?? entry.at {
                    items.append(.mark(rest.removeFirst()))
                }
                items.append(.exchange(entry))
            }
            return items + rest.map { .mark($0) }
        }
    }

    /// Something that did not go as it had to, with the requests that show it.
    public struct Finding: Sendable {
        /// Which demand was not met.
        public var rule: Rule
        /// What it is about: `get /api/v1/reservations`.
        public var subject: String
        /// What was expected and what was seen, in one line: `count: expected 3, saw 1`.
        public var message: String
        /// Where the demand is written, `file:line`; nil if it is written nowhere or in Swift.
        public var place: String?
        /// The requests that show it, in the order in which they arrived.
        public var arrivals: [Entry]
        /// Whether nothing that still arrives could mend it.
        package var isFinal: Bool

        /// What can be demanded.
        public enum Rule: String, Sendable, Hashable, CaseIterable {
            case count, attempts, gaps, same, endedBy, inOrder
            /// A request that no endpoint answered, or that broke a rule of HTTP.
            case unexpected
            /// A reply that the scenario requires and that nobody asked for.
            case unused
        }

        package init(
            _ rule: Rule,
            _ subject: String,
            _ message: String,
            place: String? = nil,
            arrivals: [Entry] = [],
            isFinal: Bool = false,
        ) {
            self.rule = rule
            self.subject = subject
            self.message = "\(rule.rawValue): \(message)"
            self.place = place
            self.arrivals = arrivals
            self.isFinal = isFinal
        }
    }
}

extension Journal.Finding: CustomStringConvertible {
    /// `get /api/v1/reservations: count: expected 3, saw 1`.
    public var description: String { "\(subject): \(message)" }
}
