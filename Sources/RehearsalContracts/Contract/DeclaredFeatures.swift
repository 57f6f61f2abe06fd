public import Rehearsal

/// The declared capabilities of a client. A rule about a capability that is not declared does not apply.
public struct DeclaredFeatures: Sendable, Hashable {
    /// The client's result if the server cannot be reached.
    public var fallback: Fallback = .none
    /// The token refresh; nil if the client has none.
    public var authRefresh: AuthRefresh?
    /// The header field with the idempotency key, for the operations that declare it.
    public var idempotencyKey: String?
    /// The pagination of lists; nil for none.
    public var pagination: Pagination?
    /// The client's handling of enum values that it does not know.
    public var unknownEnum: UnknownEnum = .fail
    /// Whether a call can be cancelled.
    public var cancellation = true
    /// Whether a call has a total time limit, after which it ends even if attempts remain.
    public var deadline = false
    /// Whether the client reads problem documents (RFC 9457).
    public var problemJSON = false
    /// Whether the client sends its own validators (`If-None-Match`).
    public var validators = false
    /// Whether the client returns what it stored only to the user whose access token it had then.
    public var storesPerUser = false
    /// Whether the client follows redirects.
    public var redirects = false
    /// The header field with an identifier that all requests of one call share; nil for none.
    public var correlationID: String?
    /// Whether a case may call several operations in turn with one client. A contract in Swift always supports this.
    public var sequences = false
    /// Whether the client measures its waits with a clock that the test injects.
    public var clockInjection = false
    /// Whether one client supports parallel calls.
    public var parallel = true
    /// Whether the client rejects a reply with a wrong `Content-Type`; nil if this is not declared.
    public var refusesContentType: Bool?
    /// Whether the client supports `https` URLs.
    public var tls = false
    /// Whether the client sends no request while its network monitor reports no connection.
    public var requestsOnlyOnline = false

    /// The maximum number of requests that the client has open at the same time; nil if this is not declared.
    public var maximumConnections: Int?
    /// Whether, of overlapping calls of one operation, the client keeps the value of the call that started last.
    public var latestWins = false
    /// Whether the subject can start and cancel parallel calls separately, and make a call in a cancelled task.
    package var callControl = false

    /// Creates the capabilities of a client that declares nothing.
    public init() {}

    /// The result of a client if the server cannot be reached.
    public enum Fallback: String, Sendable, Hashable, CaseIterable {
        /// The client throws the error.
        case none
        /// The client returns the stored value.
        case offline
        /// The client returns the stored value, and also if the server replies with 5xx (RFC 9111 §4.2.4).
        case staleIfError
    }

    /// A way in which a client handles an enum value that it does not know.
    public enum UnknownEnum: String, Sendable, Hashable, CaseIterable {
        /// The client throws a decoding error for the whole reply.
        case fail
        /// The client skips the list element that contains the value.
        case skip
        /// The client decodes the value as a case for unknown values.
        case `case`
    }

    /// The way in which a client requests the pages of a list.
    public enum Pagination: String, Sendable, Hashable, CaseIterable {
        case token, pageAndLimit, link
    }

    /// The refresh of an access token.
    public struct AuthRefresh: Sendable, Hashable {
        /// The method of the refresh request.
        public var method: Scenario.Method
        /// The path of the refresh request.
        public var path: String
        /// The body of the server's reply, in which the new access token is `t2` and the new refresh token `r2`.
        public var reply: JSON
        /// The maximum number of refreshes within 30 s, after which a 401 ends the call; nil for no limit.
        public var limit: Int?

        /// Creates a token refresh.
        public init(
            _ method: Scenario.Method = .post,
            _ path: String = "/auth/refresh",
            reply: JSON = ["access_token": "t2", "refresh_token": "r2", "token_type": "Bearer", "expires_in": 900],
            limit: Int? = nil,
        ) {
            (self.method, self.path, self.reply, self.limit) = (method, path, reply, limit)
        }

        /// Whether the reply contains the new access token.
        package var containsToken: Bool { ValueChange.leaves(of: reply).contains { $0.value == "t2" } }

        /// The requirement on the reply, for messages.
        package static let replyForm = "a document in which the new token is \"t2\""
    }
}
