import Foundation
import ReferenceClients
import Rehearsal
import RehearsalContracts

/// The promises of the users app, in addition to the rules for all clients.
enum UsersPromises {
    typealias Promise = Contract<UsersServices>.Promise

    static let all: [Promise] = [
        statusAndBody, notHTTP, invalidPath, cancelledFetch, failedFetch, sortOrder, newerBackend,
    ]

    private static let statusAndBody = Promise(
        "USERS-01",
        "A status outside of 200 to 299 throws an error with the status and the body.",
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
            RequestResult(status: 500, title: "Something broke", text: nil),
            RequestResult(status: 300, title: nil, text: "choose"),
            RequestResult(status: 404, title: "No such user", text: nil),
            RequestResult(status: 599, title: nil, text: "overworked"),
            RequestResult(status: nil, title: nil, text: "odd"),
        ]),
        .init(dependsOn: ["STAT-02", "STAT-04", "STAT-05", "STAT-07"])
    ) { services in
        var results = [try await services.result(at: "/users")]
        for _ in 0..<4 { results.append(try await services.result(at: "/users/8f14e45f-ceea-467f-a0b1-3f1c2d4e5a61")) }
        return results
    }

    private static let notHTTP = Promise(
        "USERS-02",
        "A response that is not HTTP is an error without a status.",
        of: "getUsers",
        playing: "apps/users/not-http",
        .value("no answer"),
        .init(dependsOn: ["STAT-01", "TRN-01", "TRN-02", "RETRY-02"])
    ) { services in
        do {
            return "\(try await services.users.getUsers().count) users"
        } catch NetworkError.networkError {
            return "no answer"
        } catch NetworkError.invalidResponse {
            return "no answer"
        }
    }

    private static let invalidPath = Promise(
        "USERS-03",
        "A path that is not valid is an error, and no request is sent.",
        of: "requestData",
        playing: ["extends": "apps/users/happy-path", "expect": [["any": "/**", "count": 0]]],
        .failure(.invalidRequest()),
        .init(dependsOn: ["STAT-05", "REQ-01"])
    ) { services in
        let id = ".."
        return try await services.http.request(Endpoint(.get, "/users/\(id)")) as Data
    }

    private static let cancelledFetch = Promise(
        "USERS-04",
        "Leaving the list while it loads causes no error message.",
        of: "getUsers",
        // The server never sends the list. It sends the user after the list was requested; then the load is cancelled.
        playing: [
            "extends": "apps/users/stall",
            "endpoints": [
                ["get": "/users", "hold": "asked", "until": ["waiting": 2]],
                ["get": "/users/{id}", "hold": "asked", "until": ["waiting": 2]],
            ],
            "expect": [["get": "/users", "count": 1, "endedBy": "client"]],
        ],
        .value(ListSnapshot([])),
        .init(dependsOn: ["STAT-01", "CANC-01"])
    ) { services in
        let list = await services.list()
        let load = Task { await list.load() }
        _ = try await services.users.getUser(id: UsersValues.batman.id)
        load.cancel()
        await load.value
        return await ListSnapshot(list.state, \.name)
    }

    private static let failedFetch = Promise(
        "USERS-05",
        "A failed fetch sets the message and keeps the users.",
        of: "getUsers",
        playing: [
            "extends": "apps/users/server-error",
            "endpoints": [
                ["get": "/users", "afterLast": "next", "replies": [["recording": "users/list", "times": 1]]]
            ],
        ],
        .value(
            ListSnapshot(
                ["Barbara Gordon", "Bruce Wayne", "Dick Grayson"],
                message: "We have been told, and look into it."
            )
        ),
        .init(dependsOn: ["STAT-01", "STAT-04", "STAT-07"])
    ) { services in
        let list = await services.list()
        await list.load()
        await list.load()
        return await ListSnapshot(list.state, \.name)
    }

    private static let sortOrder = Promise(
        "USERS-06",
        "Users are sorted by name and then by the time of registration.",
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
        "Unknown fields of a newer backend are ignored.",
        of: "getUsers",
        playing: "apps/users/newer-backend",
        .value([UsersValues.batman.id]),
        .init(dependsOn: ["STAT-01", "DEC-05", "DEC-08"])
    ) { try await $0.users.getUsers().map(\.id) }

    /// The result of a request: the status of an error, with the problem title or the body; for a success, the body.
    fileprivate struct RequestResult: Sendable {
        var status: Int?
        var title: String?
        var text: String?
    }
}

extension UsersServices {
    /// Sends a `GET` request and returns its result.
    fileprivate func result(at path: EndpointPath) async throws -> UsersPromises.RequestResult {
        let bytes: Data
        do {
            bytes = try await http.request(Endpoint(.get, path))
        } catch NetworkError.httpError(let failure) {
            let title = failure.problem?.title
            let text = title == nil ? String(decoding: failure.body, as: UTF8.self) : nil
            return UsersPromises.RequestResult(status: failure.status, title: title, text: text)
        }
        return UsersPromises.RequestResult(status: nil, title: nil, text: String(decoding: bytes, as: UTF8.self))
    }
}
