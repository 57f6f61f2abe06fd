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

/// Which clauses are meant, by their ids: `RETRY-02/getUser/503`, `RETRY-02/**`, `*/getUser/**`.
///
/// `*` stands for one component, `**` for any number of them, also none. There is nothing that stands for a part of
/// one: anything else is what it is.
package struct CasePattern: Sendable, Hashable, CustomStringConvertible {
    private let components: [Substring]

    package init(_ text: String) { components = Self.components(of: text) }

    package var description: String { components.joined(separator: "/") }

    /// Whether that clause is meant.
    package func matches(_ id: String) -> Bool {
        // How many components may have been matched by what has been looked at so far: patterns may be long.
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

    /// What to do about one that means none of these; nil if there is no telling.
    package func hint(among ids: [String]) -> String? {
        let wider = CasePattern("\(self)/**")
        if ids.contains(where: wider.matches) { return "did you mean \(wider)?" }
        if components.contains(where: { $0.contains("*") && $0 != "*" && $0 != "**" }) {
            return "* stands for a whole component, and not for a part of one"
        }
        return nil
    }
}
