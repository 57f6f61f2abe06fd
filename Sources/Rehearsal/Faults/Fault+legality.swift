extension Fault {
    /// Why this effect cannot be had at this stage; nil if it can.
    package var illegality: String? {
        if Self.stages(of: effect).contains(stage.name) { return nil }
        return Self.reason(effect, stage)
    }

    /// The stages, by name, at which an effect can be had.
    package static func stages(of effect: Effect) -> [String] {
        switch effect {
        case .close, .reset, .delay:
            ["requestBody", "beforeHead", "head", "afterHead", "body", "end", "idle"]
        case .stall: ["requestBody", "beforeHead", "head", "afterHead", "body", "end"]
        case .halfClose: ["afterHead", "body", "end"]
        case .drip, .slice, .replaceBytes: ["head", "body"]
        case .corrupt, .corruptAt: ["body"]
        case .wrongLength: ["head"]
        case .extraBytes: ["end"]
        }
    }

    private static func reason(_ effect: Effect, _ stage: Stage) -> String {
        let pair = "\(effect.name) at \(stage.name)"
        let why =
            switch effect {
            case .stall: "a connection that is idle is silent already"
            case .halfClose: "before there is a reply to end, a FIN is a close"
            case .drip, .slice: "only the head and the body of a reply have bytes to spread"
            case .replaceBytes: "only the head and the body of a reply have bytes to replace"
            case .corrupt, .corruptAt: "only a body can be changed without its length; write replaceBytes for the head"
            case .wrongLength: "Content-Length stands in the head"
            case .extraBytes: "bytes follow a message at its end"
            case .close, .reset, .delay: ""
            }
        return "\(pair) is no fault: \(why) (it can be at \(stages(of: effect).joined(separator: ", ")))"
    }

    /// Why these cannot happen to one reply together; nil if they can.
    package static func conflict(in faults: [Fault]) -> String? {
        guard let second = faults.indices.first(where: { conflict(in: faults, at: $0) != nil }) else { return nil }
        return conflict(in: faults, at: second).map { first in
            "a reply ends once, and \(first) and \(faults[second]) would both end it"
        }
    }

    /// One of those before it that ends the reply for just the requests for which the one at this index does.
    ///
    /// For others they may take turns.
    package static func conflict(in faults: [Fault], at index: Int) -> Fault? {
        let fault = faults[index]
        guard fault.endsReply, fault.occurrence.chance >= 1 else { return nil }
        return faults[..<index].first { $0.endsReply && $0.occurrence == fault.occurrence }
    }

    /// Whether nothing can follow it in the reply.
    package var endsReply: Bool { effect.isLast && stage.name != "idle" }
}
