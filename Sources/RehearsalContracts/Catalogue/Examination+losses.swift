import Rehearsal

extension Examination {
    /// Every call has come to an error of the transport, of a kind that this loss may be on this network stack.
    package mutating func expectLoss(_ loss: PlatformOutcomes.Loss) {
        let kinds = PlatformOutcomes.of(declaration).outcomes(of: loss)
        let names = kinds.map(\.rawValue).sorted().joined(separator: " or ")
        expectOutcome("transport(\(names))") { outcome in
            if case .transport(let kind, _) = outcome { kinds.contains(kind) } else { false }
        }
    }

    /// The calls together have taken no longer than that, by the clock of this machine.
    package mutating func expectAnswer(within most: Duration, _ what: String) {
        let took = Duration.nanoseconds(evidence.answeredAt - evidence.calledAt)
        guard took > most else { return }
        complain("expected \(what) within \(most.shown), it took \(took.shown)", .late(by: took - most))
    }
}
