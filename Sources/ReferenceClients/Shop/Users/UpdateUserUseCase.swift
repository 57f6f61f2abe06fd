/// Changes what is known of a user.
public struct UpdateUserUseCase: Sendable {
    private let users: any ShopUserRepositoryProtocol

    /// A use case over a repository.
    public init(users: any ShopUserRepositoryProtocol) { self.users = users }

    /// The user after the change.
    ///
    /// - Throws: ``DomainError``; where the input is wrong, nothing was sent. Or what the repository throws.
    public func execute(id: ShopUser.ID, updates: ShopUserUpdates) async throws -> ShopUser {
        let id = try id.notBlank(or: DomainError.invalidUserId)
        return try await users.updateUser(id: id, updates: try updates.validated())
    }
}
