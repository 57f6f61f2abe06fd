/// Reads accounts.
public protocol BoundariesUserRepositoryProtocol: Sendable {
    /// One account; without a connection, as it is kept on this device.
    ///
    /// - Throws: ``ValidationError/emptyIdentity``, and then nothing was sent; ``NetworkError``.
    func getUser(id: BoundariesUser.ID) async throws -> BoundariesUser
}

/// Accounts: from the backend, and without a connection from this device.
public struct BoundariesUserRepository: BoundariesUserRepositoryProtocol {
    private let client: any APIClientProtocol
    private let users: OnlineFirst<UserEntity>

    /// A repository that asks through a client.
    public init(
        client: any APIClientProtocol,
        local: any LocalStoreProtocol<UserEntity> = MemoryStore<UserEntity>(),
        monitor: any NetworkMonitorProtocol = .connected,
    ) {
        self.client = client
        users = OnlineFirst(store: local, monitor: monitor)
    }

    /// `GET /users/{id}`.
    public func getUser(id: BoundariesUser.ID) async throws -> BoundariesUser {
        let id = try id.notBlank(or: ValidationError.emptyIdentity)
        let entity = try await users.value(id: id) {
            UserEntity(try await client.model(\BoundariesUserDTO.user, id: id, from: Endpoint(.get, "/users/\(id)")))
        }
        return entity.user
    }
}
