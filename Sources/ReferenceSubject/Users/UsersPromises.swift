import Foundation
import ReferenceClients
import Rehearsal
import RehearsalContracts

/// What the users app promises beside what is asked of all clients.
enum UsersPromises {
    typealias Promise = Contract<UsersServices>.Promise

    static let all: [Promise] = [
        statusAndBody, notHTTP, noURL, leftScreen, failedFetch, order, newerBackend,
    ]

    private static let statusAndBody = Promise(
        "USERS-01",
        "A status outside of 200 to 299 is thrown, with the status and the body.",
        of: "requestData",
        playing: [
            "extends": "apps/users/server-error",
            "endpoints": [
                [
                    "get": "/users/{id}", "priority": 2,
                    "replies": [
                        ["status": 300, "text": "choose"], ["recording": "users/missing"],
                        ["status": 599, "text": "overworked"], ["status": 299, "text": "odd"],
                    ],
                ]
            ],
        ],
        .value([
            Thrown(status: 500, title: "Something broke", text: nil), Thrown(status: 300, title: nil, text: "choose"),
            Thrown(status: 404, title: "No such user", text: nil), Thrown(status: 599, title: nil, text: "overworked"),
            Thrown(status: nil, title: nil, text: "odd"),
        ]),
        .init(restsOn: ["STAT-02", "STAT-04", "STAT-05", "STAT-07"])
    ) { services in
        var thrown = [try await services.thrown(at: "/users")]
        for _ in 0..<4 { thrown.append(try await services.thrown(at: "/users/8f14e45f-ceea-467f-a0b1-3f1c2d4e5a61")) }
        return thrown
    }

    private static let notHTTP = Promise(
        "USERS-02",
        "What does not speak HTTP has not answered, whatever it says.",
        of: "getUsers",
        playing: "apps/users/not-http",
        .value("no answer"),
        .init(restsOn: ["STAT-01", "TRN-01", "TRN-02", "RETRY-02"])
    ) { services in
        do {
            return "\(try await services.users.getUsers().count) users"
        } catch NetworkError.networkError {
            return "no answer"
        } catch NetworkError.invalidResponse {
            return "no answer"
        }
    }

    private static let noURL = Promise(
        "USERS-03",
        "What makes no URL is an error, and nothing is sent.",
        of: "requestData",
        playing: ["extends": "apps/users/happy-path", "expect": [["any": "/**", "count": 0]]],
        .failure(.invalidRequest()),
        .init(restsOn: ["STAT-05", "REQ-01"])
    ) { services in
        let id = ".."
        return try await services.http.request(Endpoint(.get, "/users/\(id)")) as Data
    }

    private static let leftScreen = Promise(
        "USERS-04",
        "Whoever leaves the list while it loads is shown no error.",
        of: "getUsers",
        // The list never comes; the user does as soon as the list has been asked for, and tells when to leave.
        playing: [
            "extends": "apps/users/stall",
            "endpoints": [
                ["get": "/users", "hold": "asked", "until": ["waiting": 2]],
                ["get": "/users/{id}", "hold": "asked", "until": ["waiting": 2]],
            ],
            "expect": [["get": "/users", "count": 1, "endedBy": "client"]],
        ],
        .value(ShownList([])),
        .init(restsOn: ["STAT-01", "CANC-01"])
    ) { services in
        let list = await services.list()
        let load = Task { await list.load() }
        _ = try await services.users.getUser(id: UsersValues.batman.id)
        load.cancel()
        await load.value
        return await ShownList(list.state, \.name)
    }

    private static let failedFetch = Promise(
        "USERS-05",
        "A fetch that fails says why, and keeps the users that are shown.",
        of: "getUsers",
        playing: [
            "extends": "apps/users/server-error",
            "endpoints": [
                ["get": "/users", "afterLast": "next", "replies": [["recording": "users/list", "times": 1]]]
            ],
        ],
        .value(
            ShownList(
                ["Barbara Gordon", "Bruce Wayne", "Dick Grayson"],
                message: "We have been told, and look into it."
            )
        ),
        .init(restsOn: ["STAT-01", "STAT-04", "STAT-07"])
    ) { services in
        let list = await services.list()
        await list.load()
        await list.load()
        return await ShownList(list.state, \.name)
    }

    private static let order = Promise(
        "USERS-06",
        "Users are listed by name; of one name, who came first is first.",
        of: "getUsers",
        playing: [
            "extends": "apps/users/happy-path",
            "endpoints": [
                [
                    "get": "/users",
                    "replies": [
                        [
                            "recording": "users/list",
                            "edit": ["/1/name": "Dick Grayson", "/1/created_at": "2024-06-01T10:00:00Z"],
                        ]
                    ],
                ]
            ],
        ],
        .value(["batman", "robin", "oracle"])
    ) { try await Users.GetUsersUseCase(repository: $0.users).execute().map(\.userName) }

    private static let newerBackend = Promise(
        "USERS-07",
        "What a newer backend writes beside what is known costs nobody the list.",
        of: "getUsers",
        playing: "apps/users/newer-backend",
        .value([UsersValues.batman.id]),
        .init(restsOn: ["STAT-01", "DEC-05", "DEC-08"])
    ) { try await $0.users.getUsers().map(\.id) }

    /// What came of a request for bytes: the status that was thrown, and what its body says.
    fileprivate struct Thrown: Sendable {
        var status: Int?
        var title: String?
        var text: String?
    }
}

extension UsersServices {
    /// What a request for bytes throws; where it throws nothing, what it brings.
    fileprivate func thrown(at path: EndpointPath) async throws -> UsersPromises.Thrown {
        let bytes: Data
        do {
            bytes = try await http.request(Endpoint(.get, path))
        } catch NetworkError.httpError(let failure) {
            let title = failure.problem?.title
            let text = title == nil ? String(decoding: failure.body, as: UTF8.self) : nil
            return UsersPromises.Thrown(status: failure.status, title: title, text: text)
        }
        return UsersPromises.Thrown(status: nil, title: nil, text: String(decoding: bytes, as: UTF8.self))
    }
}
