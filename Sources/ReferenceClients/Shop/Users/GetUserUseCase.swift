/// Shows one user.
public struct GetUserUseCase: Sendable {
    private let users: any ShopUserRepositoryProtocol

    /// A use case over a repository.
    public init(users: any ShopUserRepositoryProtocol) { self.users = users }

    /// The user.
    ///
    /// - Throws: ``DomainError/invalidUserId``, and then nothing was sent; or what the repository throws.
    public func execute(id: ShopUser.ID) async throws -> ShopUser {
        try await users.getUser(id: try id.notBlank(or: DomainError.invalidUserId))
    }
}
