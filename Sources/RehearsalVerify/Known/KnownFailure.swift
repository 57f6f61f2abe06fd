package import Rehearsal

/// An entry in a list of clauses that are known to fail.
package struct KnownCase: Sendable, Hashable {
    package var pattern: CasePattern
    package var kind: Kind
    /// The reason; empty if none is given.
    package var reason: String
    /// The last day on which the entry is valid.
    package var expires: CivilDate?
    /// The place of the entry: `known.txt:3`, or the option.
    package var place: String

    /// The kind of list that an entry belongs to.
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

/// A pattern for the ids of clauses: `RETRY-02/getUser/503`, `RETRY-02/**`, `*/getUser/**`.
///
/// `*` matches one component, `**` any number of components, including none. Other components match only themselves.
package struct CasePattern: Sendable, Hashable, CustomStringConvertible {
    private let components: [Substring]

    package init(_ text: String) { components = Self.components(of: text) }

    package var description: String { components.joined(separator: "/") }

    /// Whether the pattern matches the id of a clause.
    package func matches(_ id: String) -> Bool {
        // The set holds the numbers of matched components; backtracking would be slow for long patterns.
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

    /// Returns advice for a pattern that matches none of these ids; nil if there is none.
    package func hint(among ids: [String]) -> String? {
        let wider = CasePattern("\(self)/**")
        if ids.contains(where: wider.matches) { return "did you mean \(wider)?" }
        if components.contains(where: { $0.contains("*") && $0 != "*" && $0 != "**" }) {
            return "* matches a whole component, not a part of one"
        }
        return nil
    }
}
