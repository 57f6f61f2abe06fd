import Rehearsal
import RehearsalDocuments
import RehearsalFaultCatalogue
import RehearsalServer

/// A scenario that repeats the replies of a session: for each method and path, the replies in the order in which they
/// were sent.
///
/// A reply that waited, for example for a hold, becomes a reply with a delay. Requests that no endpoint answered are
/// omitted, so they are unexpected again.
struct TicketScenario {
    private let name: String
    private let redaction: Redaction
    private let exchanges: [Backend.CapturedExchange]
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
        let scenario = backend.scenario
        name = scenario.name
        redaction = backend.redaction
        exchanges = backend.capturedExchanges().suffix(Self.maximumExchanges)
        let played = scenario.endpoints + FaultCatalogue.variants.flatMap { $0.scenario?.endpoints ?? [] }
        let all = played.flatMap { endpoint in endpoint.overlay.faults + endpoint.replies.flatMap(\.faults) }
        faults = Dictionary(all.map { ($0.description, Fault($0.effect, at: $0.stage)) }) { first, _ in first }
    }

    var document: JSON {
        var endpoints: [(key: Key, replies: [(text: JSON, reply: Scenario.Reply)])] = []
        for exchange in exchanges where exchange.entry.decision == .reply {
            let target = exchange.entry.redactedTarget(redaction)
            let path = String(target.prefix { $0 != "?" })
            guard path.hasPrefix("/") else { continue }
            let key = Key(method: exchange.entry.method, path: path)
            let reply = reply(of: exchange)
            let index = endpoints.firstIndex { $0.key == key } ?? endpoints.count
            if index == endpoints.count { endpoints.append((key, [])) }
            let text = Scenario("", endpoints: [.any("/", replies: [reply])]).document
            if endpoints[index].replies.last?.text == text {
                let last = endpoints[index].replies.count - 1
                endpoints[index].replies[last].reply.times = (endpoints[index].replies[last].reply.times ?? 1) + 1
            } else {
                endpoints[index].replies.append((text, reply))
            }
        }
        let scenario = Scenario(
            "\(name)-ticket",
            summary: "the replies of a session of \(name), in the order in which they were sent",
            endpoints: endpoints.map { key, replies in
                var replies = replies.map(\.reply)
                // The last reply repeats.
                if let last = replies.indices.last { replies[last].times = nil }
                return Scenario.Endpoint(Scenario.Method(rawValue: key.method), key.pattern, replies: replies)
            }
        )
        return scenario.document
    }

    private struct Key: Equatable {
        let method: String
        let path: String

        /// The pattern that matches only this path.
        var pattern: Scenario.PathPattern {
            Scenario.PathPattern(String(decoding: PercentEncoding.normalized(Array(path.utf8)), as: UTF8.self))
        }
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
