package import Rehearsal

/// The maximum sizes of a request, in bytes unless stated otherwise.
package struct RequestLimits: Sendable, Hashable {
    /// The head, from its first byte to its empty line; the server answers a larger one with 431.
    package var head = 64 << 10
    /// The number of header lines; the server answers more with 431.
    package var headerLines = 200
    /// The target; the server answers a longer one with 414.
    package var target = 16 << 10
    /// The body without its transfer coding; the server answers a longer one with 413.
    package var body = 64 << 20

    package init() {}
}

/// A set of HTTP/1.1 violations that the server tolerates.
package struct RequestLeniency: OptionSet, Sendable, Hashable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    // The generic operation of `OptionSet` is not specialized across modules, and every request uses this one.
    package func contains(_ rules: RequestLeniency) -> Bool { rawValue & rules.rawValue == rules.rawValue }

    /// Lines of a head that end in LF alone (RFC 9112 §2.2).
    package static var bareLineFeeds: RequestLeniency { RequestLeniency(rawValue: 1) }
    /// Folded header lines, whose continuation begins with white space (RFC 9112 §5.2).
    package static var foldedLines: RequestLeniency { RequestLeniency(rawValue: 2) }
    /// Several spaces, or tabs, between or after the parts of a request line (RFC 9112 §3).
    package static var spacedRequestLine: RequestLeniency { RequestLeniency(rawValue: 4) }
    /// An HTTP/1.1 request without `Host` (RFC 9112 §3.2).
    package static var missingHost: RequestLeniency { RequestLeniency(rawValue: 8) }
    /// Repeated `Content-Length` with equal values (RFC 9112 §6.3).
    package static var repeatedLength: RequestLeniency { RequestLeniency(rawValue: 16) }
    /// Characters in a target that must be percent-encoded, except spaces and controls (RFC 9112 §3.2).
    package static var targetCharacters: RequestLeniency { RequestLeniency(rawValue: 32) }
    /// Control characters in field values, except NUL, CR and LF (RFC 9110 §5.5).
    package static var controlCharacters: RequestLeniency { RequestLeniency(rawValue: 64) }
    /// The unescaped characters `"`, `|`, `^`, `[`, `]`, `{` and `}` in a target (RFC 9112 §3.2).
    package static var browserTargets: RequestLeniency { RequestLeniency(rawValue: 128) }
    /// All tolerable violations.
    package static let all = RequestLeniency(rawValue: .max)
}

/// A violation of HTTP or of a server limit by a request.
package struct Violation: Error, Equatable {
    /// The status of the reply to the request.
    package let status: Int
    /// The section of the rule and the violation, for the journal: `RFC 9112 §2.2: a line ends in LF without CR`.
    package let rule: String

    package init(_ status: Int, _ rule: String) {
        self.status = status
        self.rule = rule
    }
}

extension RequestHead.ToleratedViolations {
    /// The violated rules that the server tolerates, with their sections.
    package var rules: [String] {
        var rules: [String] = []
        if contains(.hostMismatch) {
            rules.append("RFC 9112 §3.2: Host differs from the target, which takes precedence (§3.2.2)")
        }
        if contains(.emptyListElement) { rules.append("RFC 9110 §5.6.1: Transfer-Encoding has an empty list element") }
        if contains(.contentInTrace) { rules.append("RFC 9110 §9.3.8: a TRACE request has content") }
        return rules
    }
}
