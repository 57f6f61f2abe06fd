package import Rehearsal

/// A variant of a fault, with the scenario that plays it.
package struct FaultVariant: Sendable {
    /// The identifier: `F31b`; the number of the fault alone if it has one variant.
    package private(set) var id = ""
    /// The difference from the other variants, in a few words.
    package let title: String
    /// The scenario that plays it; nil if no server can.
    package private(set) var scenario: Scenario?
    /// The reason that no server can play it; nil if one can.
    package let reason: String?
    /// The request that triggers it.
    package let trigger: FaultTrigger

    init(_ title: String, _ drive: FaultTrigger = .get, _ scenario: Scenario? = nil, reason: String? = nil) {
        (self.title, self.trigger, self.scenario, self.reason) = (title, drive, scenario, reason)
    }

    func named(_ id: String, of title: String) -> FaultVariant {
        var result = self
        result.id = id
        result.scenario?.name = id
        result.scenario?.summary = self.title == title ? title : "\(title): \(self.title)"
        return result
    }
}

extension FaultVariant {
    /// The notation of the fault in a scenario: `reset at beforeHead`, `raw bytes`, `network: refusing`.
    package var notation: String {
        guard let scenario else { return "not played" }
        if let network = scenario.network.first {
            return "network: \(network.state.name)" + (network.on == .accept ? "" : " on \(network.on.rawValue)")
        }
        var ways: [String] = []
        for reply in scenario.endpoints.flatMap(\.replies) {
            if case .raw = reply.body { ways.append("raw bytes") }
            if reply.isEarly { ways.append("early") }
            if reply.delay != .none { ways.append("delay") }
            ways += reply.faults.map(\.description)
        }
        return ways.isEmpty ? "plain reply" : ways.unique.joined(separator: " + ")
    }
}

/// The requests with which a client triggers a fault.
package struct FaultTrigger: Sendable, Hashable {
    package var method = "GET"
    package var path = "/fault"
    /// The length of the request body in bytes.
    package var upload = 0
    package var expectsContinue = false
    /// The number of requests, sequential and on one connection if the client reuses it.
    package var requests = 1
    /// The pause of the client between two requests.
    package var pause: Duration = .zero
    package var scheme = "http"

    static let get = FaultTrigger()
}
