public import Foundation

extension Users {
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
}
