import Rehearsal

/// A derived scenario before it is written: its endpoints in the order of the document.
struct DerivedDraft {
    private(set) var endpoints: [DerivedEndpoint]

    init(_ recording: Recording) throws(DerivedScenario.Impossible) {
        endpoints = Self.answering(recording.plays).map { DerivedEndpoint($0, in: recording) }
        endpoints = Self.inReadingOrder(endpoints)
        try askForQueries()
        for index in endpoints.indices {
            endpoints[index].tellSequence { recording.entries[$0].name ?? "" }
        }
    }

    /// Without those that never answer, because another host was recorded first with the same.
    private static func answering(_ plays: [Recording.Play]) -> [Recording.Play] {
        var taken: Set<Target> = []
        return plays.filter { play in
            let target = Target(play.endpoint)
            if taken.contains(target) { return false }
            if play.endpoint.when?.body.isEmpty ?? true, play.endpoint.when?.form.isEmpty ?? true {
                taken.insert(target)
            }
            return true
        }
    }

    private struct Target: Hashable {
        let method: Scenario.Method
        let path: Scenario.PathPattern
        let query: [Scenario.Condition.QueryItem]

        init(_ endpoint: Scenario.Endpoint) {
            (method, path, query) = (endpoint.method, endpoint.path, endpoint.when?.exactQuery ?? [])
        }
    }

    /// Those of one method and path together, and of these the ones that ask for more first.
    private static func inReadingOrder(_ endpoints: [DerivedEndpoint]) -> [DerivedEndpoint] {
        var first: [String: Int] = [:]
        for endpoint in endpoints {
            let entry = endpoint.entries.min() ?? 0
            first[endpoint.written.label] = min(first[endpoint.written.label] ?? entry, entry)
        }
        return endpoints.enumerated().sorted { left, right in
            let (one, other) = (left.element, right.element)
            let places = (first[one.written.label] ?? 0, first[other.written.label] ?? 0)
            if places.0 != places.1 { return places.0 < places.1 }
            let counts = (one.query.count, other.query.count)
            return counts.0 == counts.1 ? left.offset < right.offset : counts.0 > counts.1
        }.map(\.element)
    }

    private mutating func askForQueries() throws(DerivedScenario.Impossible) {
        var queries: [String: [[Scenario.Condition.QueryItem]]] = [:]
        for endpoint in endpoints { queries[endpoint.written.label, default: []].append(endpoint.query) }
        for index in endpoints.indices {
            var condition = endpoints[index].written.when ?? Scenario.Condition()
            let known = DerivedQuery(queries[endpoints[index].written.label] ?? [])
            try known.add(endpoints[index].query, to: &condition)
            endpoints[index].written.when = condition.isNothing ? nil : condition
        }
    }

    /// The document.
    ///
    /// - Parameter reference: to an entry, by its index.
    func document(
        named name: String,
        _ reference: (Int) -> String
    ) throws(DerivedScenario.Impossible) -> JSON {
        if endpoints.contains(where: { $0.written.when != nil && $0.written.when?.document == nil }) {
            throw DerivedScenario.Impossible("it tells requests apart in a way that no scenario can say")
        }
        let scenario = Scenario(name, endpoints: endpoints.map(\.written)).asked(in: try turns())
        let replies = endpoints.map { endpoint in
            endpoint.replies.enumerated().map { index, reply in
                reply.document(isLast: index == endpoint.replies.count - 1, reference)
            }
        }
        return scenario.document.settingReplies(replies)
    }

    /// When each endpoint is asked: as the recording alone asks them.
    private func turns() throws(DerivedScenario.Impossible) -> [Int] {
        // An endpoint for GET answers HEAD as well, and would do so in the place of one that was recorded.
        let order =
            endpoints.indices.filter { endpoints[$0].exact.method == .head }
            + endpoints.indices.filter { endpoints[$0].exact.method != .head }
        let exact = Scenario("", endpoints: order.map { endpoints[$0].exact })
        let playbook: Playbook
        do throws(Playbook.Malformed) {
            playbook = try Playbook(exact)
        } catch {
            throw DerivedScenario.Impossible(error.description)
        }
        var turns = [Int](repeating: 0, count: endpoints.count)
        for (turn, endpoint) in playbook.endpoints.enumerated() { turns[order[endpoint.order]] = turn }
        return turns
    }
}

extension Scenario.Endpoint {
    /// `GET /users`.
    fileprivate var label: String { "\(method.rawValue) \(path.text)" }
}

extension JSON {
    /// A scenario with these replies, by endpoint, in the place of its own.
    fileprivate func settingReplies(_ replies: [[JSON]]) -> JSON {
        guard case .object(let members) = self else { return self }
        return .object(
            members.map { member in
                guard member.name == "endpoints", case .array(let list) = member.value else { return member }
                let endpoints = zip(list, replies).map { endpoint, replies -> JSON in
                    guard case .object(let members) = endpoint else { return endpoint }
                    return .object(members.map { $0.name == "replies" ? Member("replies", .array(replies)) : $0 })
                }
                return Member("endpoints", .array(endpoints))
            }
        )
    }
}
