package import Rehearsal

/// The sizes of a request at which a reader refuses it, in bytes unless stated otherwise.
package struct RequestLimits: Sendable, Hashable {
    /// The head, from its first byte to its empty line; a larger one is answered 431.
    package var head = 64 << 10
    /// The number of header lines; more are answered 431.
    package var headerLines = 200
    /// The target; a longer one is answered 414.
    package var target = 16 << 10
    /// The body without its transfer coding; a longer one is answered 413.
    package var body = 64 << 20

    package init() {}
}

/// Rules of HTTP/1.1 that a reader of requests tolerates.
package struct RequestLeniency: OptionSet, Sendable, Hashable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Lines of a head that end in LF alone (RFC 9112 §2.2).
    package static let bareLineFeeds = RequestLeniency(rawValue: 1)
    /// Header lines that go on in the next, which begins with white space (RFC 9112 §5.2).
    package static let foldedLines = RequestLeniency(rawValue: 2)
    /// More than one space, or tabs, between the parts of a request line, or after it (RFC 9112 §3).
    package static let spacedRequestLine = RequestLeniency(rawValue: 4)
    /// An HTTP/1.1 request without `Host` (RFC 9112 §3.2).
    package static let missingHost = RequestLeniency(rawValue: 8)
    /// `Content-Length` given more than once, always the same (RFC 9112 §6.3).
    package static let repeatedLength = RequestLeniency(rawValue: 16)
    /// Characters of a target that should have been percent-encoded; no spaces, no controls (RFC 9112 §3.2).
    package static let targetCharacters = RequestLeniency(rawValue: 32)
    /// Control characters in the values of fields, other than NUL, CR and LF (RFC 9110 §5.5).
    package static let controlCharacters = RequestLeniency(rawValue: 64)
    /// The characters `"`, `|`, `^`, `[`, `]`, `{` and `}` in a target as they are (RFC 9112 §3.2).
    package static let browserTargets = RequestLeniency(rawValue: 128)
    /// Every rule that can be tolerated.
    package static let all = RequestLeniency(rawValue: .max)
}

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
