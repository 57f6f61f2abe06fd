import Rehearsal
import RehearsalDocuments

/// A derived scenario before it is written: its endpoints in the order of the document.
struct DerivedDraft {
    private(set) var endpoints: [DerivedEndpoint]
    /// Variables as they are when it begins.
    private var state: [JSON.Member] = []
    private let policies: DerivedPolicies
    private let reference: (Int) -> String

    /// Lines about the scenario as a whole.
    var comments: [String] { policies.comments }

    /// - Parameter reference: to an entry, by its index.
    init(_ recording: Recording, _ reference: @escaping (Int) -> String) throws(DerivedScenario.Impossible) {
        self.reference = reference
        let hosts = RecordedHosts(recording.entries)
        let plays = hosts.plays(of: recording.plays)
        policies = DerivedPolicies(recording, atRoot: Set(plays.filter(hosts.isOwner).flatMap(\.entries)), reference)
        endpoints = plays.compactMap { [policies] play in
            var play = play
            play.entries.removeAll(where: policies.answered.contains)
            var endpoint = play.entries.isEmpty ? nil : DerivedEndpoint(play, in: recording)
            if !hosts.isOwner(play) { endpoint?.comments.append("Recorded at \(play.origin).") }
            endpoint?.comments += play.entries.compactMap { policies.remarks[$0] }
            return endpoint
        }
        endpoints = Self.inReadingOrder(endpoints)
        try askForQueries()
        for index in endpoints.indices {
            endpoints[index].tellSequence { recording.entries[$0].name ?? "" }
        }
        var captures = DerivedCaptures(recording)
        captures.apply(to: &endpoints)
        state = captures.state
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
            let counts = (one.queryItems.count, other.queryItems.count)
            return counts.0 == counts.1 ? left.offset < right.offset : counts.0 > counts.1
        }.map(\.element)
    }

    private mutating func askForQueries() throws(DerivedScenario.Impossible) {
        var queries: [String: [[Scenario.Condition.QueryItem]]] = [:]
        for endpoint in endpoints { queries[endpoint.written.label, default: []].append(endpoint.query) }
        let known = queries.mapValues { DerivedQuery($0) }
        for index in endpoints.indices {
            let label = endpoints[index].written.label
            var condition = endpoints[index].written.when ?? Scenario.Condition()
            do throws(DerivedQuery.Indistinct) {
                try known[label]?.add(endpoints[index].query, to: &condition)
            } catch {
                throw DerivedScenario.Impossible("\(label): \(error.reason)")
            }
            endpoints[index].written.when = condition.isNothing ? nil : condition
        }
    }

    /// The document.
    func document(named name: String) throws(DerivedScenario.Impossible) -> JSON {
        if endpoints.contains(where: { $0.written.when != nil && $0.written.when?.document == nil }) {
            throw DerivedScenario.Impossible("it tells requests apart in a way that no scenario can say")
        }
        let scenario = Scenario(name, endpoints: endpoints.map(\.written), state: state).asked(in: try turns())
        let replies = endpoints.map { endpoint in
            endpoint.replies.enumerated().map { index, reply in
                reply.document(isLast: index == endpoint.replies.count - 1, reference)
            }
        }
        return scenario.document.settingReplies(replies).adding(policies)
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
    /// A scenario with policies, which are said before its endpoints.
    fileprivate func adding(_ policies: DerivedPolicies) -> JSON {
        guard case .object(var members) = self else { return self }
        var added = policies.auth.map { [Member("auth", $0)] } ?? []
        if !policies.quotas.isEmpty { added.append(Member("quotas", .array(policies.quotas))) }
        members.insert(contentsOf: added, at: members.firstIndex { $0.name == "endpoints" } ?? members.count)
        return .object(members)
    }

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
