public import Foundation

extension Users {
    /// Reads users.
    public protocol UserRepositoryContract: Sendable {
        /// All of them, as the backend orders them.
        ///
        /// - Throws: ``NetworkError``, or `CancellationError` if the task was cancelled.
        func getUsers() async throws -> [User]
        /// One of them.
        ///
        /// - Throws: ``NetworkError``, whose failure has the status 404 if there is none; `CancellationError` if the
        ///   task was cancelled.
        func getUser(id: UUID) async throws -> User
    }
}
