extension Scenario {
    /// Who is let in: a policy that issues credentials and asks for them.
    public struct Auth: Sendable {
        /// The tokens that it issues and asks for.
        public var bearer: Bearer

        /// Bearer tokens that are issued and asked for.
        public init(bearer: Bearer) { self.bearer = bearer }
    }
}

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

extension Scenario {
    /// Requests that have an effect once, however often they are sent (draft-ietf-httpapi-idempotency-key-header).
    ///
    /// The reply to the first request with a key is saved and given again to each that repeats it; one that comes while
    /// the first is still being answered gets 409, one with the same key that is another request 422.
    public struct Idempotency: Sendable, Hashable {
        /// The header that has the key.
        public var header: String
        /// The method of the requests.
        public var method: Method
        /// The paths of the requests.
        public var path: PathPattern
        /// Whether a request without a key is refused, with 400.
        public var isRequired: Bool

        /// Requests that are told by a header to be the same.
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

    /// How many requests are answered in a window of time; what comes beyond that is told to wait.
    ///
    /// A window begins with the first request of its key and is as long as it is, whatever follows.
    public struct Quota: Sendable {
        /// The method of the requests that count; `.any` counts every one.
        public var method: Method
        /// The paths of the requests that count.
        public var path: PathPattern
        /// So many are answered in a window, 1 or more.
        public var limit: Int
        /// How long a window is.
        public var window: Duration
        /// Which requests are counted together; `.endpoint` for all of them.
        public var key: Per
        /// What replies say about it.
        public var headers: HeaderStyle
        /// What the reply to a request beyond the limit says about when to come again.
        public var retryAfter: RetryAfter
        /// The reply to a request beyond the limit; nil for 429 with problem details.
        public var reply: Reply?

        /// The header fields that say what is left.
        public enum HeaderStyle: String, Sendable, Hashable, CaseIterable {
            /// `RateLimit-Policy` and `RateLimit` (draft-ietf-httpapi-ratelimit-headers).
            case ietf
            /// `X-RateLimit-Limit`, `X-RateLimit-Remaining`, and `X-RateLimit-Reset` in seconds from now.
            case legacy
            /// None.
            case none
        }

        /// How `Retry-After` is written (RFC 9110 §10.2.3).
        public enum RetryAfter: String, Sendable, Hashable, CaseIterable {
            /// Seconds, rounded up, at least 1.
            case seconds
            /// A date, to the second.
            case date
            /// Not at all.
            case none
        }

        /// So many requests in such a window.
        public init(
            _ method: Method = .any,
            _ path: PathPattern,
            limit: Int,
            window: Duration,
            key: Per = .endpoint,
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

    /// A collection of JSON objects that requests list, create, read, replace, change and delete.
    public struct Resource: Sendable, Hashable {
        /// The path of the collection, without placeholders; each item has one more segment, its id.
        public var path: PathPattern
        /// What is there at the beginning: objects.
        public var items: [JSON]
        /// The member that tells items apart.
        public var id: String
        /// How a list is divided.
        public var paging: Paging
        /// How many items a page has where a request does not say.
        public var pageSize: Int
        /// The member of an object that a list stands in; nil for a list that is the whole document.
        public var envelope: String?
        /// What is made for an item that comes without an id.
        public var ids: IDs

        /// How a list is divided.
        public enum Paging: String, Sendable, Hashable, CaseIterable {
            /// `?page=2&limit=20`, from 1.
            case page
            /// `?offset=20&limit=20`, from 0.
            case offset
            /// Not at all.
            case none
        }

        /// Ids that the backend makes.
        public enum IDs: String, Sendable, Hashable, CaseIterable {
            /// Numbers, one more than the largest there was.
            case integer
            /// UUIDs of version 4, drawn from the seed.
            case uuid
        }

        /// A collection at a path.
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
