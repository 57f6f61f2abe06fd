import Foundation

/// A repository of users.
///
/// Without a connection it reads stored users; changes require a connection.
public protocol ShopUserRepositoryProtocol: Sendable {
    /// Returns one user.
    func getUser(id: ShopUser.ID) async throws -> ShopUser
    /// Returns a page of all users; the first page is 1.
    func getUsers(page: Int, limit: Int) async throws -> Page<ShopUser>
    /// Registers a user.
    ///
    /// - Throws: ``ShopError/emailTaken``; ``NetworkError`` for other failures.
    func createUser(_ user: NewShopUser) async throws -> ShopUser
    /// Changes a user.
    ///
    /// - Throws: ``ShopError/emailTaken``; ``NetworkError`` for other failures.
    func updateUser(id: ShopUser.ID, updates: ShopUserUpdates) async throws -> ShopUser
    /// Deletes a user. Returns false if the user did not exist.
    func deleteUser(id: ShopUser.ID) async throws -> Bool
    /// Removes a stored user from this device only.
    func removeStoredUser(id: ShopUser.ID) async throws
}

/// A repository that reads users from the backend and, without a connection, from this device.
struct ShopUserRepository: ShopUserRepositoryProtocol {
    let remote: ShopUserRemoteDataSource
    let users: OnlineFirst<ShopUser>

    func getUser(id: ShopUser.ID) async throws -> ShopUser {
        try await users.value(id: id) { try await remote.getUser(id: id) }
    }

    func getUsers(page: Int, limit: Int) async throws -> Page<ShopUser> {
        try await users.page(page, limit: limit) { try await remote.getUsers(page: page, limit: limit) }
    }

    func createUser(_ user: NewShopUser) async throws -> ShopUser {
        try await reportingTakenEmail { try await remote.createUser(user) }
    }

    func updateUser(id: ShopUser.ID, updates: ShopUserUpdates) async throws -> ShopUser {
        try await reportingTakenEmail { try await remote.updateUser(id: id, updates) }
    }

    func deleteUser(id: ShopUser.ID) async throws -> Bool {
        try await users.remove(id: id) {
            do {
                try await remote.deleteUser(id: id)
                return true
            } catch NetworkError.httpError(let failure) where [404, 410].contains(failure.status) {
                return false
            }
        }
    }

    func removeStoredUser(id: ShopUser.ID) async throws { try await users.store.remove(id: id) }

    private func reportingTakenEmail(_ write: () async throws -> ShopUser) async throws -> ShopUser {
        try await NetworkError.translated {
            $0.status == 409 ? ShopError.emailTaken : nil
        } _: {
            try await users.write(write)
        }
    }
}

/// A data source of users over HTTP: `/users`.
struct ShopUserRemoteDataSource: Sendable {
    let client: any APIClientProtocol

    /// Sends `GET /users/{id}`.
    func getUser(id: ShopUser.ID) async throws -> ShopUser {
        try await client.model(\ShopUserDTO.user, id: id, from: Endpoint(.get, "/users/\(id)"))
    }

    /// Sends `GET /users?page=&limit=`.
    func getUsers(page: Int, limit: Int) async throws -> Page<ShopUser> {
        try await client.page(page, limit: limit, of: "/users").map(\ShopUserDTO.user)
    }

    /// Sends `POST /users` without retries, because a request whose response is lost may have succeeded.
    func createUser(_ user: NewShopUser) async throws -> ShopUser {
        try await client.model(\ShopUserDTO.user, from: Endpoint(.post, "/users", json: user))
    }

    /// Sends `PATCH /users/{id}` without retries.
    func updateUser(id: ShopUser.ID, _ updates: ShopUserUpdates) async throws -> ShopUser {
        try await client.model(\ShopUserDTO.user, id: id, from: Endpoint(.patch, "/users/\(id)", json: updates))
    }

    /// Sends `DELETE /users/{id}`.
    func deleteUser(id: ShopUser.ID) async throws {
        try await client.remove("/users/\(id)")
    }
}
