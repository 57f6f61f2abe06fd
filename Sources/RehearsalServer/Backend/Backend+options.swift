package import RehearsalHTTP
package import RehearsalPlatform

extension Backend {
    /// What a client may send, and how long it may take; sizes in bytes.
    public struct Limits: Sendable, Hashable {
        /// A request's head, from its first byte to its empty line; more is answered 431.
        public var head = 64 << 10
        /// Header lines of a request; more are answered 431.
        public var headerLines = 200
        /// A request's target; more is answered 414.
        public var target = 16 << 10
        /// A request's body with its transfer coding taken off; more is answered 413.
        public var body = 64 << 20
        /// What is kept for conditions and the journal of incomplete request bodies: those of one session on one event
        /// loop together. A request that brings more is answered 503.
        public var bodies = 512 << 20
        /// Connections at one time; more wait to be accepted.
        public var connections = 20_000
        /// A connection between requests; then it is closed without a word.
        public var idle = Duration.seconds(75)
        /// From the first byte of a head to its last; then 408.
        public var headTimeout = Duration.seconds(10)
        /// Between two pieces of a body; then 408.
        public var bodyTimeout = Duration.seconds(30)

        /// The limits that hold where nothing else is said.
        public init() {}

        /// Those of them that hold for one request, as the reader of requests takes them.
        package var ofRequests: RequestLimits {
            var limits = RequestLimits()
            (limits.head, limits.headerLines, limits.target, limits.body) = (head, headerLines, target, body)
            return limits
        }
    }

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

    /// Who can connect to a backend.
    public enum Reach: Sendable, Hashable, CaseIterable {
        /// Programs on this machine, and nobody else: it listens on 127.0.0.1 and, where there is IPv6, on ::1.
        case loopback
        /// Everybody who reaches this machine over a network, such as a phone on the same Wi-Fi: it listens on all of
        /// the machine's addresses, asks nobody who they are, and answers all of them.
        case network
    }
}

extension Backend.Reach {
    /// The addresses that a socket of the backend is bound to.
    package var scope: BindScope {
        switch self {
        case .loopback: .loopback
        case .network: .network
        }
    }
}
