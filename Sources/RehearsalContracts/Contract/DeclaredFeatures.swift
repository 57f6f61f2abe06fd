public import Rehearsal

/// What a client says that it can do. What it does not say is not asked of it, and the report lists that.
public struct DeclaredFeatures: Sendable, Hashable {
    /// What it gives when the server cannot be reached.
    public var fallback: Fallback = .none
    /// How it gets another token; nil if it does not.
    public var authRefresh: AuthRefresh?
    /// The header by which the server knows a repeated request again, on the operations that say so.
    public var idempotencyKey: String?
    /// How it goes from page to page; nil if it does not.
    public var pagination: Pagination?
    /// What becomes of a word that it does not know.
    public var unknownEnum: UnknownEnum = .fail
    /// Whether a call can be cancelled.
    public var cancellation = true
    /// Whether a call ends by a deadline of its own, however many attempts it makes.
    public var deadline = false
    /// Whether it reads problem documents (RFC 9457).
    public var problemJSON = false
    /// Whether it sends validators (`If-None-Match`) of its own.
    public var validators = false
    /// Whether it waits by the clock that it is given.
    public var clockInjection = false
    /// Whether one client may be asked in parallel.
    public var parallel = true
    /// Whether an answer of the wrong media type is refused; nil if nothing is said.
    public var refusesContentType: Bool?
    /// Whether a network monitor that says "offline" keeps it from asking.
    public var asksOnlyOnline = false

    /// A client that says nothing of itself.
    public init() {}

    /// What a client gives when the server cannot be reached.
    public enum Fallback: String, Sendable, Hashable, CaseIterable {
        /// The error.
        case none
        /// What it has stored.
        case offline
        /// What it has stored, also where the server fails with 5xx (RFC 9111 §4.2.4).
        case staleIfError
    }

    /// What becomes of a word that the client does not know.
    public enum UnknownEnum: String, Sendable, Hashable, CaseIterable {
        /// The whole answer is an error.
        case fail
        /// The element is left out.
        case skip
        /// It is a case of its own.
        case `case`
    }

    /// How a list is asked for piece by piece.
    public enum Pagination: String, Sendable, Hashable, CaseIterable {
        case token, pageAndLimit, link
    }

    /// How a client gets another token.
    public struct AuthRefresh: Sendable, Hashable {
        /// The method that asks for it.
        public var method: Scenario.Method
        /// Where.
        public var path: String
        /// What the server answers, with the new tokens `t2` and `r2` where they belong.
        public var reply: JSON

        /// A refresh.
        public init(
            _ method: Scenario.Method = .post,
            _ path: String = "/auth/refresh",
            reply: JSON = ["access_token": "t2", "refresh_token": "r2", "token_type": "Bearer", "expires_in": 900],
        ) {
            (self.method, self.path, self.reply) = (method, path, reply)
        }

        /// Whether the new token stands in the reply.
        package var bringsToken: Bool { ValueChange.leaves(of: reply).contains { $0.value == "t2" } }

        /// What the reply must be.
        package static let replyForm = "a document in which the new token is \"t2\""
    }
}
