import Foundation

extension Users {
    /// Reads users as the backend writes them.
    protocol UserRemoteDataSourceContract: Sendable {
        /// All of them.
        func getUsers() async throws -> [UserDTO]
        /// One of them.
        func getUser(id: UUID) async throws -> UserDTO
    }
}
