import Foundation
import ReferenceClients
import Rehearsal
package import RehearsalContracts

extension Contract where Subject == UsersServices {
    /// What the networking code of the users app promises.
    package static var users: Contract {
        Contract(
            "users",
            declares: .open,
            operations: [
                getUsers.inParallel, getUser.inParallel, requestValue.inParallel, requestData.inParallel,
            ],
            promises: UsersPromises.all
                + EveryAppPromises.all(prefix: "USERS", reading: "getUsers", sending: "requestValue") { $0.client },
            classify: { ReferenceOutcome.of($0) }
        )
    }

    private static var getUsers: Operation {
        .value(
            "getUsers",
            .get("/users"),
            recorded: "users/list",
            golden: UsersValues.users,
            fields: fields(below: "$[*]")
        ) { try await $0.users.getUsers() }
    }

    private static var getUser: Operation {
        .value(
            "getUser",
            .get("/users/8f14e45f-ceea-467f-a0b1-3f1c2d4e5a61"),
            recorded: "users/one",
            golden: UsersValues.batman,
            fields: fields(below: "$")
        ) { try await $0.users.getUser(id: UsersValues.batman.id) }
    }

    /// The client itself, asked for a value: here with a request that must not be sent twice.
    private static var requestValue: Operation {
        .value(
            "requestValue",
            .patch("/users/8f14e45f-ceea-467f-a0b1-3f1c2d4e5a61"),
            recorded: "users/update",
            golden: UsersValues.renamed,
            fields: [
                .required("$.id", .string), .required("$.name", .string), .required("$.updated_at", .date),
            ],
            .init(body: ["name": "Bruce T. Wayne"])
        ) { services -> RenamedUser in
            let path: EndpointPath = "/users/8f14e45f-ceea-467f-a0b1-3f1c2d4e5a61"
            return try await services.http.request(Endpoint(.patch, path, json: ["name": "Bruce T. Wayne"]))
        }
    }

    /// The client itself, asked for bytes, of which a deletion has none.
    private static var requestData: Operation {
        .void("requestData", .delete("/users/45c48cce-2e2d-4fb1-9a3c-7b8e9f0a1b2c"), recorded: "users/delete") {
            let path: EndpointPath = "/users/45c48cce-2e2d-4fb1-9a3c-7b8e9f0a1b2c"
            let _: Data = try await $0.http.request(Endpoint(.delete, path))
        }
    }

    private static func fields(below place: String) -> [Contract.Field] {
        [
            .required("\(place).id", .string), .required("\(place).user_name", .string),
            .required("\(place).name", .string), .required("\(place).email", .string),
            .optional("\(place).profileImage", .url), .required("\(place).created_at", .date),
            .required("\(place).updated_at", .date),
        ]
    }
}
