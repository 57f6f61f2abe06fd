import Foundation
import ReferenceClients
import Rehearsal
import RehearsalContracts

/// The promises about replies of the backend.
extension BoundariesPromises {
    static let answers = [
        alreadyInvited, promoCodes, invalidDate, otherUser, storedUser, outageWithStoredUser, card, newerProducts,
    ]

    private static let alreadyInvited = Promise(
        "BOUND-14",
        "A second invitation to an address fails as already invited.",
        of: "invite",
        playing: ["extends": "apps/boundaries/already-invited", "expect": [["post": "/invitations", "count": 1]]],
        .failure(.domain("alreadyInvited", status: 409)),
        .init(dependsOn: ["STAT-01", "STAT-02", "RETRY-04"])
    ) { try await $0.app.inviteUser.execute(BoundariesValues.dick).id }

    private static let promoCodes = Promise(
        "BOUND-15",
        "A promo code can be redeemed once; a rejected code reports the reason.",
        of: "redeem",
        playing: "apps/boundaries/happy-path",
        .value([
            "WELCOME10", "This code has been used.", "This code has expired.", "This code does not exist.",
        ]),
        .init(dependsOn: ["STAT-01", "STAT-02", "RETRY-04"])
    ) { services in
        var said: [String] = []
        for code in [" WELCOME10 ", "WELCOME10", "SUMMER25", "NOSUCH"] {
            do {
                said.append(try await services.app.redeemPromoCode.execute(code).code)
            } catch let error as PromoCodeError {
                said.append(error.localizedDescription)
            }
        }
        return said
    }

    private static let invalidDate = Promise(
        "BOUND-16",
        "The app reports an invalid date as a decoding error with its path, and shows no other date and no stored user.",
        of: "getUser",
        playing: "apps/boundaries/malformed",
        .failure(.decoding(.dataCorrupted, path: "$.created_at")),
        .init(dependsOn: ["STAT-01", "DEC-09", "REPO-04"], store: ["accounts": [BoundariesValues.kept]])
    ) { try await $0.app.users.getUser(id: "123") }

    private static let otherUser = Promise(
        "BOUND-17",
        "If the backend sends user 124 for a request for user 123, the app reports a decoding error.",
        of: "getUser",
        playing: [
            "extends": "apps/boundaries/happy-path",
            "endpoints": [
                ["get": "/users/123", "replies": [["recording": "boundaries/user", "edit": ["/id": "124"]]]]
            ],
        ],
        .failure(.decoding(.dataCorrupted)),
        .init(dependsOn: ["STAT-01", "DEC-01"])
    ) { try await $0.app.users.getUser(id: "123") }

    private static let storedUser = Promise(
        "BOUND-18",
        "A fetched user is stored, and shown when the connection is lost.",
        of: "getUser",
        playing: [
            "extends": "apps/boundaries/connection-lost",
            "endpoints": [
                ["get": "/users/123", "afterLast": "next", "replies": [["recording": "boundaries/user", "times": 1]]]
            ],
        ],
        .value([BoundariesValues.batman, BoundariesValues.batman]),
        .init(dependsOn: ["STAT-01", "REPO-02"])
    ) { services in
        let read = try await services.app.users.getUser(id: "123")
        return [read, try await services.app.users.getUser(id: "123")]
    }

    private static let outageWithStoredUser = Promise(
        "BOUND-19",
        "A stored user does not hide a failure of the backend.",
        of: "getUser",
        playing: "apps/boundaries/outage-for-ever",
        .failure(.http(status: 503)),
        .init(dependsOn: ["STAT-04", "REPO-03"], store: ["accounts": [BoundariesValues.kept]])
    ) { try await $0.app.users.getUser(id: "123") }

    private static let card = Promise(
        "BOUND-20",
        "The card of a user shows the user name and the day of registration.",
        of: "getUser",
        playing: "apps/boundaries/happy-path",
        .value(["@batman", "Joined 1 January 2024"])
    ) { services in
        let user = try await services.app.users.getUser(id: "123")
        let card = UserCardModel(user, locale: Locale(identifier: "en_GB"), timeZone: .gmt)
        return [card.displayName, card.joinedDateText]
    }

    private static let newerProducts = Promise(
        "BOUND-21",
        "The app decodes a product list in an envelope, with prices as strings, without rounding.",
        of: "getProducts",
        playing: "apps/boundaries/newer-backend",
        .value(["Desk mat: 1234.56"])
    ) { try await $0.app.products.getProducts().map { "\($0.name): \($0.price)" } }
}
