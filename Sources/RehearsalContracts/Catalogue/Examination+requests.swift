package import Rehearsal

extension Examination {
    /// The requests that the client itself sent; what its network stack sent again is left out.
    package var attempts: [Journal.Entry] { Attempts.of(evidence.entries).map(\.first) }

    /// How many requests the network stack sent again on its own.
    package var resent: Int { evidence.entries.count - attempts.count }

    /// The client itself has sent so many requests.
    package mutating func expectRequests(_ count: Int) { expectRequests(count...count) }

    /// The client itself has sent so many requests.
    package mutating func expectRequests(_ range: ClosedRange<Int>) {
        let seen = attempts.count
        guard !range.contains(seen) else { return }
        let expected =
            range.count == 1 ? range.lowerBound.requests : "\(range.lowerBound) to \(range.upperBound.requests)"
        complain("expected \(expected), saw \(seen)\(attribution)")
    }

    /// Who sent what is seen on the wire: `: 3 by the client, 1 by its network stack`; empty if all is the client's.
    package var attribution: String {
        resent == 0 ? "" : " by the client, and \(resent) more that its network stack sent again on a dead connection"
    }
}

extension Int {
    fileprivate var requests: String { self == 1 ? "1 request" : "\(self) requests" }
}
