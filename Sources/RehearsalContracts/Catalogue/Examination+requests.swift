package import Rehearsal

extension Examination {
    /// The requests that the client itself sent; what its network stack sent again is left out.
    package var attempts: [Journal.Entry] { told.map(\.first) }

    /// How many requests the network stack sent again on its own.
    package var resent: Int { told.reduce(0) { $0 + $1.resent } }

    /// What the client sent, each with what its stack made of it.
    var told: [Attempts.Attempt] { told(evidence) }

    /// What else a client asks for (its configuration, analytics) is its own affair.
    func told(_ evidence: CaseEvidence) -> [Attempts.Attempt] {
        Attempts.of(evidence.entries.filter { !$0.isOther }, resending: PlatformOutcomes.of(declaration).resending)
    }

    /// The client itself has sent so many requests.
    package mutating func expectRequests(_ count: Int) { expectRequests(count...count) }

    /// The client itself has sent so many requests.
    package mutating func expectRequests(_ range: ClosedRange<Int>) {
        let seen = attempts.count
        guard !range.contains(seen) else { return }
        let expected =
            range.count == 1 ? range.lowerBound.requests : "\(range.lowerBound) to \(range.upperBound.requests)"
        // A call that was cancelled may have come to its end before it came to a request.
        let basis = exercise.request.cancelAfter.flatMap { seen == 0 ? Finding.Basis.late(by: $0) : nil }
        complain("expected \(expected), saw \(seen)\(attribution)", basis ?? .event)
    }

    /// Who sent what is seen on the wire, in brackets after a blank; empty if all is the client's.
    package var attribution: String { attributed.map { " (\($0))" } ?? "" }

    /// Who sent what is seen on the wire; nil if all is the client's.
    ///
    /// `4 seen: 3 by the client, 1 by its network stack, which sent it again on a dead connection`
    var attributed: String? {
        guard resent > 0 else { return nil }
        let body = told.contains(where: \.hasLostItsBody) ? " without its body" : ""
        return "\(attempts.count + resent) seen: \(attempts.count) by the client, \(resent) by its network stack, "
            + "which sent \(resent == 1 ? "it" : "them") again\(body) on a dead connection"
    }
}

extension Examination {
    /// What the client asked for beside what the exercise is about, each once: `GET /config`.
    package var others: [String] {
        var seen: [String] = []
        for entry in runs.flatMap(\.entries) where entry.isOther {
            let name = "\(entry.method) \(entry.target)"
            if !seen.contains(name) { seen.append(name) }
        }
        return seen
    }
}

extension Journal.Entry {
    /// Whether it asked for something that the exercise knows nothing of.
    package var isOther: Bool { decision == .unmatched }
}

extension Int {
    fileprivate var requests: String { self == 1 ? "1 request" : "\(self) requests" }
}
