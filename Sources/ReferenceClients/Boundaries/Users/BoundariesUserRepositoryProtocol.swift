/// Reads accounts.
public protocol BoundariesUserRepositoryProtocol: Sendable {
    /// One account; without a connection, as it is kept on this device.
    ///
    /// - Throws: ``ValidationError/emptyIdentity``, and then nothing was sent; ``NetworkError``.
    func getUser(id: BoundariesUser.ID) async throws -> BoundariesUser
}
