import Foundation
package import ReferenceClients
import Rehearsal
import RehearsalContracts
package import RehearsalHarness

/// The HTTP client and the repository of the users app, composed as in the app.
package struct UsersServices: AppServices {
    package let client: APIClient
    package let http: Users.HTTPClient
    package let users: Users.UserRepository

    /// Creates the services for one test case.
    ///
    /// - Parameter network: the transport that sends each request; nil for a new `URLSession`.
    package init(_ trial: SubjectContext, over network: (any HTTPTransport)? = nil) {
        client = trial.unauthenticatedClient(transport: network)
        http = Users.HTTPClient(client: client)
        users = Users.UserRepository(client: http)
    }

    /// Returns a view model of the list of users, before its first fetch.
    @MainActor
    func list() -> Users.UserListViewModel {
        Users.UserListViewModel(getUsers: Users.GetUsersUseCase(repository: users))
    }
}

/// The operations of the users app.
enum UsersOperations {
    typealias Operation = Contract<UsersServices>.Operation
    typealias Field = Contract<UsersServices>.Field

    static let all = [getUsers, getUser, requestValue, requestData]

    private static let getUsers = Operation.value(
        "getUsers",
        .get("/users"),
        recorded: "users/list",
        golden: UsersValues.users,
        fields: fields(below: "$[*]")
    ) { try await $0.users.getUsers() }

    private static let getUser = Operation.value(
        "getUser",
        .get("/users/8f14e45f-ceea-467f-a0b1-3f1c2d4e5a61"),
        recorded: "users/one",
        golden: UsersValues.batman,
        fields: fields(below: "$")
    ) { try await $0.users.getUser(id: UsersValues.batman.id) }

    /// A request that the client itself sends and decodes, with a method that must not be retried.
    private static let requestValue = Operation.value(
        "requestValue",
        .patch("/users/8f14e45f-ceea-467f-a0b1-3f1c2d4e5a61"),
        recorded: "users/update",
        golden: UsersValues.renamed,
        fields: Field.required(["id": .string, "name": .string, "updated_at": .date]),
        .init(body: ["name": "Bruce T. Wayne"])
    ) { services -> RenamedUser in
        let path: EndpointPath = "/users/8f14e45f-ceea-467f-a0b1-3f1c2d4e5a61"
        return try await services.http.request(Endpoint(.patch, path, json: ["name": "Bruce T. Wayne"]))
    }

    /// A request of the client itself that returns the bytes of the body; that of a deletion has none.
    private static let requestData = Operation.void(
        "requestData",
        .delete("/users/45c48cce-2e2d-4fb1-9a3c-7b8e9f0a1b2c"),
        recorded: "users/delete"
    ) {
        let path: EndpointPath = "/users/45c48cce-2e2d-4fb1-9a3c-7b8e9f0a1b2c"
        let _: Data = try await $0.http.request(Endpoint(.delete, path))
    }

    private static func fields(below path: String) -> [Field] {
        Field.required(below: path, ["id": .string, "user_name": .string, "name": .string, "email": .string])
            + [.optional("\(path).profileImage", .url)]
            + Field.required(below: path, ["created_at": .date, "updated_at": .date])
    }
}

/// The decoded part of the reply to a change of the name.
struct RenamedUser: Decodable, Sendable {
    var id: UUID
    var name: String
    var updatedAt: Timestamp

    private enum CodingKeys: String, CodingKey {
        case id, name
        case updatedAt = "updated_at"
    }
}

/// The values that the users app returns for the recorded replies.
enum UsersValues {
    static let batman = user("8f14e45f-ceea-467f-a0b1-3f1c2d4e5a61", "batman", "Bruce Wayne", at: "wayne", day: 1)

    static let users = [
        batman,
        user("45c48cce-2e2d-4fb1-9a3c-7b8e9f0a1b2c", "oracle", "Barbara Gordon", at: "gordon", day: 2),
        user("d3d94468-02a4-4259-b55d-38e6d163e820", "robin", "Dick Grayson", at: "grayson", day: 3, hasImage: false),
    ]

    static let renamed = RenamedUser(
        id: batman.id,
        name: "Bruce T. Wayne",
        updatedAt: Timestamp(Date(timeIntervalSince1970: 1_772_532_903))
    )

    /// Returns a user, created on a day of January 2024 and changed that number of days after 9 February 2026.
    ///
    /// - Parameter host: the second-level domain of the address, whose local part is the first name.
    private static func user(
        _ id: String,
        _ userName: String,
        _ name: String,
        at host: String,
        day: Int,
        hasImage: Bool = true,
    ) -> Users.User {
        let dayLength = 86_400
        let image = "https://api.users.example/images/\(userName).png"
        return Users.User(
            // An invalid identifier here matches no recording.
            id: UUID(uuidString: id) ?? UUID(),
            userName: userName,
            name: name,
            email: "\(name.prefix { $0 != " " }.lowercased())@\(host).example",
            profileImage: hasImage ? URL(string: image) : nil,
            createdAt: Date(timeIntervalSince1970: TimeInterval(1_704_016_800 + day * dayLength)),
            updatedAt: Date(timeIntervalSince1970: TimeInterval(1_770_625_230 + day * dayLength))
        )
    }
}
