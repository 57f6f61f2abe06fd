import Foundation
import Rehearsal
import RehearsalContracts
import RehearsalGallery
import RehearsalHarness

/// A client with one operation, which a test implements.
struct ProbeClient: Sendable {
    let wire: WireClient
    let read: @Sendable (WireClient) async throws -> Void

    /// The request of the declared operation.
    static let item = WireRequest("GET", "/items/1")

    /// Sends a request, and waits for its reply for a time that no test exceeds.
    @discardableResult
    static func send(_ request: WireRequest, on wire: WireClient) async throws -> WireReply {
        try await wire.send(request, within: .seconds(240))
    }

    /// Returns the subject of an exploration.
    ///
    /// - Parameters:
    ///   - isParallel: whether calls of the operation may overlap.
    ///   - start: begins the work of a new client that belongs to no call.
    ///   - read: performs the operation.
    static func subject(
        isParallel: Bool = false,
        start: @escaping @Sendable (WireClient) -> Void = { _ in },
        read: @escaping @Sendable (WireClient) async throws -> Void,
    ) -> InProcessExploredSubject<ProbeClient> {
        let operation = Contract<ProbeClient>.Operation.void("read", .get("/items/1"), recorded: .reply(200)) {
            try await $0.read($0.wire)
        }
        let contract = Contract<ProbeClient>(
            "probe",
            declares: .init(retry: .none) { $0.clockInjection = true },
            operations: [isParallel ? operation.inParallel : operation]
        )
        return InProcessExploredSubject(
            InProcessSubject(contract) { context in
                let wire = WireClient(host: context.baseURL.host() ?? "", port: context.baseURL.port ?? 80)
                start(wire)
                return ProbeClient(wire: wire, read: read)
            }
        )
    }

    /// Returns an exploration whose model has one item and these endpoints.
    static func exploration(_ endpoints: Scenario.Endpoint...) -> Exploration {
        let items = Scenario.Resource(at: "/items", items: [["id": 1]], paging: .none)
        return Exploration(model: Scenario("probe", endpoints: endpoints, resources: [items]))
    }

    /// A schedule of several calls without faults.
    static let calls = Schedule((0..<3).map { _ in Schedule.Step(.call(.init("read"))) })
}
