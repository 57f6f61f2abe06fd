package import Rehearsal
import RehearsalPlatform

/// The changes of a backend's scenario while it runs: overlays, replies that fail once, and endpoints.
///
/// The backend continues with the changed scenario. Another scenario, or a reset, removes all changes.
package final class Amendments: Sendable {
    private let state = Locked(State())

    /// A reply that replaces the reply to one request, the next one with its method and path.
    package struct NextReply: Sendable {
        /// The method and path: `get /orders`.
        package let name: String
        /// The name of the fault: its number in the catalogue (`F05`) or its description (`reset at beforeHead`).
        package let fault: String
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
        var overlays: [(number: Int, overlay: Backend.Overlay)] = []
        /// The added endpoints, in order.
        var additions: [(number: Int, addition: Addition)] = []
        /// The number of overlays and endpoints that were ever added.
        var count = 0
        /// The identities of the endpoints of the changed scenario, in source order.
        var endpointIDs: [EndpointID] = []
    }

    /// The overlays that are active in the current run of a backend, the uppermost last.
    package func overlays(of backend: Backend) -> [Backend.Overlay] {
        let run = backend.runCount
        return state.withLock { $0.applies(to: run) ? $0.overlays.map(\.overlay) : [] }
    }

    /// The replies that no request has received yet.
    package func nextReplies(of backend: Backend) -> [NextReply] {
        let run = backend.runState
        return state.withLock { state in
            guard state.applies(to: run.number) else { return [] }
            return state.additions.compactMap { number, addition in
                guard case .nextReply(let reply) = addition, !state.isSent(number, in: run) else { return nil }
                return reply
            }
        }
    }

    /// The scenario of a backend without the changes.
    func base(of backend: Backend) -> Scenario {
        let run = backend.runCount
        return state.withLock { $0.applies(to: run) ? $0.base : nil } ?? backend.scenario
    }

    /// Activates an overlay, or replaces an active overlay of the same name.
    package func activate(_ overlay: Backend.Overlay, on backend: Backend) throws(Backend.StartError) {
        try change(backend, as: "\(overlay.name) on") { state, _ in
            state.overlays.removeAll { $0.overlay.name == overlay.name }
            state.count += 1
            state.overlays.append((state.count, overlay))
        }
    }

    /// Deactivates the overlay of a name.
    package func deactivate(_ name: String, on backend: Backend) throws(Backend.StartError) {
        guard overlays(of: backend).contains(where: { $0.name == name }) else { return }
        try change(backend, as: "\(name) off") { state, _ in
            state.overlays.removeAll { $0.overlay.name == name }
        }
    }

    /// Adds endpoints, which answer requests that no endpoint of the scenario matches.
    package func add(_ endpoints: [Scenario.Endpoint], to backend: Backend) throws(Backend.StartError) {
        try change(backend, as: "endpoint added") { state, _ in
            for endpoint in endpoints { state.add(.endpoint(endpoint)) }
        }
    }

    /// Sets the reply to the next request with a method and a path.
    ///
    /// - Parameter make: returns the reply for the one that the request would receive without this call; nil for none.
    package func setNextReply(
        to method: Scenario.Method,
        _ path: Scenario.PathPattern,
        named fault: String,
        on backend: Backend,
        _ make: (Scenario.Reply?) -> Scenario.Reply,
    ) throws(Backend.StartError) {
        try change(backend, as: "next reply set") { state, run in
            let base = state.base ?? run.scenario
            let target = base.endpoints.indices.first { base.endpoints[$0].answers(method, path) }
            let next = target.flatMap { base.endpoints[$0].reply(forRequestIndex: run.answeredCounts[$0]) }
            var reply = make(next)
            reply.times = 1
            reply.isRequired = false
            let when = target.flatMap { base.endpoints[$0].when }
            var endpoint = Scenario.Endpoint(method, path, when: when, replies: [reply], afterLast: .next)
            endpoint.layer = Self.nextReplyLayer
            let name = "\(method == .any ? "any" : method.rawValue.lowercased()) \(path.text)"
            state.add(.nextReply(NextReply(name: name, fault: fault, endpoint: endpoint)))
        }
    }

    /// Removes the replies that no request has received yet.
    package func cancelNextReplies(on backend: Backend) throws(Backend.StartError) {
        guard !nextReplies(of: backend).isEmpty else { return }
        try change(backend, as: "next replies cancelled") { state, _ in
            state.additions.removeAll { $0.addition.isNextReply }
        }
    }

    /// Changes the state and continues the run with the changed scenario. An invalid change has no effect.
    private func change(
        _ backend: Backend,
        as label: String,
        _ body: (inout State, Backend.RunState) -> Void,
    ) throws(Backend.StartError) {
        try state.withLock { (current) throws(Backend.StartError) in
            // Another scenario can be played at any time. The change then applies to that scenario.
            while true {
                let run = backend.runState
                var state = current
                if !state.applies(to: run.number) {
                    state = State()
                    state.base = run.scenario
                    state.endpointIDs = run.scenario.endpoints.indices.map { .base($0) }
                }
                state.additions.removeAll { [state] in $0.addition.isNextReply && state.isSent($0.number, in: run) }
                body(&state, run)
                let base = state.base ?? run.scenario
                let (scenario, ids) = state.changedScenario(over: base, isOnSharedPort: backend.isOnSharedPort)
                let continued = state.continuedEndpoints(in: ids)
                let number = try backend.amend(
                    run: run.number,
                    scenario,
                    as: "\(base.name): \(label)",
                    continuing: continued
                )
                guard let number else { continue }
                (state.run, state.endpointIDs) = (number, ids)
                current = state
                return
            }
        }
    }
}

extension Amendments.State {
    /// Whether the changes are part of a run.
    fileprivate func applies(to run: Int) -> Bool { base != nil && self.run == run }

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
    fileprivate static let nextReplyLayer = -1_000_000
}

extension Scenario.Endpoint {
    /// Whether the endpoint has the path pattern, a method that includes the given one, and replies.
    fileprivate func answers(_ method: Scenario.Method, _ path: Scenario.PathPattern) -> Bool {
        self.path.text == path.text && !replies.isEmpty && (self.method == method || self.method == .any)
    }

    /// Returns the reply to the request with an index, counted from 0.
    fileprivate func reply(forRequestIndex index: Int) -> Scenario.Reply? {
        var remaining = index
        for reply in replies.dropLast() {
            if remaining < reply.times ?? 1 { return reply }
            remaining -= reply.times ?? 1
        }
        return replies.last
    }
}
