extension Journal {
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
}
