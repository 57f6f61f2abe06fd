package import Rehearsal

/// A rule of HTTP, or a limit of this server, that a request broke.
package struct Violation: Error, Equatable {
    /// What the request is answered with.
    package let status: Int
    /// The rule with its section, for the journal: `RFC 9112 §2.2: …`.
    package let rule: String

    package init(_ status: Int, _ rule: String) {
        self.status = status
        self.rule = rule
    }
}

extension RequestHead.Remarks {
    /// What is wrong with a request that is answered all the same, with the sections that say so.
    package var rules: [String] {
        var rules: [String] = []
        if contains(.hostDiffers) { rules.append("RFC 9112 §3.2: Host differs from the target, which counts (§3.2.2)") }
        if contains(.emptyListElement) { rules.append("RFC 9110 §5.6.1: Transfer-Encoding has an empty list element") }
        if contains(.contentInTrace) { rules.append("RFC 9110 §9.3.8: a TRACE request has content") }
        return rules
    }
}
