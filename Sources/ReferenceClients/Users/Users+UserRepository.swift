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
        private let remote: any UserRemoteDataSourceContract

        /// A repository over a data source.
        init(remote: any UserRemoteDataSourceContract) { self.remote = remote }

        /// A repository that asks through a client.
        public init(client: any HTTPClientContract) { self.init(remote: UserRemoteDataSource(client: client)) }

        /// All of them.
        public func getUsers() async throws -> [User] { try await remote.getUsers().map(\.user) }

        /// One of them.
        public func getUser(id: UUID) async throws -> User { try await remote.getUser(id: id).user.checked(id) }
    }

    /// Reads users as the backend writes them.
    protocol UserRemoteDataSourceContract: Sendable {
        /// All of them.
        func getUsers() async throws -> [UserDTO]
        /// One of them.
        func getUser(id: UUID) async throws -> UserDTO
    }

    /// Users over HTTP: `/users`.
    struct UserRemoteDataSource: UserRemoteDataSourceContract {
        private let client: any HTTPClientContract

        /// A data source that asks through a client.
        init(client: any HTTPClientContract) { self.client = client }

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
