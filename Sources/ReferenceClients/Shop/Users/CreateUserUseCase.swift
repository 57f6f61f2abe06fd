/// Signs somebody up.
public struct CreateUserUseCase: Sendable {
    private let users: any ShopUserRepositoryProtocol

    /// A use case over a repository.
    public init(users: any ShopUserRepositoryProtocol) { self.users = users }

    /// The new user.
    ///
    /// - Throws: ``DomainError``; where the input is wrong, nothing was sent. Or what the repository throws.
    public func execute(_ user: NewShopUser) async throws -> ShopUser {
        try await users.createUser(try user.validated())
    }
}
