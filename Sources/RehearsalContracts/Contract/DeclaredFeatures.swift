public import Rehearsal

/// The declared capabilities of a client. The report lists rules for undeclared ones as not applicable.
public struct DeclaredFeatures: Sendable, Hashable {
    /// The client's result if the server cannot be reached.
    public var fallback: Fallback = .none
    /// The token refresh; nil if the client has none.
    public var authRefresh: AuthRefresh?
    /// The header field with the idempotency key, for the operations that declare it.
    public var idempotencyKey: String?
    /// The pagination of lists; nil for none.
    public var pagination: Pagination?
    /// The handling of unknown enum values.
    public var unknownEnum: UnknownEnum = .fail
    /// Whether a call can be cancelled.
    public var cancellation = true
    /// Whether a call ends at its own deadline, whatever the number of attempts.
    public var deadline = false
    /// Whether the client reads problem documents (RFC 9457).
    public var problemJSON = false
    /// Whether the client sends its own validators (`If-None-Match`).
    public var validators = false
    /// Whether the client waits by an injected clock.
    public var clockInjection = false
    /// Whether one client supports parallel calls.
    public var parallel = true
    /// Whether a reply of the wrong media type is rejected; nil if that is not declared.
    public var refusesContentType: Bool?
    /// Whether the client sends no request if its network monitor reports that it is offline.
    public var asksOnlyOnline = false

    /// Creates the capabilities of a client that declares nothing.
    public init() {}

    /// The result of a client if the server cannot be reached.
    public enum Fallback: String, Sendable, Hashable, CaseIterable {
        /// The error.
        case none
        /// The stored value.
        case offline
        /// The stored value, also if the server fails with 5xx (RFC 9111 §4.2.4).
        case staleIfError
    }

    /// The handling of unknown enum values.
    public enum UnknownEnum: String, Sendable, Hashable, CaseIterable {
        /// The whole reply is an error.
        case fail
        /// The element is skipped.
        case skip
        /// The value decodes to a case for unknown values.
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
        /// The reply of the server, with the new tokens `t2` and `r2` as values.
        public var reply: JSON

        /// Creates a token refresh.
        public init(
            _ method: Scenario.Method = .post,
            _ path: String = "/auth/refresh",
            reply: JSON = ["access_token": "t2", "refresh_token": "r2", "token_type": "Bearer", "expires_in": 900],
        ) {
            (self.method, self.path, self.reply) = (method, path, reply)
        }

        /// Whether the reply has the new token.
        package var bringsToken: Bool { ValueChange.leaves(of: reply).contains { $0.value == "t2" } }

        /// The required form of the reply, for messages.
        package static let replyForm = "a document in which the new token is \"t2\""
    }
}
