package import RehearsalHTTP
package import RehearsalPlatform

extension Backend {
    /// Limits on the sizes and the durations of requests; sizes are in bytes.
    public struct Limits: Sendable, Hashable {
        /// The size of a request's head, including its empty line; a larger head is answered with 431.
        public var head = 64 << 10
        /// The number of header lines of a request; more are answered with 431.
        public var headerLines = 200
        /// The size of a request's target; a longer target is answered with 414.
        public var target = 16 << 10
        /// The size of a request's body without its transfer coding; a larger body is answered with 413.
        public var body = 64 << 20
        /// The number of bytes kept of all incomplete request bodies of one session on one event loop.
        ///
        /// A request that exceeds the number is answered with 503.
        public var bodies = 512 << 20
        /// The number of open connections; further connections wait to be accepted.
        public var connections = 20_000
        /// The time between two requests, after which the connection is closed without a reply.
        public var idle = Duration.seconds(75)
        /// The time between the first and the last byte of a head, after which the reply is 408.
        public var headTimeout = Duration.seconds(10)
        /// The time between two reads of a body, after which the reply is 408.
        public var bodyTimeout = Duration.seconds(30)

        /// Creates the default limits.
        public init() {}

        /// The limits that the request parser applies to one request.
        package var ofRequests: RequestLimits {
            var limits = RequestLimits()
            (limits.head, limits.headerLines, limits.target, limits.body) = (head, headerLines, target, body)
            return limits
        }
    }

    /// Rules of HTTP/1.1 whose violation is tolerated; the journal records each violation.
    ///
    /// The server rejects ambiguous ends of a request, white space around field names, NUL, CR without LF, and more
    /// than one `Host`, whatever the options.
    public struct Leniency: OptionSet, Sendable, Hashable {
        /// The bits of the rules.
        public let rawValue: UInt8

        /// Creates a set of rules from bits.
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        private init(_ rule: RequestLeniency) { rawValue = rule.rawValue }

        /// The rules as an option set of the request parser.
        package var ofRequests: RequestLeniency { RequestLeniency(rawValue: rawValue) }

        /// Lines of a head that end in LF alone (RFC 9112 §2.2).
        public static let bareLineFeeds = Leniency(.bareLineFeeds)
        /// Header lines that continue on a next line that begins with white space (RFC 9112 §5.2).
        public static let foldedLines = Leniency(.foldedLines)
        /// Several spaces, or tabs, between or after the parts of a request line (RFC 9112 §3).
        public static let spacedRequestLine = Leniency(.spacedRequestLine)
        /// An HTTP/1.1 request without `Host` (RFC 9112 §3.2).
        public static let missingHost = Leniency(.missingHost)
        /// Repeated `Content-Length` fields with equal values (RFC 9112 §6.3).
        public static let repeatedLength = Leniency(.repeatedLength)
        /// Unencoded characters of a target, except spaces and control characters (RFC 9112 §3.2).
        public static let targetCharacters = Leniency(.targetCharacters)
        /// Control characters in the values of fields, other than NUL, CR and LF (RFC 9110 §5.5).
        public static let controlCharacters = Leniency(.controlCharacters)

        /// The unencoded characters `"`, `|`, `^`, `[`, `]`, `{` and `}` in a target, which browsers send
        /// (RFC 9112 §3.2).
        public static let browserTargets = Leniency(.browserTargets)

        /// All rules.
        public static let all: Leniency = [
            .bareLineFeeds, .foldedLines, .spacedRequestLine, .missingHost, .repeatedLength, .targetCharacters,
            .controlCharacters, .browserTargets,
        ]

        /// The rules with their command-line names and descriptions.
        package static let named: [(name: String, rule: Leniency, what: String)] = [
            ("bare-line-feeds", .bareLineFeeds, "lines of a head that end in LF alone (RFC 9112 §2.2)"),
            ("folded-lines", .foldedLines, "header lines that continue on the next line (RFC 9112 §5.2)"),
            (
                "spaced-request-line", .spacedRequestLine,
                "several spaces, or tabs, between or after the parts of a request line (RFC 9112 §3)"
            ),
            ("missing-host", .missingHost, "HTTP/1.1 requests without Host (RFC 9112 §3.2)"),
            ("repeated-length", .repeatedLength, "repeated Content-Length fields with equal values (RFC 9112 §6.3)"),
            (
                "target-characters", .targetCharacters,
                "targets with characters that should be percent-encoded (RFC 9112 §3.2)"
            ),
            (
                "browser-targets", .browserTargets,
                "targets with unencoded \" | ^ [ ] { or }, which browsers send (RFC 9112 §3.2)"
            ),
            (
                "control-characters", .controlCharacters,
                "field values with control characters other than NUL, CR and LF (RFC 9110 §5.5)"
            ),
        ]
    }

    /// A choice of the clients that can connect to a backend.
    public enum BindScope: Sendable, Hashable, CaseIterable {
        /// Processes on this machine only: the backend listens on 127.0.0.1 and, if IPv6 is available, on ::1.
        case loopback
        /// All clients on the network, such as a phone on the same Wi-Fi.
        ///
        /// The backend listens on all addresses of the machine and authenticates no client.
        case network
    }
}

extension Backend.BindScope {
    /// The addresses to which the sockets of the backend are bound.
    package var scope: BindScope {
        switch self {
        case .loopback: .loopback
        case .network: .network
        }
    }
}
