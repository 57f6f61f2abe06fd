import Rehearsal
import RehearsalFaultCatalogue
import RehearsalServer

/// The creation of a reply that fails once.
struct NextReplyMaker: Sendable {
    /// The method and the path pattern of the endpoint.
    let method: String
    let path: String
    let variant: FaultVariant

    /// Whether a reply to one request can play a variant.
    static func canPlay(_ variant: FaultVariant) -> Bool { reply(of: variant) != nil }

    /// Returns the reply that plays a variant; nil if it needs a network state, several requests or HTTPS.
    private static func reply(of variant: FaultVariant) -> Scenario.Reply? {
        guard let scenario = variant.scenario, scenario.network.isEmpty, variant.trigger.requests == 1,
            variant.trigger.scheme == "http", scenario.endpoints.count == 1, let endpoint = scenario.endpoints.first
        else { return nil }
        return endpoint.replies.first
    }

    /// Sets the reply for the next request to a backend.
    func set(on backend: Backend) throws(APIError) {
        guard let fault = Self.reply(of: variant) else {
            throw APIError(
                422,
                "fault",
                "The fault \(variant.id) cannot be set for one reply.",
                detail: variant.reason ?? "It affects a connection or several requests; play its scenario instead."
            )
        }
        let (method, path) = (Scenario.Method(rawValue: method), Scenario.PathPattern(path))
        try APIError.reportingStartErrors { () throws(Backend.StartError) in
            try backend.amendments.setNextReply(to: method, path, named: variant.id, on: backend) { next in
                next.flatMap { merged(fault, over: $0) } ?? fault
            }
        }
    }

    /// Returns a reply of the scenario with the faults and the timing of a fault; nil if the fault needs its own body.
    private func merged(_ fault: Scenario.Reply, over reply: Scenario.Reply) -> Scenario.Reply? {
        let isSample = if case .bytes(_, "application/json") = fault.body { fault.status == 200 } else { false }
        let isPortable = fault.faults.allSatisfy(\.effect.suitsEveryBody) && fault.headers.fields.isEmpty
        let hasOwnEnd = reply.handler != nil || reply.stream != nil
        guard isSample, isPortable, !hasOwnEnd else { return nil }
        var merged = reply
        merged.faults = fault.faults
        merged.delay = fault.delay
        merged.bodyDelay = fault.bodyDelay
        merged.pace = fault.pace
        merged.isEarly = fault.isEarly
        merged.hold = nil
        merged.then = Scenario.Change()
        return merged
    }
}

extension APIError {
    /// Runs a change of a scenario. A failure becomes an error of the API.
    static func reportingStartErrors(_ change: () throws(Backend.StartError) -> Void) throws(APIError) {
        do throws(Backend.StartError) {
            try change()
        } catch {
            throw APIError(422, "scenario", "The scenario cannot be changed.", detail: error.description)
        }
    }
}

extension Fault.Effect {
    /// Whether the effect is the same for a body of any length.
    fileprivate var suitsEveryBody: Bool {
        switch self {
        case .close, .reset, .halfClose, .stall, .delay, .drip, .slice, .corrupt: true
        case .corruptAt, .replaceBytes, .wrongLength, .extraBytes: false
        }
    }
}
