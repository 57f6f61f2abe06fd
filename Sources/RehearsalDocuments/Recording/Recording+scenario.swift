package import Rehearsal

extension Recording {
    /// The scenario that gives each recorded request its recorded replies.
    ///
    /// Requests to one method and URL are one endpoint whose replies come in turn, the last one for ever. If they
    /// carried different JSON documents or forms, each has an endpoint of its own, and a request with another body or
    /// none finds the endpoint of those recorded without one. Requests that asked for a condition or a part have
    /// endpoints of their own as well. What a redaction took out stands for any value. Where two hosts share a method
    /// and URL, ``RecordedHosts`` says which one answers.
    package func scenario(named name: String) -> Scenario {
        Scenario(name, endpoints: RecordedHosts(entries).plays(of: plays).map(\.endpoint))
    }

    /// An endpoint, and the entries that its replies are, by their indices.
    package struct Play {
        package var endpoint: Scenario.Endpoint
        package var entries: [Int]
        /// What all of them asked, and of which host.
        package var target: Entry.Target
        package var origin: String
    }

    /// What answers each recorded request, in the order in which a scenario has it.
    package var plays: [Play] {
        var order: [Group.Key] = []
        var groups: [Group.Key: Group] = [:]
        for (index, entry) in entries.enumerated() {
            let key = Group.Key(target: entry.target, origin: entry.origin)
            if groups[key] == nil { order.append(key) }
            groups[key, default: Group()].add(entry, index)
        }
        // An endpoint for GET answers HEAD as well, and would do so in the place of one that was recorded.
        order = order.filter { $0.target.method == .head } + order.filter { $0.target.method != .head }
        return order.flatMap { groups[$0]?.plays(for: $0) ?? [] }
    }

    /// The entries of one method and URL on one host.
    fileprivate struct Group {
        struct Key: Hashable {
            var target: Entry.Target
            var origin: String
        }

        /// What a request carried, as far as requests can be told apart by it.
        enum Carried {
            case nothing
            case document(JSON)
            /// In one order, and without what stands for any value.
            case form([Scenario.Condition.QueryItem])
        }

        /// In the order in which their first entry was recorded.
        private var sequences: [Sequence] = []
        /// Where sequences stand, by the fingerprint of what was asked: thousands of documents are not compared one by
        /// one.
        private var indices: [Int: [Int]] = [:]

        struct Sequence {
            var terms: RecordedTerms
            var carried: Carried
            var replies: [Scenario.Reply]
            var entries: [Int]
            var place: String
        }

        mutating func add(_ entry: Entry, _ index: Int) {
            let carried = Carried(entry)
            add(
                Sequence(
                    terms: entry.terms,
                    carried: carried,
                    replies: [entry.reply],
                    entries: [index],
                    place: entry.place
                )
            )
        }

        /// Adds the replies to those of the same requests.
        private mutating func add(_ new: Sequence) {
            var hasher = Hasher()
            hasher.combine(new.terms)
            hasher.combine(new.carried.fingerprint)
            let key = hasher.finalize()
            let same = indices[key]?.first {
                sequences[$0].terms == new.terms && sequences[$0].carried.isSame(as: new.carried)
            }
            if let same {
                sequences[same].replies += new.replies
                sequences[same].entries += new.entries
            } else {
                indices[key, default: []].append(sequences.count)
                sequences.append(new)
            }
        }

        /// Those that ask for more first: the one that does not would answer in their place.
        func plays(for key: Key) -> [Play] {
            let sequences = sequences + (sequences.contains(where: \.terms.isEmpty) ? [] : withoutTerms)
            let ordered = sequences.enumerated()
                .sorted { $0.element.weight(at: $0.offset) > $1.element.weight(at: $1.offset) }
                .map(\.element)
            return ordered.map { sequence in
                var condition = Scenario.Condition()
                condition.exactQuery = key.target.query
                condition.headers = sequence.terms.conditions
                if sequences.count(where: { $0.terms == sequence.terms }) > 1 { sequence.carried.set(&condition) }
                var endpoint = Scenario.Endpoint(
                    key.target.method,
                    key.target.path,
                    when: condition,
                    replies: sequence.replies,
                    afterLast: .repeat
                )
                endpoint.place = sequence.place
                return Play(endpoint: endpoint, entries: sequence.entries, target: key.target, origin: key.origin)
            }
        }

        /// For requests without terms where all that were recorded have some: the replies that suit any request, or all
        /// where none does.
        private var withoutTerms: [Sequence] {
            var group = Self()
            let single = sequences.flatMap { sequence in
                zip(sequence.replies, sequence.entries).map { reply, entry in
                    var one = sequence
                    (one.terms, one.replies, one.entries) = (RecordedTerms(), [reply], [entry])
                    return one
                }
            }
            let suitable = single.filter { !RecordedTerms.isReply($0.replies[0].status) }
            for one in (suitable.isEmpty ? single : suitable).sorted(by: { $0.entries[0] < $1.entries[0] }) {
                group.add(one)
            }
            return group.sequences
        }
    }
}

extension Recording.Group.Sequence {
    /// How much is asked for; of two that ask for as much, the first has the greater weight.
    fileprivate func weight(at index: Int) -> (Int, Int, Int) { (terms.conditions.count, carried.weight, -index) }
}

extension Recording.Group.Carried {
    init(_ entry: Recording.Entry) {
        if let body = entry.requestBody {
            // Two placeholders stand for the same values, whatever their numbers are.
            self = .document(body.openingOrigins(entry.reply.recordedOrigins.map(\.text)).unnumbered)
        } else if let form = entry.requestForm, !form.isEmpty {
            let items = form.map {
                Scenario.Condition.QueryItem(
                    name: Placeholder.unnumbered($0.name),
                    value: Placeholder.unnumbered($0.value)
                )
            }
            self = .form(items.sorted { ($0.text, $0.value.count) < ($1.text, $1.value.count) })
        } else {
            self = .nothing
        }
    }

    fileprivate var fingerprint: Int {
        switch self {
        case .nothing: 0
        case .document(let json): json.fingerprint
        case .form(let items): items.hashValue
        }
    }

    fileprivate func isSame(as other: Self) -> Bool {
        switch (self, other) {
        case (.nothing, .nothing): true
        case (.document(let left), .document(let right)): left.isEquivalent(to: right)
        case (.form(let left), .form(let right)): left == right
        default: false
        }
    }

    /// How much is asked for: a form with more fields holds for fewer requests, and nothing for all of them.
    fileprivate var weight: Int {
        switch self {
        case .nothing: 0
        case .document: .max
        case .form(let items): items.count
        }
    }

    fileprivate func set(_ condition: inout Scenario.Condition) {
        switch self {
        case .nothing: break
        case .document(let json): condition.body = [.json(json)]
        case .form(let items):
            condition.form = items.compactMap { item in
                // What was called by a secret may be called anything.
                guard let name = item.name.text, !Placeholder.isOpen(item.name), let value = item.value.text else {
                    return nil
                }
                return Scenario.Condition.Named(name, Placeholder.isOpen(item.value) ? .present : .equals(value))
            }
        }
    }
}

extension Scenario.Condition.QueryItem {
    fileprivate var text: String { String(decoding: name + [0x3D] + value, as: UTF8.self) }
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

extension JSON {
    /// The same with a placeholder for each recorded origin that a string begins with.
    ///
    /// A client that was told where something is asks with that again, and is told another origin by every replay.
    func openingOrigins(_ origins: [String]) -> JSON {
        if origins.isEmpty { return self }
        switch self {
        case .string(let text):
            let origin = origins.first { origin in
                // Of `http://a.example:80` and `http://a.example:8080` neither is the other.
                text.hasPrefix(origin) && ["/", "?", "#", nil].contains(text.dropFirst(origin.count).first)
            }
            return origin.map { .string("[redacted]\(text.dropFirst($0.count))") } ?? self
        case .array(let elements): return .array(elements.map { $0.openingOrigins(origins) })
        case .object(let members): return .object(members.map { Member($0.name, $0.value.openingOrigins(origins)) })
        case .null, .bool, .number: return self
        }
    }
}
