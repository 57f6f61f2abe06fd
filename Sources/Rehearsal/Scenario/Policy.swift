extension Scenario {
    /// A policy that issues credentials and requires them.
    public struct Auth: Sendable {
        /// The bearer tokens that the policy issues and requires.
        public var bearer: Bearer

        /// Creates a policy for bearer tokens.
        public init(bearer: Bearer) { self.bearer = bearer }
    }
}

extension Scenario.Auth {
    /// A bearer token policy (RFC 6750): protected paths, requests that issue tokens, and the lifetime of a token.
    public struct Bearer: Sendable {
        /// The paths that require a token, for every method; a CORS preflight requires none.
        public var protects: [Scenario.PathPattern]
        /// The requests that are answered with tokens. They need no access token.
        public var issues: [TokenEndpoint]
        /// The location of the token in the replies to those requests.
        public var token: JSON.Pointer
        /// The lifetime of a token.
        public var lasts: Lifetime
        /// The reply to a request without a valid token; nil for 401 with problem details.
        public var denied: Scenario.Reply?

        /// A request that is answered with tokens: by its endpoint or, if none matches, by the policy.
        public struct TokenEndpoint: Sendable, Hashable {
            /// The method of the request.
            public var method: Scenario.Method
            /// The path of the request.
            public var path: Scenario.PathPattern
            /// The location of the refresh token in the request body and in the reply; nil if none is required.
            ///
            /// In a form, the last name of the pointer is the name of the field.
            public var takes: JSON.Pointer?
            /// Whether a refresh token is valid for one request, whose reply has a new one (RFC 9700 §4.14.2).
            public var rotates: Bool

            /// Creates a request that is answered with tokens.
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

        /// The lifetime of a token.
        public enum Lifetime: Sendable, Hashable {
            /// The token is valid until its family is revoked.
            case forever
            /// The token is valid for this number of requests. The server rejects the next one.
            case uses(Int)
            /// The token is valid for this time.
            case time(Duration)
            /// The token is valid until this name is released, in the same way as a ``Scenario/Hold``.
            case untilReleased(String)
        }

        /// Creates a policy for these paths and requests; the token is at `/access_token` by default.
        public init(
            protects: [Scenario.PathPattern],
            issues: [TokenEndpoint],
            token: JSON.Pointer? = nil,
            lasts: Lifetime = .forever,
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

extension Scenario {
    /// Requests that take effect once, however often they are sent (draft-ietf-httpapi-idempotency-key-header).
    ///
    /// The server stores the reply to the first request with a key and sends it again for each repetition. A repetition
    /// while the first request is in progress gets 409; a different request with the same key gets 422.
    public struct Idempotency: Sendable, Hashable {
        /// The name of the header with the key.
        public var header: String
        /// The method of the requests.
        public var method: Method
        /// The paths of the requests.
        public var path: PathPattern
        /// Whether a request without a key gets 400.
        public var isRequired: Bool

        /// Creates a policy for requests that a header identifies.
        public init(
            header: String = "Idempotency-Key",
            _ method: Method = .post,
            _ path: PathPattern,
            required: Bool = false,
        ) {
            self.header = header
            self.method = method
            self.path = path
            isRequired = required
        }
    }

    /// A limit on the number of requests in a time window. The server rejects the requests that exceed it.
    ///
    /// A window starts with the first request of its key and has a fixed length.
    public struct Quota: Sendable {
        /// The method of the requests that are counted; `.any` counts every method.
        public var method: Method
        /// The paths of the requests that are counted.
        public var path: PathPattern
        /// The number of requests that are answered in a window, at least 1.
        public var limit: Int
        /// The length of a window.
        public var window: Duration
        /// The scope in which requests are counted; `.endpoint` counts all of them together.
        public var key: CountingScope
        /// The header fields in which replies report the quota.
        public var headers: HeaderStyle
        /// The form of `Retry-After` in the reply to a request that exceeds the limit.
        public var retryAfter: RetryAfter
        /// The reply to a request that exceeds the limit; nil for 429 with problem details.
        public var reply: Reply?

        /// The header fields that report the remaining quota.
        public enum HeaderStyle: String, Sendable, Hashable, CaseIterable {
            /// `RateLimit-Policy` and `RateLimit` (draft-ietf-httpapi-ratelimit-headers).
            case ietf
            /// `X-RateLimit-Limit`, `X-RateLimit-Remaining`, and `X-RateLimit-Reset` in seconds from now.
            case legacy
            /// No header fields.
            case none
        }

        /// The form of `Retry-After` (RFC 9110 §10.2.3).
        public enum RetryAfter: String, Sendable, Hashable, CaseIterable {
            /// Seconds, rounded up, at least 1.
            case seconds
            /// An HTTP date, with a resolution of one second.
            case date
            /// No `Retry-After`.
            case none
        }

        /// Creates a quota of `limit` requests per window.
        public init(
            _ method: Method = .any,
            _ path: PathPattern,
            limit: Int,
            window: Duration,
            key: CountingScope = .endpoint,
            headers: HeaderStyle = .ietf,
            retryAfter: RetryAfter = .seconds,
            reply: Reply? = nil,
        ) {
            self.method = method
            self.path = path
            self.limit = limit
            self.window = window
            self.key = key
            self.headers = headers
            self.retryAfter = retryAfter
            self.reply = reply
        }
    }

    /// A collection of JSON objects that clients list, create, read, replace, update and delete.
    public struct Resource: Sendable, Hashable {
        /// The path of the collection, without placeholders; an item has one more segment, its ID.
        public var path: PathPattern
        /// The initial items; each is a JSON object.
        public var items: [JSON]
        /// The member that identifies an item.
        public var id: String
        /// The paging of lists.
        public var paging: Paging
        /// The number of items on a page if the request has no `limit`.
        public var pageSize: Int
        /// The member of the document that contains the list of items; nil if the list is the whole document.
        public var envelope: String?
        /// The kind of ID that the server generates for an item without one.
        public var ids: IDs

        /// A form of paging.
        public enum Paging: String, Sendable, Hashable, CaseIterable {
            /// `?page=2&limit=20`; pages start at 1.
            case page
            /// `?offset=20&limit=20`; offsets start at 0.
            case offset
            /// No paging.
            case none
        }

        /// A kind of ID that the server generates.
        public enum IDs: String, Sendable, Hashable, CaseIterable {
            /// Integers, one more than the largest so far.
            case integer
            /// UUIDs of version 4, drawn from the seed.
            case uuid
        }

        /// Creates a collection at a path.
        public init(
            at path: PathPattern,
            items: [JSON] = [],
            id: String = "id",
            paging: Paging = .page,
            pageSize: Int = 20,
            envelope: String? = nil,
            ids: IDs = .integer,
        ) {
            self.path = path
            self.items = items
            self.id = id
            self.paging = paging
            self.pageSize = pageSize
            self.envelope = envelope
            self.ids = ids
        }
    }
}
