public import Foundation

extension Users {
    /// A repository of users.
    public protocol UserRepositoryContract: Sendable {
        /// Returns all users, in the order of the backend.
        ///
        /// - Throws: ``NetworkError``, or `CancellationError` if the task was cancelled.
        func getUsers() async throws -> [User]
        /// Returns one user.
        ///
        /// - Throws: ``NetworkError``, with the status 404 for an unknown user; `CancellationError` if the task was
        ///   cancelled.
        func getUser(id: UUID) async throws -> User
    }

    /// A repository that reads users from a remote data source.
    public struct UserRepository: UserRepositoryContract {
        private let remote: UserRemoteDataSource

        /// Creates a repository.
        public init(client: any HTTPClientContract) { remote = UserRemoteDataSource(client: client) }

        /// Returns all users.
        public func getUsers() async throws -> [User] { try await remote.getUsers().map(\.user) }

        /// Returns one user.
        public func getUser(id: UUID) async throws -> User { try await remote.getUser(id: id).user.requiring(id) }
    }

    /// A data source of users over HTTP: `/users`.
    struct UserRemoteDataSource: Sendable {
        let client: any HTTPClientContract

        /// Sends `GET /users`.
        func getUsers() async throws -> [UserDTO] {
            try await client.request(Endpoint(.get, "/users"))
        }

        /// Sends `GET /users/{id}` with the identifier in lower case (RFC 9562 §4).
        func getUser(id: UUID) async throws -> UserDTO {
            try await client.request(Endpoint(.get, "/users/\(id.uuidString.lowercased())"))
        }
    }
}
