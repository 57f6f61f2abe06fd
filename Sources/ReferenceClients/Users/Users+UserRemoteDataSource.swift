import Foundation

extension Users {
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
