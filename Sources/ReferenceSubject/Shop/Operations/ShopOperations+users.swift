import ReferenceClients
import Rehearsal
import RehearsalContracts

extension ShopOperations {
    static let users = [getUser, getUsers, createUser, updateUser, deleteUser]

    private static let getUser = Operation.value(
        "getUser",
        .get("/users/7"),
        recorded: .json(ShopAnswers.robin),
        golden: ShopValues.robin,
        fields: fields(below: "$", [.optional("$.profileImage", .url)]),
        .init(stored: ("users", ShopAnswers.keptUsers))
    ) { try await $0.users.getUser(id: "7") }

    private static let getUsers = Operation.value(
        "getUsers",
        .get("/users"),
        recorded: .json(ShopAnswers.users),
        golden: ShopValues.users,
        fields: fields(below: "$.items[*]", [.optional("$.items[*].profileImage", .url)] + envelope),
        .init(stored: ("users", ShopAnswers.keptUsers))
    ) { try await $0.users.getUsers(page: 1, limit: 3) }

    private static let createUser = Operation.value(
        "createUser",
        .post("/users"),
        recorded: .json(ShopAnswers.kim, status: 201),
        golden: ShopValues.kim,
        fields: fields(below: "$"),
        .init(body: ["name": "Kim Park", "email": "kim@shop.example"], domainErrors: [409: "emailTaken"])
    ) { try await $0.users.createUser(ShopValues.newUser) }

    private static let updateUser = Operation.value(
        "updateUser",
        .patch("/users/7"),
        recorded: .json(ShopAnswers.renamed),
        golden: ShopValues.renamed,
        fields: fields(below: "$", [.optional("$.profileImage", .url)]),
        .init(body: ["name": "Robin A. Doe"], domainErrors: [409: "emailTaken"])
    ) { try await $0.users.updateUser(id: "7", updates: ShopUserUpdates(name: "Robin A. Doe")) }

    private static let deleteUser = Operation.void(
        "deleteUser",
        .delete("/users/7"),
        recorded: .reply(204),
        .init(domainErrors: [404: "noSuchUser", 410: "noSuchUser"])
    ) { guard try await $0.users.deleteUser(id: "7") else { throw NoSuchUser() } }

    private static func fields(below place: String, _ others: [Field] = []) -> [Field] {
        [
            .required("\(place).id", .string), .required("\(place).name", .string),
            .required("\(place).email", .string), .required("\(place).createdAt", .date),
            .required("\(place).updatedAt", .date),
        ] + others
    }
}
