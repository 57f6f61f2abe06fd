package import Rehearsal

extension Recording {
    /// Returns a scenario that replays the recorded replies to the recorded requests.
    ///
    /// Requests with one method and URL share an endpoint, which sends their replies in order and repeats the last.
    /// Requests with different JSON documents or forms have different endpoints. A request with an unknown body, or
    /// without one, matches the endpoint of the requests that were recorded without a body. Requests with preconditions
    /// or ranges have separate endpoints. Redacted parts match any value. ``RecordedHosts`` decides between hosts that
    /// share a method and URL.
    package func scenario(named name: String) -> Scenario {
        Scenario(name, endpoints: RecordedHosts(entries).endpoints(of: replayedEndpoints).map(\.endpoint))
    }

    /// An endpoint with the indices of the entries that it replays.
    package struct ReplayedEndpoint {
        package var endpoint: Scenario.Endpoint
        package var entries: [Int]
        /// The target that the entries share.
        package var target: Entry.Target
        package var origin: String
    }

    /// The endpoints that replay the entries, in the order of the scenario.
    package var replayedEndpoints: [ReplayedEndpoint] {
        var order: [Group.Key] = []
        var groups: [Group.Key: Group] = [:]
        for (index, entry) in entries.enumerated() {
            let key = Group.Key(target: entry.target, origin: entry.origin)
            if groups[key] == nil { order.append(key) }
            groups[key, default: Group()].add(entry, index)
        }
        // An endpoint for GET also matches HEAD, so recorded HEAD requests come first.
        order = order.filter { $0.target.method == .head } + order.filter { $0.target.method != .head }
        return order.flatMap { groups[$0]?.endpoints(for: $0) ?? [] }
    }

    /// The entries with one method and URL on one host.
    fileprivate struct Group {
        struct Key: Hashable {
            var target: Entry.Target
            var origin: String
        }

        /// The part of a request's body that distinguishes requests.
        enum RequestContent {
            case nothing
            case document(JSON)
            /// The fields of a form, sorted, with the numbers of placeholders removed.
            case form([Scenario.Condition.QueryItem])
        }

        /// The reply sequences, in the order of their first entries.
        private var sequences: [ReplySequence] = []
        /// The indices of sequences by fingerprint, so that thousands of documents are not compared pairwise.
        private var indices: [Int: [Int]] = [:]

        struct ReplySequence {
            var preconditions: RecordedPreconditions
            var content: RequestContent
            var replies: [Scenario.Reply]
            var entries: [Int]
            var place: String
        }

        mutating func add(_ entry: Entry, _ index: Int) {
            let content = RequestContent(entry)
            add(
                ReplySequence(
                    preconditions: entry.preconditions,
                    content: content,
                    replies: [entry.reply],
                    entries: [index],
                    place: entry.place
                )
            )
        }

        /// Appends the replies to the sequence of equal requests, or adds a new sequence.
        private mutating func add(_ new: ReplySequence) {
            var hasher = Hasher()
            hasher.combine(new.preconditions)
            hasher.combine(new.content.fingerprint)
            let key = hasher.finalize()
            let index = indices[key]?.first {
                sequences[$0].preconditions == new.preconditions && sequences[$0].content.isSame(as: new.content)
            }
            if let index {
                sequences[index].replies += new.replies
                sequences[index].entries += new.entries
            } else {
                indices[key, default: []].append(sequences.count)
                sequences.append(new)
            }
        }

        /// Returns the endpoints, those with more conditions first, because the others match their requests too.
        func endpoints(for key: Key) -> [ReplayedEndpoint] {
            let sequences = sequences + (sequences.contains(where: \.preconditions.isEmpty) ? [] : withoutPreconditions)
            let ordered = sequences.enumerated()
                .sorted { $0.element.weight(at: $0.offset) > $1.element.weight(at: $1.offset) }
                .map(\.element)
            return ordered.map { sequence in
                var condition = Scenario.Condition()
                condition.exactQuery = key.target.query
                condition.headers = sequence.preconditions.conditions
                if sequences.count(where: { $0.preconditions == sequence.preconditions }) > 1 {
                    sequence.content.addConditions(to: &condition)
                }
                var endpoint = Scenario.Endpoint(
                    key.target.method,
                    key.target.path,
                    when: condition,
                    replies: sequence.replies,
                    afterLast: .repeat
                )
                endpoint.sourceLocation = sequence.place
                return ReplayedEndpoint(
                    endpoint: endpoint,
                    entries: sequence.entries,
                    target: key.target,
                    origin: key.origin
                )
            }
        }

        /// The sequences for requests without preconditions, if all recorded requests have preconditions.
        ///
        /// They contain the replies whose status suits any request, or all replies if there are none.
        private var withoutPreconditions: [ReplySequence] {
            var group = Self()
            let separate = sequences.flatMap { sequence in
                zip(sequence.replies, sequence.entries).map { reply, entry in
                    var part = sequence
                    (part.preconditions, part.replies, part.entries) = (RecordedPreconditions(), [reply], [entry])
                    return part
                }
            }
            let suitable = separate.filter { !RecordedPreconditions.isConditionalStatus($0.replies[0].status) }
            for sequence in (suitable.isEmpty ? separate : suitable).sorted(by: { $0.entries[0] < $1.entries[0] }) {
                group.add(sequence)
            }
            return group.sequences
        }
    }
}

extension Recording.Group.ReplySequence {
    /// Returns the precedence of the sequence at an index: more conditions first, then the lower index.
    fileprivate func weight(at index: Int) -> (Int, Int, Int) {
        (preconditions.conditions.count, content.weight, -index)
    }
}

extension Recording.Group.RequestContent {
    init(_ entry: Recording.Entry) {
        if let body = entry.requestBody {
            // Placeholders match any value, so their numbers must not distinguish requests.
            self = .document(body.redactingOrigins(entry.reply.recordedOrigins.map(\.text)).normalizingPlaceholders)
        } else if let form = entry.requestForm, !form.isEmpty {
            let items = form.map {
                Scenario.Condition.QueryItem(
                    name: Placeholder.normalized($0.name),
                    value: Placeholder.normalized($0.value)
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

    /// The precedence of the content: documents first, then forms with more fields, because they match fewer requests.
    fileprivate var weight: Int {
        switch self {
        case .nothing: 0
        case .document: .max
        case .form(let items): items.count
        }
    }

    fileprivate func addConditions(to condition: inout Scenario.Condition) {
        switch self {
        case .nothing: break
        case .document(let json): condition.body = [.json(json)]
        case .form(let items):
            condition.form = items.compactMap { item in
                // The name of the field was redacted, so it may be any name.
                guard let name = item.name.text, !Placeholder.hasPlaceholder(item.name), let value = item.value.text
                else {
                    return nil
                }
                return Scenario.Condition.Named(
                    name,
                    Placeholder.hasPlaceholder(item.value) ? .present : .equals(value)
                )
            }
        }
    }
}

extension Scenario.Condition.QueryItem {
    fileprivate var text: String { String(decoding: name + [0x3D] + value, as: UTF8.self) }
}

extension JSON {
    /// A hash that is equal for equivalent documents; valid within one process.
    fileprivate var fingerprint: Int {
        var hasher = Hasher()
        switch self {
        case .null: hasher.combine(0)
        case .bool(let value): hasher.combine(value)
        // Numbers with the same decimal value have the same nearest binary value.
        case .number(let number): hasher.combine(Double(number.text))
        case .string(let text): hasher.combine(text)
        case .array(let elements):
            hasher.combine(elements.count)
            for element in elements { hasher.combine(element.fingerprint) }
        case .object(let members):
            // A sum, because the order of members is not significant.
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
    /// Returns the document with a placeholder for each recorded origin at the start of a string.
    ///
    /// A client sends back links that the replay sent to it, and each replay has another origin.
    func redactingOrigins(_ origins: [String]) -> JSON {
        if origins.isEmpty { return self }
        switch self {
        case .string(let text):
            let origin = origins.first { origin in
                // `http://a.example:80` is a prefix of `http://a.example:8080`, but another origin.
                text.hasPrefix(origin) && ["/", "?", "#", nil].contains(text.dropFirst(origin.count).first)
            }
            return origin.map { .string("[redacted]\(text.dropFirst($0.count))") } ?? self
        case .array(let elements): return .array(elements.map { $0.redactingOrigins(origins) })
        case .object(let members): return .object(members.map { Member($0.name, $0.value.redactingOrigins(origins)) })
        case .null, .bool, .number: return self
        }
    }
}
