import Foundation

/// Reads and changes the shop's users.
///
/// Reading falls back to what is kept where there is no connection, and only there; changing does not, for a change
/// that the backend knows nothing of is none.
public protocol ShopUserRepositoryProtocol: Sendable {
    /// One user.
    func getUser(id: ShopUser.ID) async throws -> ShopUser
    /// A page of all users, from 1.
    func getUsers(page: Int, limit: Int) async throws -> Page<ShopUser>
    /// Signs somebody up.
    ///
    /// - Throws: ``DomainError/emailTaken``; ``NetworkError`` if it is not known what became of it.
    func createUser(_ user: NewShopUser) async throws -> ShopUser
    /// Changes a user.
    ///
    /// - Throws: ``DomainError/emailTaken``; ``NetworkError`` if it is not known what became of it.
    func updateUser(id: ShopUser.ID, updates: ShopUserUpdates) async throws -> ShopUser
    /// Removes a user; false if there was none.
    func deleteUser(id: ShopUser.ID) async throws -> Bool
    /// Forgets what is kept of a user on this device, and nothing else.
    func forgetUser(id: ShopUser.ID) async throws
}

/// The shop's users: from the backend, and without a connection from this device.
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
        try await unlessTaken { try await remote.createUser(user) }
    }

    func updateUser(id: ShopUser.ID, updates: ShopUserUpdates) async throws -> ShopUser {
        try await unlessTaken { try await remote.updateUser(id: id, updates) }
    }

    func deleteUser(id: ShopUser.ID) async throws -> Bool {
        try await users.removed(id: id) {
            do {
                try await remote.deleteUser(id: id)
                return true
            } catch NetworkError.httpError(let failure) where [404, 410].contains(failure.status) {
                return false
            }
        }
    }

    func forgetUser(id: ShopUser.ID) async throws { try await users.store.remove(id: id) }

    private func unlessTaken(_ write: () async throws -> ShopUser) async throws -> ShopUser {
        try await NetworkError.translated {
            $0.status == 409 ? DomainError.emailTaken : nil
        } _: {
            try await users.written(write)
        }
    }
}

/// The shop's users over HTTP: `/users`.
struct ShopUserRemoteDataSource: Sendable {
    let client: any APIClientProtocol

    /// `GET /users/{id}`.
    func getUser(id: ShopUser.ID) async throws -> ShopUser {
        try await client.model(\ShopUserDTO.user, id: id, from: Endpoint(.get, "/users/\(id)"))
    }

    /// `GET /users?page=&limit=`.
    func getUsers(page: Int, limit: Int) async throws -> Page<ShopUser> {
        try await client.page(page, limit: limit, of: "/users").map(\ShopUserDTO.user)
    }

    /// `POST /users`, once: an answer that was lost may have been a yes.
    func createUser(_ user: NewShopUser) async throws -> ShopUser {
        try await client.model(\ShopUserDTO.user, from: Endpoint(.post, "/users", json: user))
    }

    /// `PATCH /users/{id}`, once.
    func updateUser(id: ShopUser.ID, _ updates: ShopUserUpdates) async throws -> ShopUser {
        try await client.model(\ShopUserDTO.user, id: id, from: Endpoint(.patch, "/users/\(id)", json: updates))
    }

    /// `DELETE /users/{id}`.
    func deleteUser(id: ShopUser.ID) async throws {
        try await client.remove("/users/\(id)")
    }
}
