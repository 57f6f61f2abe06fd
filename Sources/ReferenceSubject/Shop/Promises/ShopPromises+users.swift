import ReferenceClients
import Rehearsal
import RehearsalContracts

extension ShopPromises {
    /// Users who leave.
    static let users = [missing, lostGoodbye]

    private static let missing = Promise(
        "SHOP-33",
        "Removing somebody who is not there is false, and no failure.",
        of: "deleteUser",
        playing: "apps/shop/happy-path",
        .value([true, false]),
        .init(restsOn: ["STAT-05", "STAT-02"])
    ) { services in
        [try await services.deleteUser.execute(id: "7"), try await services.deleteUser.execute(id: "7")]
    }

    private static let lostGoodbye = Promise(
        "SHOP-34",
        "Who has left by the attempt whose answer was lost has been there.",
        of: "deleteUser",
        playing: scenario("lost-reply", expect: [["delete": "/users/7", "count": ["min": 2]]]),
        .value(true),
        .init(restsOn: ["STAT-05", "RETRY-01"])
    ) { try await $0.deleteUser.execute(id: "7") }
}
