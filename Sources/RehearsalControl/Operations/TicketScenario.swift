import Rehearsal
import RehearsalDocuments
import RehearsalFaultCatalogue
import RehearsalServer

/// A scenario that repeats the replies of a session: for each method and path, the replies in the order in which they
/// were sent. It has the expectations of the scenario that the session played.
///
/// If replies may depend on the query, each query of a path has replies of its own. A reply that waited, for example
/// for a hold, becomes a reply with a delay. A reply that still waits for a hold keeps the hold. Requests that no
/// endpoint answered are omitted, so they are unexpected again.
struct TicketScenario {
    private let played: Scenario
    private let redaction: Redaction
    private let exchanges: [Backend.CapturedExchange]
    /// The holds of the replies that still wait, by the ordinals of their exchanges.
    private let holds: [Int: Scenario.Hold]
    /// The faults that an exchange can have, by their names in the journal.
    private let faults: [String: Fault]

    /// The maximum number of exchanges, which are the latest ones.
    private static let maximumExchanges = 2_000
    /// The waiting time from which a reply has a delay.
    private static let minimumDelay: Int64 = 200_000_000
    private static let maximumDelay: Int64 = 60_000_000_000
    /// The fields that the server adds to a reply.
    private static let ownFields = ["date", "content-length", "transfer-encoding", "connection", "keep-alive"]

    init(_ backend: Backend) {
        played = backend.scenario
        redaction = backend.redaction
        // A reply that is released in between is read later, as one that was sent.
        holds = backend.holdsOfWaitingReplies
        exchanges = backend.capturedExchanges().suffix(Self.maximumExchanges)
        let candidates = played.endpoints + FaultCatalogue.variants.flatMap { $0.scenario?.endpoints ?? [] }
        let all = candidates.flatMap { endpoint in endpoint.overlay.faults + endpoint.replies.flatMap(\.faults) }
        faults = Dictionary(all.map { ($0.description, Fault($0.effect, at: $0.stage)) }) { first, _ in first }
    }

    var document: JSON {
        let groups = groups(of: exchanges.filter { $0.entry.decision == .reply })
        let scenario = Scenario(
            "\(played.name)-ticket",
            summary: "the replies of a session of \(played.name), in the order in which they were sent",
            endpoints: groups.map(endpoint)
        )
        let expectations = played.expect.compactMap(\.document)
        guard case .object(let members) = scenario.document, !expectations.isEmpty else { return scenario.document }
        return .object(members + [JSON.Member("expect", .array(expectations))])
    }

    /// The exchanges of one endpoint of the ticket.
    private struct Group {
        let key: Key
        var exchanges: [Backend.CapturedExchange] = []
    }

    private struct Key: Hashable {
        let method: String
        let path: String
        /// The parameters of the query that select the endpoint; nil if the query is not relevant.
        var query: [Scenario.Condition.Named]?

        /// The pattern that matches only this path.
        var pattern: Scenario.PathPattern {
            Scenario.PathPattern(String(decoding: PercentEncoding.normalized(Array(path.utf8)), as: UTF8.self))
        }
    }

    /// Returns the exchanges by method, path and, if it is relevant, query. An endpoint with more parameters comes
    /// first, because it takes precedence.
    private func groups(of exchanges: [Backend.CapturedExchange]) -> [Group] {
        var groups: [Group] = []
        for group in grouped(exchanges, by: { Key(method: $0.method, path: $0.path) }) {
            let hasQueries = Set(group.exchanges.map { RedactedTarget($0.entry, redaction).query }).count > 1
            guard hasQueries, group.exchanges.contains(where: dependsOnQuery) else {
                groups.append(group)
                continue
            }
            let parts = grouped(group.exchanges) { Key(method: $0.method, path: $0.path, query: $0.query) }
            let counts = parts.map { $0.key.query?.count ?? 0 }
            groups += parts.indices.sorted { (-counts[$0], $0) < (-counts[$1], $1) }.map { parts[$0] }
        }
        return groups
    }

    private func grouped(_ exchanges: [Backend.CapturedExchange], by key: (RedactedTarget) -> Key) -> [Group] {
        var groups: [Group] = []
        var indices: [Key: Int] = [:]
        for exchange in exchanges {
            let target = RedactedTarget(exchange.entry, redaction)
            guard target.path.hasPrefix("/") else { continue }
            let key = key(target)
            if indices[key] == nil {
                indices[key] = groups.count
                groups.append(Group(key: key))
            }
            if let index = indices[key] { groups[index].exchanges.append(exchange) }
        }
        return groups
    }

    /// Whether the reply of an exchange may depend on the query: it repeats the target, or endpoints that could answer
    /// the request have conditions on it.
    private func dependsOnQuery(_ exchange: Backend.CapturedExchange) -> Bool {
        if exchange.entry.echo.repeated.contains(.target) { return true }
        return played.endpoints.contains { endpoint in
            guard endpoint.per == .target || endpoint.when?.readsQuery == true else { return false }
            return (try? CompiledQuery(Journal.Query(endpoint.method, endpoint.path)))?.matches(exchange.entry) ?? false
        }
    }

    private func endpoint(_ group: Group) -> Scenario.Endpoint {
        var replies: [(text: JSON, reply: Scenario.Reply)] = []
        for exchange in group.exchanges {
            let reply = reply(of: exchange)
            let text = Scenario("", endpoints: [.any("/", replies: [reply])]).document
            if let last = replies.indices.last, replies[last].text == text {
                replies[last].reply.times = (replies[last].reply.times ?? 1) + 1
            } else {
                replies.append((text, reply))
            }
        }
        // The last reply repeats.
        if let last = replies.indices.last { replies[last].reply.times = nil }
        let condition = group.key.query.map { Scenario.Condition(query: $0) }
        return Scenario.Endpoint(
            Scenario.Method(rawValue: group.key.method),
            group.key.pattern,
            when: condition?.query.isEmpty == false ? condition : nil,
            replies: replies.map(\.reply)
        )
    }

    private func reply(of exchange: Backend.CapturedExchange) -> Scenario.Reply {
        let entry = exchange.entry
        var reply = Scenario.Reply(entry.status ?? 200)
        if let sent = exchange.sent, sent.isComplete {
            let captured = CapturedReply(sent, toHead: entry.method == "HEAD")
            let isRegular = captured.isHTTP && captured.status > 0 && (captured.isWhole || entry.fault != nil)
            if isRegular {
                fill(&reply, from: captured)
            } else if entry.fault == nil {
                reply.body = .raw([Scenario.Body.Piece(sent.bytes)])
            }
        }
        let names = entry.fault?.split(separator: ", ").map(String.init) ?? []
        reply.faults = names.compactMap { faults[$0] }
        if entry.end == nil, let hold = holds[entry.ordinal] {
            reply.hold = hold
            return reply
        }
        let received = entry.bodyAt ?? entry.headAt ?? entry.at
        let wait = (exchange.sent?.firstAt ?? entry.endAt ?? received) - received
        if wait >= Self.minimumDelay {
            reply.delay = .fixed(.milliseconds(min(wait, Self.maximumDelay) / 1_000_000))
        }
        return reply
    }

    private func fill(_ reply: inout Scenario.Reply, from captured: CapturedReply) {
        reply.status = captured.status
        var body = captured.body
        // A fault may have cut the body; the position of the fault can depend on the length of the whole.
        if let length = captured.headers["Content-Length"].flatMap({ Int($0) }), length <= 8 << 20, length > body.count
        {
            body += [UInt8](repeating: UInt8(ascii: " "), count: length - body.count)
        }
        let redacted = redaction.body(body)
        let type = captured.headers["Content-Type"]
        for field in captured.headers.fields where !Self.ownFields.contains(field.name.lowercased()) {
            let value = field.value.map { redaction.header(name: field.name, value: $0) }
            reply.headers.append(field.name, value ?? "")
        }
        reply.isRecorded = true
        if redacted.isEmpty { return }
        if type?.lowercased().hasPrefix("application/json") ?? false, let json = try? JSON(parsing: redacted) {
            reply.body = .json(json)
        } else {
            reply.body = .bytes(redacted)
        }
    }
}

/// The method, path and query of a request without secrets.
private struct RedactedTarget {
    let method: String
    let path: String
    /// The parameters in order of their names, without those whose value is a secret.
    let query: [Scenario.Condition.Named]

    init(_ entry: Journal.Entry, _ redaction: Redaction) {
        let parts = entry.redactedTarget(redaction).split(
            separator: "?",
            maxSplits: 1,
            omittingEmptySubsequences: false
        )
        method = entry.method
        path = String(parts[0])
        let pairs = parts.count < 2 ? [] : parts[1].split(separator: "&")
        query = pairs.map { Self.parameter($0) }.filter { !$0.text.contains("[redacted") }
            .sorted { ($0.name, $0.text) < ($1.name, $1.text) }
            .map { Scenario.Condition.Named($0.name, .equals($0.text)) }
    }

    private static func parameter(_ pair: Substring) -> (name: String, text: String) {
        let halves = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map { half in
            String(decoding: PercentEncoding.decoded(Array(half.utf8), plusIsSpace: true), as: UTF8.self)
        }
        return (halves.first ?? "", halves.count > 1 ? halves[1] : "")
    }
}

extension Scenario.Condition {
    /// Whether the condition depends on the query of a request.
    fileprivate var readsQuery: Bool {
        url != nil || !query.isEmpty || exactQuery != nil || (all + any + not).contains(where: \.readsQuery)
    }
}
