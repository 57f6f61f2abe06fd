package import Rehearsal

/// One way in which a fault comes, with what plays it.
package struct FaultCase: Sendable {
    /// `F31b`; the number of the fault alone where it has no other case.
    package private(set) var id = ""
    /// The difference from the other cases, in a few words.
    package let title: String
    /// The scenario that plays it; nil where no server can.
    package private(set) var scenario: Scenario?
    /// The reason that no server can play it.
    package let reason: String?
    /// The request that meets it.
    package let drive: FaultDrive

    init(_ title: String, _ drive: FaultDrive = .get, _ scenario: Scenario? = nil, reason: String? = nil) {
        (self.title, self.drive, self.scenario, self.reason) = (title, drive, scenario, reason)
    }

    func named(_ id: String, of title: String) -> FaultCase {
        var result = self
        result.id = id
        result.scenario?.name = id
        result.scenario?.summary = self.title == title ? title : "\(title): \(self.title)"
        return result
    }
}

extension FaultCase {
    /// The words of a scenario for it: `reset at beforeHead`, `raw bytes`, `network: refusing`.
    package var said: String {
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

/// The request with which a client meets a fault.
package struct FaultDrive: Sendable, Hashable {
    package var method = "GET"
    package var path = "/fault"
    /// Bytes in the body of the request.
    package var upload = 0
    package var expectsContinue = false
    /// How many requests, one after the other on one connection if the client can.
    package var requests = 1
    /// How long the client does nothing between two requests.
    package var pause: Duration = .zero
    package var scheme = "http"

    static let get = FaultDrive()
}
