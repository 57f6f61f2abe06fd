package import Rehearsal

/// An entry in a list of known failures.
package struct KnownFailure: Sendable, Hashable {
    package var pattern: ClausePattern
    package var kind: Kind
    /// The reason of the failure; empty if the entry has none.
    package var reason: String
    /// The last day on which the entry is valid; nil if the entry does not expire.
    package var expires: CivilDate?
    /// The location of the entry, for errors: `known.txt:3`, or the command-line option.
    package var place: String

    /// A kind of known failure. Each kind has its own list.
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        /// The clauses always fail.
        case failing
        /// The clauses sometimes fail.
        case flaky
    }

    package init(
        _ pattern: String,
        _ kind: Kind = .failing,
        reason: String = "",
        expires: CivilDate? = nil,
        at location: String,
    ) {
        self.pattern = ClausePattern(pattern)
        (self.kind, self.reason, self.expires, self.place) = (kind, reason, expires, location)
    }

    /// Whether the entry has expired: its last day is before this day.
    package func isExpired(on today: CivilDate) -> Bool {
        expires.map { $0.daysSince1970 < today.daysSince1970 } ?? false
    }
}

/// A pattern for the IDs of clauses: `RETRY-02/getUser/503`, `RETRY-02/**`, `*/getUser/**`.
///
/// `*` matches one component, `**` zero or more components. Any other component matches an equal one.
package struct ClausePattern: Sendable, Hashable, CustomStringConvertible {
    private let components: [Substring]

    package init(_ text: String) { components = Self.components(of: text) }

    package var description: String { components.joined(separator: "/") }

    /// Whether the pattern matches the ID of a clause.
    package func matches(_ id: String) -> Bool {
        // The set contains each possible number of matched components. Backtracking would be slow for long patterns.
        let components = Self.components(of: id)
        var reached: Set<Int> = [0]
        for pattern in self.components {
            if pattern == "**" {
                reached = reached.min().map { Set($0...components.count) } ?? []
            } else {
                reached = Set(
                    reached.filter { $0 < components.count && (pattern == "*" || pattern == components[$0]) }
                        .map { $0 + 1 }
                )
            }
        }
        return reached.contains(components.count)
    }

    private static func components(of text: String) -> [Substring] {
        text.split(separator: "/", omittingEmptySubsequences: false)
    }

    /// Returns a hint for an error about a pattern that matches none of these IDs; nil if no hint applies.
    package func hint(among ids: [String]) -> String? {
        let wider = ClausePattern("\(self)/**")
        if ids.contains(where: wider.matches) { return "did you mean \(wider)?" }
        if components.contains(where: { $0.contains("*") && $0 != "*" && $0 != "**" }) {
            return "* matches a whole component, not a part of one"
        }
        return nil
    }
}
