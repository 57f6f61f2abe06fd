package import Rehearsal
import RehearsalDocuments
import RehearsalLint

/// A derived scenario before it is written. Its endpoints are in document order.
struct ScenarioDraft {
    private(set) var endpoints: [DerivedEndpoint]
    private var state: [JSON.Member] = []
    private let policies: DerivedPolicies
    private let reference: (Int) -> String

    /// The comment lines about the scenario as a whole.
    var comments: [String] { policies.comments }

    /// - Parameter reference: A closure that returns the reference to an entry by its index.
    init(_ recording: Recording, _ reference: @escaping (Int) -> String) throws(DerivedScenario.DerivationError) {
        self.reference = reference
        let hosts = RecordedHosts(recording.entries)
        let replayedEndpoints = hosts.endpoints(of: recording.replayedEndpoints)
        policies = DerivedPolicies(
            recording,
            atRoot: Set(replayedEndpoints.filter(hosts.isOwner).flatMap(\.entries)),
            reference
        )
        endpoints = replayedEndpoints.compactMap { [policies] replayed in
            var replayed = replayed
            replayed.entries.removeAll(where: policies.entriesOfPolicies.contains)
            var endpoint = replayed.entries.isEmpty ? nil : DerivedEndpoint(replayed, in: recording)
            if !hosts.isOwner(replayed) { endpoint?.comments.append("Recorded at \(replayed.origin).") }
            endpoint?.comments += replayed.entries.compactMap { policies.remarks[$0] }
            return endpoint
        }
        endpoints = Self.groupedByPath(endpoints)
        try addQueryConditions()
        for index in endpoints.indices {
            endpoints[index].addSequenceComment { recording.entries[$0].name ?? "" }
        }
        var captures = IDExtraction(recording)
        captures.apply(to: &endpoints)
        state = captures.state
    }

    /// Returns the endpoints grouped by method and path, with the most specific query first in each group.
    private static func groupedByPath(_ endpoints: [DerivedEndpoint]) -> [DerivedEndpoint] {
        var first: [String: Int] = [:]
        for endpoint in endpoints {
            let entry = endpoint.entries.min() ?? 0
            first[endpoint.written.label] = min(first[endpoint.written.label] ?? entry, entry)
        }
        return endpoints.enumerated().sorted { left, right in
            let (leftEndpoint, rightEndpoint) = (left.element, right.element)
            let places = (first[leftEndpoint.written.label] ?? 0, first[rightEndpoint.written.label] ?? 0)
            if places.0 != places.1 { return places.0 < places.1 }
            let counts = (leftEndpoint.queryItems.count, rightEndpoint.queryItems.count)
            return counts.0 == counts.1 ? left.offset < right.offset : counts.0 > counts.1
        }.map(\.element)
    }

    private mutating func addQueryConditions() throws(DerivedScenario.DerivationError) {
        var queries: [String: [[Scenario.Condition.QueryItem]]] = [:]
        for endpoint in endpoints { queries[endpoint.written.label, default: []].append(endpoint.query) }
        let derivedQueries = queries.mapValues { DerivedQuery($0) }
        for index in endpoints.indices {
            let label = endpoints[index].written.label
            var condition = endpoints[index].written.when ?? Scenario.Condition()
            do throws(DerivedQuery.InexpressibleQuery) {
                try derivedQueries[label]?.add(endpoints[index].query, to: &condition)
            } catch {
                throw DerivedScenario.DerivationError("\(label): \(error.reason)")
            }
            endpoints[index].written.when = condition.isEmpty ? nil : condition
        }
    }

    func document(named name: String) throws(DerivedScenario.DerivationError) -> JSON {
        if endpoints.contains(where: { $0.written.when != nil && $0.written.when?.document == nil }) {
            throw DerivedScenario.DerivationError(
                "it distinguishes requests by a condition that a scenario file cannot express"
            )
        }
        let scenario = Scenario(name, endpoints: endpoints.map(\.written), state: state).withPriorities(
            producing: try matchingOrder()
        )
        let replies = endpoints.map { endpoint in
            endpoint.replies.enumerated().map { index, reply in
                reply.document(isLast: index == endpoint.replies.count - 1, reference)
            }
        }
        return scenario.document.settingReplies(replies).adding(policies)
    }

    /// Returns the position of each endpoint in the matching order of a plain replay of the recording.
    private func matchingOrder() throws(DerivedScenario.DerivationError) -> [Int] {
        // An endpoint for GET also matches HEAD, so recorded HEAD requests come first.
        let order =
            endpoints.indices.filter { endpoints[$0].recorded.method == .head }
            + endpoints.indices.filter { endpoints[$0].recorded.method != .head }
        let exact = Scenario("", endpoints: order.map { endpoints[$0].recorded })
        let compiledScenario: CompiledScenario
        do throws(CompiledScenario.CompilationError) {
            compiledScenario = try CompiledScenario(exact)
        } catch {
            throw DerivedScenario.DerivationError(error.description)
        }
        var positions = [Int](repeating: 0, count: endpoints.count)
        for (position, endpoint) in compiledScenario.endpoints.enumerated() {
            positions[order[endpoint.sourceIndex]] = position
        }
        return positions
    }
}

extension Scenario.Endpoint {
    /// The method and the path, such as `GET /users`.
    fileprivate var label: String { "\(method.rawValue) \(path.text)" }
}

extension JSON {
    /// Returns a scenario with policies inserted before its endpoints.
    fileprivate func adding(_ policies: DerivedPolicies) -> JSON {
        guard case .object(var members) = self else { return self }
        var added = policies.auth.map { [Member("auth", $0)] } ?? []
        if !policies.quotas.isEmpty { added.append(Member("quotas", .array(policies.quotas))) }
        members.insert(contentsOf: added, at: members.firstIndex { $0.name == "endpoints" } ?? members.count)
        return .object(members)
    }

    /// Returns a scenario with the replies of each endpoint replaced.
    fileprivate func settingReplies(_ replies: [[JSON]]) -> JSON {
        replacing("endpoints") { endpoints in
            endpoints.mappingElements { index, endpoint in
                guard replies.indices.contains(index) else { return endpoint }
                return endpoint.replacing("replies") { _ in .array(replies[index]) }
            }
        }
    }

    /// Returns the object with the value of one member replaced.
    package func replacing(_ name: String, _ change: (JSON) -> JSON) -> JSON {
        guard case .object(let members) = self else { return self }
        return .object(members.map { $0.name == name ? Member(name, change($0.value)) : $0 })
    }

    /// Returns the list with its elements replaced.
    package func mappingElements(_ change: (Int, JSON) -> JSON) -> JSON {
        guard case .array(let elements) = self else { return self }
        return .array(elements.enumerated().map { change($0.offset, $0.element) })
    }
}

/// An endpoint of a derived scenario, with comments for its readers.
struct DerivedEndpoint {
    /// The endpoint of a plain replay of the recording, which determines the matching order.
    var recorded: Scenario.Endpoint
    /// The endpoint as it is written, except for its replies.
    var written: Scenario.Endpoint
    var replies: [DerivedReply]
    /// The comment lines above the endpoint.
    var comments: [String] = []

    var query: [Scenario.Condition.QueryItem] { recorded.when?.exactQuery ?? [] }

    /// The distinct query items of the endpoint.
    var queryItems: Set<Scenario.Condition.QueryItem> { Set(query) }

    /// The indexes of the entries that it replies with.
    var entries: [Int] { replies.flatMap(\.entries) }

    init(_ replayed: Recording.ReplayedEndpoint, in recording: Recording) {
        recorded = replayed.endpoint
        written = replayed.endpoint
        written.afterLast = nil
        written.when?.exactQuery = nil
        replies = DerivedReply.sequence(of: replayed.entries, in: recording)
    }

    /// Adds a comment that lists the entries of changing replies.
    mutating func addSequenceComment(_ names: (Int) -> String) {
        guard replies.count > 1 else { return }
        let parts = replies.prefix(Self.maximumNamedReplies).map { reply in
            names(reply.entries[0]) + (reply.entries.count > 1 ? " (\(reply.entries.count) times)" : "")
        }
        let rest = replies.count - parts.count
        let list = parts.joined(separator: ", ") + (rest > 0 ? ", and \(rest) more" : "")
        comments.append("The reply changes: \(list). The last one repeats.")
    }

    private static let maximumNamedReplies = 6
}

extension Scenario.Condition {
    var isEmpty: Bool { self == Scenario.Condition() }
}

/// A reply of a derived scenario: an entry of the recording with its edits.
struct DerivedReply {
    /// The indexes of the entries with this reply: consecutive equal replies are merged.
    var entries: [Int]
    /// The edits of its body, in document order.
    var edits: [JSON.Member] = []

    /// Returns the reply as it is written in the scenario.
    ///
    /// - Parameter isLast: Whether it is the last reply, which repeats forever and needs no count.
    func document(isLast: Bool, _ reference: (Int) -> String) -> JSON {
        var members = [JSON.Member("recording", .string(reference(entries[0])))]
        if !edits.isEmpty { members.append(JSON.Member("edit", .object(edits))) }
        if !isLast, entries.count > 1 { members.append(JSON.Member("times", JSON(integerLiteral: entries.count))) }
        return .object(members)
    }

    /// Returns the replies in order, with consecutive equal ones merged.
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
    /// Whether a client cannot distinguish two recorded replies.
    func isSameAnswer(as other: Scenario.Reply) -> Bool {
        status == other.status && reason == other.reason && headers == other.headers && body == other.body
            && faults == other.faults && recordedOrigins == other.recordedOrigins
    }
}

/// The query conditions that distinguish requests to one path.
///
/// A replay of the recording matches exact queries only. A derived scenario has conditions only on the parameters that
/// distinguish requests.
struct DerivedQuery {
    private typealias Item = Scenario.Condition.QueryItem

    /// The recorded queries of one method and path, without repeated items.
    private let recordedQueries: [Set<Scenario.Condition.QueryItem>]
    /// The indexes of the queries that contain an item.
    private var queriesByItem: [Scenario.Condition.QueryItem: [Int]] = [:]
    /// The number of queries with the same set of items.
    private var variantCounts: [Set<Scenario.Condition.QueryItem>: Int] = [:]

    /// An error that states why a scenario cannot match a query.
    struct InexpressibleQuery: Error {
        let reason: String
    }

    init(_ queries: [[Scenario.Condition.QueryItem]]) {
        for query in Set(queries) { variantCounts[Set(query), default: 0] += 1 }
        var seen: Set<Set<Item>> = []
        recordedQueries = queries.map { Set($0) }.filter { seen.insert($0).inserted }
        for (index, sibling) in recordedQueries.enumerated() {
            for item in sibling { queriesByItem[item, default: []].append(index) }
        }
    }

    /// Adds conditions on the items of a query, and on the absence of items that only larger queries have.
    func add(_ query: [Scenario.Condition.QueryItem], to condition: inout Scenario.Condition) throws(InexpressibleQuery)
    {
        guard variantCounts[Set(query), default: 0] < 2 else {
            throw InexpressibleQuery(
                reason: "its queries differ only in how often a parameter occurs, which a scenario cannot match"
            )
        }
        var seen: Set<String> = []
        var items: Set<Item> = []
        for item in query where items.insert(item).inserted {
            let name = try Self.text(item.name)
            let value: Scenario.Condition.Value =
                Placeholder.hasPlaceholder(item.value) ? .present : .equals(try Self.text(item.value))
            let named = Scenario.Condition.Named(name, value)
            if seen.insert(name).inserted {
                condition.query.append(named)
            } else {
                // A condition has each name once, so further values of a parameter are separate conditions.
                condition.all.append(Scenario.Condition(query: [named]))
            }
        }
        for name in try absent(beside: query) {
            condition.query.append(Scenario.Condition.Named(name, .absent))
        }
    }

    private func absent(beside query: [Scenario.Condition.QueryItem]) throws(InexpressibleQuery) -> [String] {
        let items = Set(query)
        let ownNames = Set(query.map(\.name))
        // Only queries that contain the rarest item can contain all items.
        let candidates =
            items.map { queriesByItem[$0] ?? [] }.min { $0.count < $1.count } ?? Array(recordedQueries.indices)
        var names: [String] = []
        var seen: Set<[UInt8]> = ownNames
        for candidate in candidates where recordedQueries[candidate].isStrictSuperset(of: items) {
            let others = recordedQueries[candidate].map(\.name).sorted { $0.lexicographicallyPrecedes($1) }
            for name in others where seen.insert(name).inserted { names.append(try Self.text(name)) }
        }
        return names
    }

    private static func text(_ bytes: [UInt8]) throws(InexpressibleQuery) -> String {
        guard let text = bytes.text else {
            throw InexpressibleQuery(reason: "its query is not UTF-8, which a scenario cannot match")
        }
        return text
    }
}
