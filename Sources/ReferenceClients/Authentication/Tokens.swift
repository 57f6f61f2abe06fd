/// What signing in brings: what to show, and what to exchange for more of it (RFC 6749 §5.1).
public struct Tokens: Sendable, Hashable {
    /// Sent with every request.
    public var access: String
    /// Sent once, for the next tokens; nil if there is no way to them but signing in again.
    public var refresh: String?

    /// A pair of tokens.
    public init(access: String, refresh: String? = nil) {
        self.access = access
        self.refresh = refresh
    }
}
