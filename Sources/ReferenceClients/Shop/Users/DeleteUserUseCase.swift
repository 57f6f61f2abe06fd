/// Removes a user.
public struct DeleteUserUseCase: Sendable {
    private let users: any ShopUserRepositoryProtocol

    /// A use case over a repository.
    public init(users: any ShopUserRepositoryProtocol) { self.users = users }

    /// Whether there was one.
    ///
    /// - Throws: ``DomainError/invalidUserId``, and then nothing was sent; or what the repository throws.
    public func execute(id: ShopUser.ID) async throws -> Bool {
        try await users.deleteUser(id: try id.notBlank(or: DomainError.invalidUserId))
    }
}
