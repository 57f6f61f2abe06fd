import ReferenceClients
import Rehearsal
import RehearsalContracts

extension ShopPromises {
    /// Orders, also of somebody who signs up for them.
    static let placing = [inOneGo, addressTaken, outOfStock, lostOrder, stalledOrder, refusedStatus]

    private static let inOneGo = Promise(
        "SHOP-27",
        "Signing up and ordering in one go sends the order for the new user, and keeps both.",
        of: "createOrder",
        playing: scenario(
            "happy-path",
            expect: [
                ["inOrder": ["post /users", "post /orders"]], ["post": "/users", "count": 1],
                ["post": "/orders", "where": ["body": ["contains": ["userId": "12"]]], "count": 1],
            ]
        ),
        .value(Ended(failure: "a value", users: ["12"], orders: ["9004"])),
        .init(restsOn: ["STAT-01"])
    ) { await inOneGo($0) }

    private static let addressTaken = Promise(
        "SHOP-28",
        "Where signing up fails, no order is sent, and nothing is kept.",
        of: "createUser",
        playing: scenario("email-taken", expect: [["post": "/users", "count": 1], ["post": "/orders", "count": 0]]),
        .value(Ended(failure: "domain(emailTaken)", users: [], orders: [])),
        .init(restsOn: ["STAT-01", "STAT-02", "REPO-05"])
    ) { await inOneGo($0) }

    private static let outOfStock = Promise(
        "SHOP-29",
        "Where the order fails, it says why, and nothing of it stays on this device.",
        of: "createOrder",
        playing: scenario("out-of-stock", expect: [["post": "/users", "count": 1], ["post": "/orders", "count": 1]]),
        .value(Ended(failure: "domain(outOfStock, \"Wool rug: none left.\")", users: [], orders: [])),
        .init(restsOn: ["STAT-01", "STAT-02", "REPO-05"])
    ) { await inOneGo($0) }

    private static let lostOrder = Promise(
        "SHOP-30",
        "An order whose answer was lost is not sent again: it may have been placed.",
        of: "createOrder",
        playing: scenario("lost-reply", expect: [["post": "/orders", "attempts": 1]]),
        .failure(.transport(.connectionLost)),
        .init(restsOn: ["STAT-01", "TRN-02", "RETRY-04"])
    ) { try await $0.createOrder.execute(ShopValues.newOrder).id }

    private static let stalledOrder = Promise(
        "SHOP-31",
        "An order that is not answered in time is not sent again, and not said to be placed.",
        of: "createOrder",
        playing: scenario("stall", expect: [["post": "/orders", "attempts": 1]]),
        .failure(.timeout),
        .init(restsOn: ["STAT-01", "RETRY-04", "REPO-05", "CANC-04"])
    ) { try await $0.createOrder.execute(ShopValues.newOrder).id }

    private static let refusedStatus = Promise(
        "SHOP-32",
        "An order that does not go on says why.",
        of: "updateOrderStatus",
        playing: "apps/shop/happy-path",
        .failure(
            .domain("statusRefused", status: 409, reason: "An order that has been delivered cannot be cancelled.")
        ),
        .init(restsOn: ["STAT-01", "STAT-02"])
    ) { try await $0.updateOrderStatus.execute(id: "9001", status: .cancelled).id }

    /// What signing up and ordering in one go comes to, and what is kept then.
    private struct Ended: Sendable {
        var failure: String
        var users: [String]?
        var orders: [String]?
    }

    private static func inOneGo(_ services: ShopServices) async -> Ended {
        let products = ShopValues.newOrder.products
        let failure = await failure { try await services.placeOrder.execute(products, for: ShopValues.newUser) }
        return Ended(
            failure: failure,
            users: try? await services.kept.users.values().map(\.id),
            orders: try? await services.kept.orders.values().map(\.id)
        )
    }
}
