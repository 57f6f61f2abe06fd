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
