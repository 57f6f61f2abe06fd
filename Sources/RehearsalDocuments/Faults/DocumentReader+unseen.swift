import Rehearsal

extension DocumentReader {
    /// Tells which faults of a reply no client can see.
    mutating func tellUnseen(_ faults: [PlacedFault], of reply: Scenario.Reply, to method: Scenario.Method?) {
        for placed in faults {
            tellKernel(placed)
            if isInBody(placed.fault) { tellBody(placed, reply, method) }
        }
        tellIgnored(faults, reply)
        tellUnreached(faults, reply)
    }

    private func isInBody(_ fault: Fault) -> Bool { fault.stage.name == "body" }

    private mutating func tellKernel(_ placed: PlacedFault) {
        // Whoever writes a share of it has uploads in mind that are large enough.
        guard case (.stall(nil), .requestBody(.bytes)) = (placed.fault.effect, placed.fault.stage) else { return }
        let message = "a request's body under about 8 MB is taken by the kernel: its client has sent it and waits"
        unseen(placed.effect, message, hint: "use a larger upload to see it stop", severity: .note)
    }

    private mutating func tellBody(_ placed: PlacedFault, _ reply: Scenario.Reply, _ method: Scenario.Method?) {
        let fault = placed.fault
        if method == .head {
            return unseen(placed.stage, "a reply to HEAD has no body, so nothing can happen in it")
        }
        if case .replaceBytes([]) = fault.effect {
            return unseen(placed.effect, "no byte of the body is replaced by none")
        }
        guard let size = BodySize.range(of: reply) else { return }
        if size.upperBound == 0 {
            let what = fault.effect.changesBytes ? "there is no byte of it" : "all of it has been sent by then"
            let hint = #"give the reply a body: "text": "…""#
            return unseen(placed.stage, "the body of this reply is empty, so \(what)", hint: hint)
        }
        if case .corruptAt(let offsets) = fault.effect, let beyond = offsets.first(where: { $0 >= size.upperBound }) {
            return unseen(
                placed.effect,
                "there is no byte \(beyond) in a body of \(size.upperBound) bytes",
                hint: "count from 0"
            )
        }
        if case .body(.bytes(let amount)) = fault.stage, amount > size.upperBound {
            let message = "the body of this reply has \(size.upperBound) bytes, so \(amount) of them are all"
            unseen(placed.stage, message, hint: #"write a smaller number, or { "body": "50%" }"#)
        }
    }

    /// What is not done to this kind of reply, or has been done already.
    private mutating func tellIgnored(_ faults: [PlacedFault], _ reply: Scenario.Reply) {
        for placed in faults {
            switch (placed.fault.effect, reply.body) {
            case (.corrupt, .raw), (.corruptAt, .raw), (.replaceBytes, .raw), (.wrongLength, .raw):
                let message = "\"raw\" is sent as it is written, and \(placed.fault.effect.name) does not change it"
                unseen(placed.effect, message, hint: "write the bytes that you mean into \"raw\"")
            case (.corrupt, .events(let events, _)), (.corruptAt, .events(let events, _)),
                (.replaceBytes, .events(let events, _)):
                guard events.count != 1, isInBody(placed.fault) else { continue }
                unseen(placed.effect, "\(placed.fault.effect.name) does not change a stream of events")
            case (.wrongLength(let length), _):
                guard let size = BodySize.range(of: reply), size == length...length else { continue }
                unseen(placed.effect, "the body of this reply has \(length) bytes, so this length is right")
            default: continue
            }
        }
    }

    /// What comes after the end of the reply.
    private mutating func tellUnreached(_ faults: [PlacedFault], _ reply: Scenario.Reply) {
        if Fault.conflict(in: faults.map(\.fault)) != nil { return }
        let size = BodySize.range(of: reply)
        for (index, placed) in faults.enumerated() {
            let earlier = faults.first { $0.fault.surelyEnds(before: placed.fault, size) }
            if let earlier {
                unseen(placed.stage, "this is never reached: \(earlier.fault) has ended the reply before")
            } else if case (.raw, .idle) = (reply.body, placed.fault.stage) {
                unseen(placed.stage, "the connection is closed after \"raw\", so it is never idle")
            } else if faults[..<index].contains(where: { $0.fault.takesPlace(of: placed.fault) }) {
                let message = "this is never reached: the fault at \(placed.fault.stage.name) before it comes first"
                unseen(placed.stage, message, hint: "a reply has one fault at \(placed.fault.stage.name)")
            }
        }
    }
}
