package import Rehearsal
import RehearsalDocuments
import RehearsalLint

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
        replacing("endpoints") { endpoints in
            endpoints.mappingElements { index, endpoint in
                guard replies.indices.contains(index) else { return endpoint }
                return endpoint.replacing("replies") { _ in .array(replies[index]) }
            }
        }
    }

    /// The same object with another value of one of its members.
    package func replacing(_ name: String, _ change: (JSON) -> JSON) -> JSON {
        guard case .object(let members) = self else { return self }
        return .object(members.map { $0.name == name ? Member(name, change($0.value)) : $0 })
    }

    /// The same list with other elements.
    package func mappingElements(_ change: (Int, JSON) -> JSON) -> JSON {
        guard case .array(let elements) = self else { return self }
        return .array(elements.enumerated().map { change($0.offset, $0.element) })
    }
}

/// One endpoint of a derived scenario, and what a reader of it should know.
struct DerivedEndpoint {
    /// As the recording alone plays it, which decides when it is asked.
    var exact: Scenario.Endpoint
    /// As it is written, but for its replies.
    var written: Scenario.Endpoint
    var replies: [DerivedReply]
    /// What it is derived from, for a reader.
    var comments: [String] = []

    var query: [Scenario.Condition.QueryItem] { exact.when?.exactQuery ?? [] }

    /// What its query asks for: an item that comes twice is one.
    var queryItems: Set<Scenario.Condition.QueryItem> { Set(query) }

    /// The entries that it answers with, by their indices.
    var entries: [Int] { replies.flatMap(\.entries) }

    init(_ play: Recording.Play, in recording: Recording) {
        exact = play.endpoint
        written = play.endpoint
        written.afterLast = nil
        written.when?.exactQuery = nil
        replies = DerivedReply.sequence(of: play.entries, in: recording)
    }

    /// Says what happened where the answers changed.
    mutating func tellSequence(_ names: (Int) -> String) {
        guard replies.count > 1 else { return }
        let parts = replies.prefix(Self.mostNamed).map { reply in
            names(reply.entries[0]) + (reply.entries.count > 1 ? " (\(reply.entries.count) times)" : "")
        }
        let rest = replies.count - parts.count
        let list = parts.joined(separator: ", ") + (rest > 0 ? ", and \(rest) more" : "")
        comments.append("The answers changed: \(list). The last goes on.")
    }

    private static let mostNamed = 6
}

extension Scenario.Condition {
    /// Whether it asks for nothing.
    var isNothing: Bool { self == Scenario.Condition() }
}

/// One reply of a derived scenario: an entry of the recording, and what is said beside it.
struct DerivedReply {
    /// The entries that it stands for, by their indices: equal answers that followed one another.
    var entries: [Int]
    /// What changes its body, in the order in which it is written.
    var edits: [JSON.Member] = []

    /// As documents write it.
    ///
    /// - Parameter isLast: it goes on for ever, however often it was recorded.
    func document(isLast: Bool, _ reference: (Int) -> String) -> JSON {
        var members = [JSON.Member("recording", .string(reference(entries[0])))]
        if !edits.isEmpty { members.append(JSON.Member("edit", .object(edits))) }
        if !isLast, entries.count > 1 { members.append(JSON.Member("times", JSON(integerLiteral: entries.count))) }
        return .object(members)
    }

    /// Answers in turn, equal ones that follow one another as one.
    static func sequence(of entries: [Int], in recording: Recording) -> [DerivedReply] {
        var replies: [DerivedReply] = []
        for entry in entries {
            let last = replies.last.map { recording.entries[$0.entries[0]].reply }
            if let last, last.isSameAnswer(as: recording.entries[entry].reply) {
                replies[replies.count - 1].entries.append(entry)
            } else {
                replies.append(DerivedReply(entries: [entry]))
            }
        }
        return replies
    }
}

extension Scenario.Reply {
    /// Whether a client sees no difference between two recorded answers.
    func isSameAnswer(as other: Scenario.Reply) -> Bool {
        status == other.status && reason == other.reason && headers == other.headers && body == other.body
            && faults == other.faults && recordedOrigins == other.recordedOrigins
    }
}

/// Tells requests to one path apart by their queries, in the words of a scenario.
///
/// The recording alone takes no query that was not recorded; a scenario names what tells requests apart and no more.
struct DerivedQuery {
    private typealias Item = Scenario.Condition.QueryItem

    /// What requests of one method and path were recorded with: an item that comes twice is asked for once.
    private let siblings: [Set<Scenario.Condition.QueryItem>]
    /// The siblings that have an item.
    private var having: [Scenario.Condition.QueryItem: [Int]] = [:]
    /// How many queries ask for the same items.
    private var spellings: [Set<Scenario.Condition.QueryItem>: Int] = [:]

    /// Why a scenario cannot ask for a query.
    struct Indistinct: Error {
        let reason: String
    }

    init(_ queries: [[Scenario.Condition.QueryItem]]) {
        for query in Set(queries) { spellings[Set(query), default: 0] += 1 }
        var seen: Set<Set<Item>> = []
        siblings = queries.map { Set($0) }.filter { seen.insert($0).inserted }
        for (index, sibling) in siblings.enumerated() {
            for item in sibling { having[item, default: []].append(index) }
        }
    }

    /// Asks for a query, and for the absence of what stands in another one that holds all of it.
    func add(_ query: [Scenario.Condition.QueryItem], to condition: inout Scenario.Condition) throws(Indistinct) {
        guard spellings[Set(query), default: 0] < 2 else {
            throw Indistinct(reason: "queries in it differ only in how often a parameter comes, which no scenario asks")
        }
        var seen: Set<String> = []
        var asked: Set<Item> = []
        for item in query where asked.insert(item).inserted {
            let name = try Self.text(item.name)
            let value: Scenario.Condition.Value =
                Placeholder.isOpen(item.value) ? .present : .equals(try Self.text(item.value))
            let named = Scenario.Condition.Named(name, value)
            if seen.insert(name).inserted {
                condition.query.append(named)
            } else {
                // One name is asked for once; what else it has to be stands beside.
                condition.all.append(Scenario.Condition(query: [named]))
            }
        }
        for name in try absent(beside: query) {
            condition.query.append(Scenario.Condition.Named(name, .absent))
        }
    }

    private func absent(beside query: [Scenario.Condition.QueryItem]) throws(Indistinct) -> [String] {
        let items = Set(query)
        let own = Set(query.map(\.name))
        // Only those that have the rarest item can have all.
        let candidates = items.map { having[$0] ?? [] }.min { $0.count < $1.count } ?? Array(siblings.indices)
        var names: [String] = []
        var seen: Set<[UInt8]> = own
        for candidate in candidates where siblings[candidate].isStrictSuperset(of: items) {
            let others = siblings[candidate].map(\.name).sorted { $0.lexicographicallyPrecedes($1) }
            for name in others where seen.insert(name).inserted { names.append(try Self.text(name)) }
        }
        return names
    }

    private static func text(_ bytes: [UInt8]) throws(Indistinct) -> String {
        guard let text = bytes.text else {
            throw Indistinct(reason: "a query in it is not UTF-8, which no scenario can ask for")
        }
        return text
    }
}
