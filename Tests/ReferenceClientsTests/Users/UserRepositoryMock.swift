import Foundation
import ReferenceClients

/// A repository with the given users.
struct UserRepositoryMock: Users.UserRepositoryContract {
    var users: [Users.User] = []

    func getUsers() async throws -> [Users.User] { users }

    func getUser(id: UUID) async throws -> Users.User {
        guard let user = users.first(where: { $0.id == id }) else { throw Unwanted(description: "no \(id)") }
        return user
    }
}

extension Users.User {
    /// A user with that name.
    static func named(_ name: String, createdAt seconds: TimeInterval = 0) -> Users.User {
        let date = Date(timeIntervalSince1970: seconds)
        return Users.User(
            id: UUID(),
            userName: name.lowercased(),
            name: name,
            email: "\(name)@users.example",
            profileImage: nil,
            createdAt: date,
            updatedAt: date
        )
    }
}
