/// Shows one user.
public struct GetUserUseCase: Sendable {
    let users: any ShopUserRepositoryProtocol

    /// The user.
    ///
    /// - Throws: ``DomainError/invalidUserId``, and then nothing was sent; or what the repository throws.
    public func execute(id: ShopUser.ID) async throws -> ShopUser {
        try await users.getUser(id: try id.notBlank(or: DomainError.invalidUserId))
    }
}

/// Signs somebody up.
public struct CreateUserUseCase: Sendable {
    let users: any ShopUserRepositoryProtocol

    /// The new user.
    ///
    /// - Throws: ``DomainError``; where the input is wrong, nothing was sent. Or what the repository throws.
    public func execute(_ user: NewShopUser) async throws -> ShopUser {
        try await users.createUser(try user.validated())
    }
}

/// Changes what is known of a user.
public struct UpdateUserUseCase: Sendable {
    let users: any ShopUserRepositoryProtocol

    /// The user after the change.
    ///
    /// - Throws: ``DomainError``; where the input is wrong, nothing was sent. Or what the repository throws.
    public func execute(id: ShopUser.ID, updates: ShopUserUpdates) async throws -> ShopUser {
        let id = try id.notBlank(or: DomainError.invalidUserId)
        return try await users.updateUser(id: id, updates: try updates.validated())
    }
}

/// Removes a user.
public struct DeleteUserUseCase: Sendable {
    let users: any ShopUserRepositoryProtocol

    /// Whether there was one.
    ///
    /// - Throws: ``DomainError/invalidUserId``, and then nothing was sent; or what the repository throws.
    public func execute(id: ShopUser.ID) async throws -> Bool {
        try await users.deleteUser(id: try id.notBlank(or: DomainError.invalidUserId))
    }
}

/// Shows users, page by page.
public struct GetUsersUseCase: Sendable {
    let users: any ShopUserRepositoryProtocol

    /// A page of users.
    ///
    /// - Throws: ``DomainError/invalidPage``, and then nothing was sent; or what the repository throws.
    public func execute(page: Int = 1, limit: Int = PageBounds.standardLimit) async throws -> Page<ShopUser> {
        try PageBounds.check(page: page, limit: limit)
        return try await users.getUsers(page: page, limit: limit)
    }
}
