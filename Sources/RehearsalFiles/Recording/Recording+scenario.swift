package import Rehearsal

extension Recording {
    /// The scenario that gives each recorded request its recorded replies.
    ///
    /// Requests to one method and URL are one endpoint whose replies come in turn, the last one for ever. If they
    /// carried different JSON documents, each document has an endpoint of its own, and a request with another body or
    /// none finds the endpoint of those recorded without one. Where two hosts share a method and URL,
    /// the one recorded first answers.
    package func scenario(named name: String) -> Scenario {
        var order: [Group.Key] = []
        var groups: [Group.Key: Group] = [:]
        for entry in entries {
            let key = Group.Key(target: entry.target, origin: entry.origin)
            if groups[key] == nil { order.append(key) }
            groups[key, default: Group()].add(entry)
        }
        // An endpoint for GET answers HEAD as well, and would do so in the place of one that was recorded.
        order = order.filter { $0.target.method == .head } + order.filter { $0.target.method != .head }
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
        /// Where sequences stand, by the fingerprint of their body: thousands of documents are not compared one by one.
        private var indices: [Int: [Int]] = [:]

        struct Sequence {
            var body: JSON?
            var replies: [Scenario.Reply]
            var place: String
        }

        mutating func add(_ entry: Entry) {
            let key = entry.requestBody?.fingerprint ?? 0
            let same = indices[key]?.first { Self.isSame(sequences[$0].body, entry.requestBody) }
            if let same {
                sequences[same].replies.append(entry.reply)
            } else {
                indices[key, default: []].append(sequences.count)
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
                if sequences.count > 1 { condition.body = sequence.body.map { [.json($0)] } ?? [] }
                var endpoint = Scenario.Endpoint(
                    target.method,
                    target.path,
                    when: condition,
                    replies: sequence.replies,
                    afterLast: .repeat
                )
                endpoint.place = sequence.place
                return endpoint
            }
        }
    }
}

extension JSON {
    /// Equal for documents that are equivalent; good within one run.
    fileprivate var fingerprint: Int {
        var hasher = Hasher()
        switch self {
        case .null: hasher.combine(0)
        case .bool(let value): hasher.combine(value)
        // Numbers of one decimal value have one nearest binary value.
        case .number(let number): hasher.combine(Double(number.text))
        case .string(let text): hasher.combine(text)
        case .array(let elements):
            hasher.combine(elements.count)
            for element in elements { hasher.combine(element.fingerprint) }
        case .object(let members):
            // A sum, because the order of members says nothing.
            hasher.combine(
                members.reduce(members.count) { sum, member in
                    var pair = Hasher()
                    pair.combine(member.name)
                    pair.combine(member.value.fingerprint)
                    return sum &+ pair.finalize()
                }
            )
        }
        return hasher.finalize()
    }
}
