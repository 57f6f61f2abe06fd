/// The shop's users: from the backend, and without a connection from this device.
public struct ShopUserRepository: ShopUserRepositoryProtocol {
    private let remote: ShopUserRemoteDataSource
    private let local: any LocalStoreProtocol<ShopUser>
    private let users: OnlineFirst<ShopUser>

    /// A repository that asks through a client.
    ///
    /// - Parameters:
    ///   - local: what is kept on this device.
    ///   - monitor: says whether asking is worth a try.
    public init(
        client: any APIClientProtocol,
        local: any LocalStoreProtocol<ShopUser> = MemoryStore<ShopUser>(),
        monitor: any NetworkMonitorProtocol = .connected,
    ) {
        remote = ShopUserRemoteDataSource(client: client)
        self.local = local
        users = OnlineFirst(store: local, monitor: monitor)
    }

    /// `GET /users/{id}`.
    public func getUser(id: ShopUser.ID) async throws -> ShopUser {
        try await users.value(id: id) { try await remote.getUser(id: id).user }
    }

    /// `GET /users?page=&limit=`.
    public func getUsers(page: Int, limit: Int) async throws -> Page<ShopUser> {
        try await users.page(page, limit: limit) {
            try await remote.getUsers(page: page, limit: limit).map(\.user)
        }
    }

    /// `POST /users`.
    public func createUser(_ user: NewShopUser) async throws -> ShopUser {
        try await unlessTaken { try await remote.createUser(user).user }
    }

    /// `PATCH /users/{id}`.
    public func updateUser(id: ShopUser.ID, updates: ShopUserUpdates) async throws -> ShopUser {
        try await unlessTaken { try await remote.updateUser(id: id, updates).user }
    }

    /// `DELETE /users/{id}`.
    public func deleteUser(id: ShopUser.ID) async throws -> Bool {
        try await users.removed(id: id) {
            do {
                try await remote.deleteUser(id: id)
                return true
            } catch NetworkError.httpError(let failure) where [404, 410].contains(failure.status) {
                return false
            }
        }
    }

    /// Forgets what is kept of a user.
    public func forgetUser(id: ShopUser.ID) async throws { try await local.remove(id: id) }

    private func unlessTaken(_ write: () async throws -> ShopUser) async throws -> ShopUser {
        do {
            return try await users.written(write)
        } catch NetworkError.httpError(let failure) where failure.status == 409 {
            throw DomainError.emailTaken
        }
    }
}
