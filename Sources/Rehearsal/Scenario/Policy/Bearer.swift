extension Scenario.Auth {
    /// Bearer tokens (RFC 6750): what asks for one, who issues them, and how long each lasts.
    public struct Bearer: Sendable {
        /// Requests of these paths need a token, whatever their method; a preflight of CORS does not.
        public var protects: [Scenario.PathPattern]
        /// Requests that are answered with tokens; they need none themselves.
        public var issues: [Issue]
        /// Where the token stands in the replies to those requests.
        public var token: JSON.Pointer
        /// How long a token lasts.
        public var lasts: Life
        /// The reply without a good token; nil for 401 with problem details.
        public var denied: Scenario.Reply?

        /// A request that is answered with tokens: by the endpoint that it is for or, if there is none, by the policy.
        public struct Issue: Sendable, Hashable {
            /// The method of the request.
            public var method: Scenario.Method
            /// The path of the request.
            public var path: Scenario.PathPattern
            /// Where its body has the refresh token that it needs, and replies have one; nil for a request without.
            ///
            /// In a form it is the field that the last name of the pointer names.
            public var takes: JSON.Pointer?
            /// Whether a refresh token is good for one request only: its reply has the next one (RFC 9700 §4.14.2).
            public var rotates: Bool

            /// A request that is answered with tokens.
            public init(
                _ method: Scenario.Method = .post,
                _ path: Scenario.PathPattern,
                takes: JSON.Pointer? = nil,
                rotates: Bool = false,
            ) {
                self.method = method
                self.path = path
                self.takes = takes
                self.rotates = rotates
            }
        }

        /// How long a token lasts.
        public enum Life: Sendable, Hashable {
            /// Until its family is revoked.
            case forever
            /// For so many requests; the next is denied.
            case uses(Int)
            /// For so long.
            case time(Duration)
            /// Until somebody releases that name; tokens issued later last until the next release.
            case untilReleased(String)
        }

        /// Tokens for these paths, issued by these requests; in their replies at `/access_token` if nothing is said.
        public init(
            protects: [Scenario.PathPattern],
            issues: [Issue],
            token: JSON.Pointer? = nil,
            lasts: Life = .forever,
            denied: Scenario.Reply? = nil,
        ) {
            self.protects = protects
            self.issues = issues
            self.token = token ?? JSON.Pointer(tokens: ["access_token"])
            self.lasts = lasts
            self.denied = denied
        }
    }
}
