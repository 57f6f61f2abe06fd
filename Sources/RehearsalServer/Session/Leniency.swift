package import RehearsalHTTP

extension Backend {
    /// Rules of HTTP/1.1 that clients may break and yet be answered; each breach is journaled all the same.
    ///
    /// What is not here is never tolerated: several readings of where a request ends, white space around names, NUL, a
    /// CR without its LF, several hosts.
    public struct Leniency: OptionSet, Sendable, Hashable {
        /// A bit for each rule.
        public let rawValue: UInt8

        /// The rules of these bits.
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        private init(_ rule: RequestLeniency) { rawValue = rule.rawValue }

        /// The same rules, as the reader of requests takes them.
        package var ofRequests: RequestLeniency { RequestLeniency(rawValue: rawValue) }

        /// Lines of a head that end in LF alone (RFC 9112 §2.2).
        public static let bareLineFeeds = Leniency(.bareLineFeeds)
        /// Header lines that go on in the next, which begins with white space (RFC 9112 §5.2).
        public static let foldedLines = Leniency(.foldedLines)
        /// More than one space, or tabs, between the parts of a request line, or after it (RFC 9112 §3).
        public static let spacedRequestLine = Leniency(.spacedRequestLine)
        /// An HTTP/1.1 request without `Host` (RFC 9112 §3.2).
        public static let missingHost = Leniency(.missingHost)
        /// `Content-Length` given more than once, always the same (RFC 9112 §6.3).
        public static let repeatedLength = Leniency(.repeatedLength)
        /// Characters of a target that should have been percent-encoded; no spaces, no controls (RFC 9112 §3.2).
        public static let targetCharacters = Leniency(.targetCharacters)
        /// Control characters in the values of fields, other than NUL, CR and LF (RFC 9110 §5.5).
        public static let controlCharacters = Leniency(.controlCharacters)

        /// The characters `"`, `|`, `^`, `[`, `]`, `{` and `}` in a target as they are, as browsers send them
        /// (RFC 9112 §3.2).
        public static let browserTargets = Leniency(.browserTargets)

        /// Every rule that can be tolerated.
        public static let all: Leniency = [
            .bareLineFeeds, .foldedLines, .spacedRequestLine, .missingHost, .repeatedLength, .targetCharacters,
            .controlCharacters, .browserTargets,
        ]

        /// Every rule by the name it has on a command line, with what is tolerated.
        package static let named: [(name: String, rule: Leniency, what: String)] = [
            ("bare-line-feeds", .bareLineFeeds, "lines of a head end in LF alone (RFC 9112 §2.2)"),
            ("folded-lines", .foldedLines, "a header line goes on in the next, after white space (RFC 9112 §5.2)"),
            (
                "spaced-request-line", .spacedRequestLine,
                "more than one space, or tabs, divide or end a request line (RFC 9112 §3)"
            ),
            ("missing-host", .missingHost, "an HTTP/1.1 request has no Host (RFC 9112 §3.2)"),
            ("repeated-length", .repeatedLength, "Content-Length comes more than once, always equal (RFC 9112 §6.3)"),
            (
                "target-characters", .targetCharacters,
                "a target holds characters that should be percent-encoded (RFC 9112 §3.2)"
            ),
            (
                "browser-targets", .browserTargets,
                "a target holds \" | ^ [ ] { or } as it is, as browsers send them (RFC 9112 §3.2)"
            ),
            (
                "control-characters", .controlCharacters,
                "the value of a field holds control characters, but no NUL, CR or LF (RFC 9110 §5.5)"
            ),
        ]
    }
}
