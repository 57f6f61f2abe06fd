import Foundation
import ReferenceClients
import Rehearsal
import RehearsalContracts
import RehearsalHarness

@testable import ReferenceSubject

/// A line of a cart.
struct CartLine: Codable, Sendable {
    var id: Int?
    var product: String
    /// The position of the line among those that the user has added, which tells equal products apart.
    var position: Int
}

/// The cart of a shop, to which the user can add lines without a connection.
actor Cart {
    private let client: APIClient
    private let context: SubjectContext
    private let dropsFailedLine: Bool
    private var queued: [(line: CartLine, key: String)] = []
    private var count = 0

    init(_ context: SubjectContext, over transport: any HTTPTransport, dropsFailedLine: Bool) {
        let retrying = RetryingTransport(transport, policy: .standard, clock: context.clock)
        client = APIClient(baseURL: context.baseURL, transport: retrying)
        (self.context, self.dropsFailedLine) = (context, dropsFailedLine)
    }

    /// Adds a line. Without a connection it is queued until the next synchronization.
    func add() async throws -> (line: CartLine, isQueued: Bool) {
        count += 1
        let line = CartLine(product: "Desk lamp", position: count)
        let key = UUID().uuidString
        guard context.isOnline else {
            queued.append((line, key))
            return (line, true)
        }
        return (try await send(line, key), false)
    }

    /// Delivers the queued lines in order, and stores the cart of the server.
    func synchronize() async throws {
        while let next = queued.first {
            do { _ = try await send(next.line, next.key) } catch {
                if dropsFailedLine { queued.removeFirst() }
                throw error
            }
            queued.removeFirst()
        }
        _ = try await lines()
    }

    /// Returns the lines of the server, and stores them.
    func lines() async throws -> [CartLine] {
        let lines: [CartLine] = try await client.value(from: Endpoint(.get, "/cart"))
        context.store["cart"] = try JSON(parsing: Array(JSONEncoder().encode(lines)))
        return lines
    }

    private func send(_ line: CartLine, _ key: String) async throws -> CartLine {
        try await client.value(from: Endpoint(.post, "/cart", headers: ["Idempotency-Key": key], json: line))
    }
}

extension Cart {
    static let contract = Contract<Cart>(
        "cart",
        declares: .init(
            retry: DeclaredRetry(
                attempts: RetryPolicy.standard.attempts,
                base: RetryPolicy.standard.base,
                cap: RetryPolicy.standard.cap,
                jitter: .equal,
                statuses: RetryPolicy.standard.statuses,
                methods: [.get, .head, .put, .delete],
                retryAfterCap: RetryPolicy.standard.maximumTotalDelay
            ),
            idempotencyKey: "Idempotency-Key"
        ) { features in
            features.clockInjection = true
            features.requestsOnlyOnline = true
        },
        operations: [
            .value(
                "addLine",
                .post("/cart"),
                recorded: .json(#"{"id": 3, "product": "Desk lamp", "position": 1}"#, status: 201),
                .init(hasIdempotencyKey: true),
                reportingFreshness: { cart in
                    let (line, isQueued) = try await cart.add()
                    return (line, ClientOutcome.Freshness(isStale: isQueued, isFromCache: isQueued))
                }
            ),
            .value(
                "fetchCart",
                .get("/cart"),
                recorded: .json(#"[{"id": 1, "product": "Floor lamp", "position": 0}]"#)
            ) { try await $0.lines() },
            .void(
                "synchronizeCart",
                .post("/cart"),
                recorded: .json(#"{"id": 3, "product": "Desk lamp", "position": 1}"#, status: 201),
                .init(hasIdempotencyKey: true)
            ) { try await $0.synchronize() },
        ],
        classify: ReferenceOutcome.of
    )

    /// A cart, which equals that of the server after a synchronization.
    static let exploration: Exploration = {
        var exploration = Exploration(
            model: Scenario(
                "cart",
                endpoints: [],
                idempotency: [.init(.post, "/cart")],
                resources: [
                    .init(at: "/cart", items: [["id": 1, "product": "Floor lamp", "position": 0]], paging: .none)
                ]
            ),
            views: ["fetchCart": "/cart"],
            synchronizations: ["synchronizeCart"]
        )
        exploration.properties = [
            .init("CART-01", "The cart equals that of the server after it was synchronized.") { history in
                let added = history.calls.filter { $0.operation == "addLine" && $0.outcome.value != nil }
                guard let last = history.calls.last(where: { $0.operation == "synchronizeCart" }),
                    last.outcome.value != nil
                else { return [] }
                let positions = Set(added.compactMap { $0.outcome.value?["position"] })
                let server = history.items["/cart"] ?? []
                guard case .array(let stored)? = history.store["cart"] else {
                    return [.init("the cart was not stored", step: last.step)]
                }
                let isEqual = stored.map { $0["id"] } == server.map { $0["id"] }
                let isComplete = positions.isSubset(of: server.compactMap { $0["position"] })
                return isEqual && isComplete ? [] : [.init("the cart lacks a line of the user", step: last.step)]
            }
        ]
        return exploration
    }()
}
