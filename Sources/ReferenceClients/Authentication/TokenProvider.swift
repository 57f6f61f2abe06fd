/// Knows who asks.
public protocol TokenProvider: Sendable {
    /// The bearer token for the next request; nil if it is sent without one.
    ///
    /// - Throws: ``AuthenticationError`` if there should be one and is none.
    func token() async throws -> String?

    /// The token that follows one that the server refused; nil if none does.
    ///
    /// - Throws: why there is no other, or `CancellationError` if the task was cancelled.
    func token(replacing refused: String) async throws -> String?
}

/// One token for ever, or none: for APIs that need no other, and for tests.
public struct FixedTokens: TokenProvider {
    private let value: String?

    /// A token that nothing replaces.
    public init(_ value: String?) { self.value = value }

    /// The token.
    public func token() -> String? { value }

    /// None: what the server refused stays refused.
    public func token(replacing refused: String) -> String? { nil }
}

extension TokenProvider where Self == FixedTokens {
    /// Requests without a token.
    public static var none: FixedTokens { FixedTokens(nil) }

    /// A token that is good for tests.
    public static var stub: FixedTokens { FixedTokens("stub-token") }
}
