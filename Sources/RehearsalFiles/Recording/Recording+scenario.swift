package import Rehearsal

extension Recording {
    /// The scenario that gives each recorded request its recorded replies.
    ///
    /// Requests to one method and URL are one endpoint whose replies come in turn, the last one for ever. If they carried
    /// different JSON documents, each document has an endpoint of its own, and a request with another body or none finds
    /// the endpoint of those recorded without one. Where two hosts share a method and URL, the one recorded first answers.
    package func scenario(named name: String) -> Scenario {
        var order: [Group.Key] = []
        var groups: [Group.Key: Group] = [:]
        for entry in entries {
            let key = Group.Key(target: entry.target, origin: entry.origin)
            if groups[key] == nil { order.append(key) }
            groups[key, default: Group()].add(entry)
        }
        return Scenario(name, endpoints: order.flatMap { groups[$0]?.endpoints(for: $0.target) ?? [] })
    }

    /// The entries of one method and URL on one host.
    private struct Group {
        struct Key: Hashable {
            var target: Entry.Target
            var origin: String
        }

        /// In the order in which their first entry was recorded.
        private var sequences: [Sequence] = []

        struct Sequence {
            var body: JSON?
            var replies: [Scenario.Reply]
            var place: String
        }

        mutating func add(_ entry: Entry) {
            if let index = sequences.firstIndex(where: { Self.isSame($0.body, entry.requestBody) }) {
                sequences[index].replies.append(entry.reply)
            } else {
                sequences.append(Sequence(body: entry.requestBody, replies: [entry.reply], place: entry.place))
            }
        }

        private static func isSame(_ left: JSON?, _ right: JSON?) -> Bool {
            guard let left, let right else { return left == nil && right == nil }
            return left.isEquivalent(to: right)
        }

        /// Those that ask for a document first: the one that does not would answer in their place.
        func endpoints(for target: Entry.Target) -> [Scenario.Endpoint] {
            let ordered = sequences.filter { $0.body != nil } + sequences.filter { $0.body == nil }
            return ordered.map { sequence in
                var condition = Scenario.Condition()
                condition.exactQuery = target.query
                if sequences.count > 1 { condition.bodyEquals = sequence.body }
                var endpoint = Scenario.Endpoint(
                    target.method, target.path, when: condition, replies: sequence.replies, afterLast: .repeat)
                endpoint.place = sequence.place
                return endpoint
            }
        }
    }
}
