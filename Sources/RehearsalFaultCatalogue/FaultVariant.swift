package import Rehearsal

/// A variant of a fault, with the scenario that plays it.
package struct FaultVariant: Sendable {
    /// The identifier: `F31b`. If the fault has only one variant, it is the number of the fault.
    package private(set) var id = ""
    /// A short description of the difference from the other variants.
    package let title: String
    /// The bytes and TCP flags on the wire, in one sentence; nil if they are those of the fault.
    package private(set) var wire: String?
    /// The scenario that plays the variant; nil if no server can play it.
    package private(set) var scenario: Scenario?
    /// The reason why no server can play the variant; nil if one can.
    package let reason: String?
    /// The requests that trigger the fault.
    package let trigger: FaultTrigger

    init(_ title: String, _ drive: FaultTrigger = .get, _ scenario: Scenario? = nil, reason: String? = nil) {
        (self.title, self.trigger, self.scenario, self.reason) = (title, drive, scenario, reason)
    }

    func onWire(_ text: String) -> FaultVariant {
        var result = self
        result.wire = text
        return result
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
        var parts: [String] = []
        for reply in scenario.endpoints.flatMap(\.replies) {
            if case .raw = reply.body { parts.append("raw bytes") }
            if reply.isEarly { parts.append("early") }
            if reply.delay != .none { parts.append("delay") }
            parts += reply.faults.map(\.description)
        }
        return parts.isEmpty ? "plain reply" : parts.unique.joined(separator: " + ")
    }
}

/// The requests with which a client triggers a fault.
package struct FaultTrigger: Sendable, Hashable {
    package var method = "GET"
    package var path = "/fault"
    /// The length of the request body in bytes.
    package var uploadSize = 0
    package var expectsContinue = false
    /// The number of requests, sequential and on one connection if the client reuses it.
    package var requests = 1
    /// The pause of the client between two requests.
    package var pause: Duration = .zero
    package var scheme = "http"

    static let get = FaultTrigger()
}
