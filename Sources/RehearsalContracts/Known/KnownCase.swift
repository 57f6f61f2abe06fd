package import Rehearsal

/// A line that says beforehand that clauses fail.
package struct KnownCase: Sendable, Hashable {
    package var pattern: CasePattern
    package var kind: Kind
    /// Why; empty if nobody said.
    package var reason: String
    /// The last day on which it may be so.
    package var expires: CivilDate?
    /// Where it is written: `known.txt:3`, or the option.
    package var place: String

    package enum Kind: String, Sendable, Hashable, CaseIterable {
        /// They fail, always.
        case failing
        /// They sometimes fail.
        case flaky
    }

    package init(
        _ pattern: String,
        _ kind: Kind = .failing,
        reason: String = "",
        expires: CivilDate? = nil,
        at place: String,
    ) {
        self.pattern = CasePattern(pattern)
        (self.kind, self.reason, self.expires, self.place) = (kind, reason, expires, place)
    }

    /// Whether its last day has passed.
    package func isExpired(on today: CivilDate) -> Bool {
        expires.map { $0.daysSince1970 < today.daysSince1970 } ?? false
    }
}
