import Rehearsal
import RehearsalPlatform
import RehearsalServer

/// The changes that clients of the API made to the scenario of a session while it runs: overlays, replies that fail
/// once, and endpoints.
///
/// The session continues with the changed scenario. Another scenario, or a reset, removes all changes.
final class Amendments: Sendable {
    private let state = Locked(State())

    /// A reply that fails once, at the next request to its endpoint.
    struct NextReply: Sendable {
        /// The method and path: `get /orders`.
        let name: String
        /// The number of the fault in the catalogue: `F05`.
        let fault: String
        let endpoint: Scenario.Endpoint
    }

    /// An endpoint that was added, for one request or for all.
    fileprivate enum Addition: Sendable {
        case nextReply(NextReply)
        case endpoint(Scenario.Endpoint)

        var endpoint: Scenario.Endpoint {
            switch self {
            case .nextReply(let reply): reply.endpoint
            case .endpoint(let endpoint): endpoint
            }
        }

        var isNextReply: Bool { if case .nextReply = self { true } else { false } }
    }

    /// The identity of an endpoint of the changed scenario, which its sequence keeps from one change to the next.
    fileprivate enum EndpointID: Hashable {
        case base(Int)
        case addition(Int)
        /// An endpoint of an overlay, by the number of its activation and its index.
        case overlay(Int, Int)
    }

    fileprivate struct State: Sendable {
        /// The scenario before the first change; nil until then.
        var base: Scenario?
        /// The number of the run that the last change started.
        var run = 0
        /// The active overlays, in the order of their activation. The last one is the uppermost.
        var overlays: [(number: Int, overlay: SessionOverlay)] = []
        /// The added endpoints, in order.
        var additions: [(number: Int, addition: Addition)] = []
        /// The number of overlays and endpoints that were ever added.
        var count = 0
        /// The identities of the endpoints of the changed scenario, in source order.
        var endpointIDs: [EndpointID] = []
    }

    /// A description of the current changes.
    struct Snapshot: Sendable {
        var overlays: [SessionOverlay] = []
        /// The replies that no request has received yet.
        var nextReplies: [NextReply] = []
    }

    /// Returns the changes that the current run of a backend has.
    func snapshot(of backend: Backend) -> Snapshot {
        let run = backend.runState
        return state.withLock { state in
            guard state.base != nil, state.run == run.number else { return Snapshot() }
            var snapshot = Snapshot(overlays: state.overlays.map(\.overlay))
            for (number, addition) in state.additions {
                guard case .nextReply(let reply) = addition, !state.isSent(number, in: run) else { continue }
                snapshot.nextReplies.append(reply)
            }
            return snapshot
        }
    }

    /// Activates an overlay, or replaces an active overlay of the same name.
    func activate(_ overlay: SessionOverlay, on backend: Backend) throws(APIError) {
        try change(backend, as: "\(overlay.name) on") { state, _ throws(APIError) in
            state.overlays.removeAll { $0.overlay.name == overlay.name }
            state.count += 1
            state.overlays.append((state.count, overlay))
        }
    }

    /// Deactivates the overlay of a name.
    func deactivate(_ name: String, on backend: Backend) throws(APIError) {
        guard snapshot(of: backend).overlays.contains(where: { $0.name == name }) else { return }
        try change(backend, as: "\(name) off") { state, _ throws(APIError) in
            state.overlays.removeAll { $0.overlay.name == name }
        }
    }

    /// Adds endpoints, which answer requests that no endpoint of the scenario matches.
    func add(_ endpoints: [Scenario.Endpoint], to backend: Backend) throws(APIError) {
        try change(backend, as: "endpoint added") { state, _ throws(APIError) in
            for endpoint in endpoints { state.add(.endpoint(endpoint)) }
        }
    }

    /// Adds a reply that fails once.
    ///
    /// - Parameter make: creates the reply from the current run without changes.
    func failNext(
        on backend: Backend,
        _ make: @Sendable (_ base: Scenario, _ run: Backend.RunState) throws(APIError) -> NextReply
    ) throws(APIError) {
        try change(backend, as: "next reply set") { state, run throws(APIError) in
            state.add(.nextReply(try make(state.base ?? run.scenario, run)))
        }
    }

    /// Removes the replies that fail once.
    func cancelNextReplies(on backend: Backend) throws(APIError) {
        guard !snapshot(of: backend).nextReplies.isEmpty else { return }
        try change(backend, as: "next replies cancelled") { state, _ throws(APIError) in
            state.additions.removeAll { $0.addition.isNextReply }
        }
    }

    /// Restarts the scenario of a backend without changes.
    func reset(_ backend: Backend) throws(Backend.StartError) {
        let base = state.withLock { state in
            defer { state = State() }
            return state.run == backend.runCount ? state.base : nil
        }
        if let base { try backend.play(base) } else { try backend.reset() }
    }

    /// Changes the state and continues the run with the changed scenario. An invalid change has no effect.
    private func change(
        _ backend: Backend,
        as label: String,
        _ body: (inout State, Backend.RunState) throws(APIError) -> Void
    ) throws(APIError) {
        try state.withLock { (current) throws(APIError) in
            let run = backend.runState
            var state = current
            if state.base == nil || state.run != run.number {
                state = State()
                state.base = run.scenario
                state.endpointIDs = run.scenario.endpoints.indices.map { .base($0) }
            }
            state.additions.removeAll { [state] in $0.addition.isNextReply && state.isSent($0.number, in: run) }
            try body(&state, run)
            guard let base = state.base else { return }
            let (scenario, endpointIDs) = state.changedScenario(over: base, isOnSharedPort: backend.isOnSharedPort)
            do throws(Backend.StartError) {
                let continued = state.continuedEndpoints(in: endpointIDs)
                try backend.amend(scenario, as: "\(base.name): \(label)", continuing: continued)
            } catch {
                throw APIError(422, "scenario", "The scenario cannot be changed.", detail: error.description)
            }
            state.run = backend.runCount
            state.endpointIDs = endpointIDs
            current = state
        }
    }
}

extension Amendments.State {
    /// Adds an endpoint with a new identity.
    fileprivate mutating func add(_ addition: Amendments.Addition) {
        count += 1
        additions.append((count, addition))
    }

    /// Whether an added endpoint has answered a request.
    fileprivate func isSent(_ number: Int, in run: Backend.RunState) -> Bool {
        guard let index = endpointIDs.firstIndex(of: .addition(number)), run.answeredCounts.indices.contains(index)
        else { return false }
        return run.answeredCounts[index] > 0
    }

    /// Returns the indices of the endpoints that the changed scenario has, by their indices in the next one.
    fileprivate func continuedEndpoints(in next: [Amendments.EndpointID]) -> [Int: Int] {
        let indices = Dictionary(endpointIDs.enumerated().map { ($1, $0) }) { first, _ in first }
        var continued: [Int: Int] = [:]
        for (index, id) in next.enumerated() { continued[index] = indices[id] }
        return continued
    }

    /// Returns the changed scenario, with the identities of its endpoints.
    fileprivate func changedScenario(
        over base: Scenario,
        isOnSharedPort: Bool
    ) -> (scenario: Scenario, endpointIDs: [Amendments.EndpointID]) {
        var scenario = base
        var ids: [Amendments.EndpointID] = base.endpoints.indices.map { .base($0) }
        for (number, addition) in additions {
            scenario.endpoints.append(addition.endpoint)
            ids.append(.addition(number))
        }
        for (position, active) in overlays.enumerated() {
            for (index, endpoint) in active.overlay.scenario.endpoints.enumerated() {
                var endpoint = endpoint
                endpoint.layer -= (position + 1) * Amendments.layerDistance
                scenario.endpoints.append(endpoint)
                ids.append(.overlay(active.number, index))
            }
            let names = Set(scenario.state.map(\.name))
            scenario.state += active.overlay.scenario.state.filter { !names.contains($0.name) }
            let network = active.overlay.scenario.network
            if !isOnSharedPort, !network.isEmpty { scenario.network = network }
        }
        return (scenario, ids)
    }
}

extension Amendments {
    /// The distance between the layers of two overlays, which is more than the layers of a document.
    fileprivate static let layerDistance = 1_000
    /// The layer of replies that fail once, above all overlays.
    static let nextReplyLayer = -1_000_000
}
