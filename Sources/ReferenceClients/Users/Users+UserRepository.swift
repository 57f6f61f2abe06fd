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

    /// Users from a remote data source, as the app knows them.
    public struct UserRepository: UserRepositoryContract {
        private let remote: UserRemoteDataSource

        /// A repository that asks through a client.
        public init(client: any HTTPClientContract) { remote = UserRemoteDataSource(client: client) }

        /// All of them.
        public func getUsers() async throws -> [User] { try await remote.getUsers().map(\.user) }

        /// One of them.
        public func getUser(id: UUID) async throws -> User { try await remote.getUser(id: id).user.checked(id) }
    }

    /// Users over HTTP: `/users`.
    struct UserRemoteDataSource: Sendable {
        let client: any HTTPClientContract

        /// `GET /users`.
        func getUsers() async throws -> [UserDTO] {
            try await client.request(Endpoint(.get, "/users"))
        }

        /// `GET /users/{id}`, in the lower case that identifiers are written in (RFC 9562 §4).
        func getUser(id: UUID) async throws -> UserDTO {
            try await client.request(Endpoint(.get, "/users/\(id.uuidString.lowercased())"))
        }
    }
}
