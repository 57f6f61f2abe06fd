/// Shows users, page by page.
public struct GetUsersUseCase: Sendable {
    private let users: any ShopUserRepositoryProtocol

    /// A use case over a repository.
    public init(users: any ShopUserRepositoryProtocol) { self.users = users }

    /// A page of users.
    ///
    /// - Throws: ``DomainError/invalidPage``, and then nothing was sent; or what the repository throws.
    public func execute(page: Int = 1, limit: Int = PageBounds.standardLimit) async throws -> Page<ShopUser> {
        try PageBounds.check(page: page, limit: limit)
        return try await users.getUsers(page: page, limit: limit)
    }
}
