import Foundation

/// The shop's users over HTTP: `/users`.
struct ShopUserRemoteDataSource: Sendable {
    let client: any APIClientProtocol

    /// `GET /users/{id}`.
    func getUser(id: ShopUser.ID) async throws -> ShopUserDTO {
        try await client.value(id, from: Endpoint(.get, "/users/\(id)"))
    }

    /// `GET /users?page=&limit=`.
    func getUsers(page: Int, limit: Int) async throws -> Page<ShopUserDTO> {
        try await client.page(page, limit: limit, of: "/users")
    }

    /// `POST /users`, once: an answer that was lost may have been a yes.
    func createUser(_ user: NewShopUser) async throws -> ShopUserDTO {
        try await client.value(from: Endpoint(.post, "/users", json: user))
    }

    /// `PATCH /users/{id}`, once.
    func updateUser(id: ShopUser.ID, _ updates: ShopUserUpdates) async throws -> ShopUserDTO {
        try await client.value(id, from: Endpoint(.patch, "/users/\(id)", json: updates))
    }

    /// `DELETE /users/{id}`.
    func deleteUser(id: ShopUser.ID) async throws {
        try await client.remove("/users/\(id)")
    }
}
