import Rehearsal
import RehearsalPlatform
import RehearsalServer
import RehearsalTestSupport

/// A backend with a faulty endpoint `/faulty` and a correct endpoint `/well`, and its records of both.
struct FaultPlay: Sendable {
    let backend: Backend
    private let isIPv6: Bool

    static let text = "0123456789"
    /// The head of the reply that `reply(_:)` makes, byte for byte.
    static let head = "HTTP/1.1 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: 10\r\n\r\n"
    static let message = head + text
    static let get = "GET /faulty HTTP/1.1\r\nHost: a\r\n\r\n"
    static let post = "POST /faulty HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n"

    /// Returns a reply that is `message` if it has no faults.
    static func reply(_ faults: Fault...) -> Scenario.Reply {
        var reply = Scenario.Reply(headers: ["Date": nil], body: .text(text))
        reply.faults = faults
        return reply
    }

    init(
        _ replies: [Scenario.Reply],
        on kind: PollerKind = .native,
        network: [Scenario.Network] = [],
        limits: Backend.Limits = BothLoops.generousLimits,
        isIPv6: Bool = false,
        canBeHeld: Bool = false,
    ) throws {
        var options = BothLoops.options(kind, canBeHeld: canBeHeld)
        options.limits = limits
        let endpoints: [Scenario.Endpoint] = [
            .any("/faulty", replies: replies), .get("/well", replies: [.init(body: .text("well"))]),
        ]
        let scenario = Scenario("faults", seed: 7, endpoints: endpoints, network: network)
        backend = try Backend.start(scenario, options: options)
        self.isIPv6 = isIPv6
    }

    init(_ fault: Fault, on kind: PollerKind = .native) throws { try self.init([Self.reply(fault)], on: kind) }

    func client(on executor: ThreadExecutor? = nil) async throws -> RawClient {
        try await RawClient(port: backend.port, ipv6: isIPv6, on: executor)
    }

    /// Returns a client that has sent a request, by default for `/faulty`.
    func asking(_ request: String = FaultPlay.get, on executor: ThreadExecutor? = nil) async throws -> RawClient {
        let client = try await client(on: executor)
        await client.send(request)
        return client
    }

    /// Returns all bytes that a client receives which requests `/faulty` once and then sends FIN.
    ///
    /// The server closes the connection after its reply.
    func everything() async throws -> [UInt8] {
        let client = try await asking()
        await client.finishSending()
        return await client.readToEnd().bytes
    }

    /// Whether the server replies on another connection.
    func isWell() async throws -> Bool { try await client().get("/well")?.text == "well" }

    /// The journal entries of `/faulty`, in order.
    var entries: [Journal.Entry] { backend.journal.entries.filter { $0.target == "/faulty" } }
    var connections: [Journal.Connection] { backend.journal.connections }

    /// Waits until the journal holds that many requests of `/faulty`, and then until no exchange is open.
    func settled(_ count: Int = 1) async throws -> [Journal.Entry] {
        try await backend.wait(for: Journal.Query(.any, "/faulty"), count: count, within: .seconds(240))
        await backend.journal.settled()
        return entries
    }

    /// Waits until the journal holds the connection and it satisfies a condition.
    func connection(
        _ number: Int,
        where isMet: @escaping @Sendable (Journal.Connection) -> Bool,
    ) async -> Journal.Connection? {
        let all = await backend.connections { $0.contains { $0.number == number && isMet($0) } }
        return all.first { $0.number == number }
    }
}

extension String {
    /// Returns the first bytes; `prefix(_:)` counts a line end as one character, although it has two bytes.
    func firstBytes(_ count: Int) -> String { String(decoding: utf8.prefix(count), as: UTF8.self) }
}

extension Array<UInt8> {
    /// The bytes as text, so that a failure shows a readable difference.
    var text: String { String(decoding: self, as: UTF8.self) }
}
