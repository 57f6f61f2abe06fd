/// A source of bearer tokens.
public protocol TokenProvider: Sendable {
    /// Returns the token for the next request; nil to send none.
    ///
    /// - Throws: ``AuthenticationError`` if a token is required and missing.
    func token() async throws -> String?

    /// Returns a token that replaces a rejected one; nil if there is none.
    ///
    /// - Throws: the error of the refresh, or `CancellationError` if the task was cancelled.
    func token(replacing rejected: String) async throws -> String?
}

/// A token provider with a constant token or none.
public struct StaticTokenProvider: TokenProvider {
    private let value: String?

    /// Creates a provider of a token.
    public init(_ value: String?) { self.value = value }

    /// Returns the token.
    public func token() -> String? { value }

    /// Returns nil, because the token has no replacement.
    public func token(replacing rejected: String) -> String? { nil }
}

extension TokenProvider where Self == StaticTokenProvider {
    /// A provider without a token.
    public static var none: StaticTokenProvider { StaticTokenProvider(nil) }

    /// A provider of a constant token for tests.
    public static var stub: StaticTokenProvider { StaticTokenProvider("stub-token") }
}
