/// A use case that returns one user.
public struct GetUserUseCase: Sendable {
    let users: any ShopUserRepositoryProtocol

    /// Returns the user.
    ///
    /// - Throws: ``ShopError/invalidUserId`` before sending; the errors of the repository.
    public func execute(id: ShopUser.ID) async throws -> ShopUser {
        try await users.getUser(id: try id.notBlank(or: ShopError.invalidUserId))
    }
}

/// A use case that registers a user.
public struct CreateUserUseCase: Sendable {
    let users: any ShopUserRepositoryProtocol

    /// Registers the user and returns it.
    ///
    /// - Throws: ``ShopError``, before sending for invalid input; the errors of the repository.
    public func execute(_ user: NewShopUser) async throws -> ShopUser {
        try await users.createUser(try user.validated())
    }
}

/// A use case that changes a user.
public struct UpdateUserUseCase: Sendable {
    let users: any ShopUserRepositoryProtocol

    /// Changes the user and returns it.
    ///
    /// - Throws: ``ShopError``, before sending for invalid input; the errors of the repository.
    public func execute(id: ShopUser.ID, updates: ShopUserUpdates) async throws -> ShopUser {
        let id = try id.notBlank(or: ShopError.invalidUserId)
        return try await users.updateUser(id: id, updates: try updates.validated())
    }
}

/// A use case that deletes a user.
public struct DeleteUserUseCase: Sendable {
    let users: any ShopUserRepositoryProtocol

    /// Deletes the user. Returns false if the user did not exist.
    ///
    /// - Throws: ``ShopError/invalidUserId`` before sending; the errors of the repository.
    public func execute(id: ShopUser.ID) async throws -> Bool {
        try await users.deleteUser(id: try id.notBlank(or: ShopError.invalidUserId))
    }
}

/// A use case that returns a page of users.
public struct GetUsersUseCase: Sendable {
    let users: any ShopUserRepositoryProtocol

    /// Returns a page of users.
    ///
    /// - Throws: ``ShopError/invalidPage`` before sending; the errors of the repository.
    public func execute(page: Int = 1, limit: Int = PageBounds.standardLimit) async throws -> Page<ShopUser> {
        try PageBounds.check(page: page, limit: limit)
        return try await users.getUsers(page: page, limit: limit)
    }
}
