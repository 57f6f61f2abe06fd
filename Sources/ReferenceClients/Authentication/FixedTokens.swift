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
