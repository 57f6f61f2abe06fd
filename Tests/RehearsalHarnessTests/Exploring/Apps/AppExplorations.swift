import Foundation
import ReferenceClients
import Rehearsal
import RehearsalContracts
import RehearsalHarness

@testable import ReferenceSubject

/// The model backends of the five apps, the operations to call, and the properties of each app.
enum AppExplorations {
    /// A parking app, whose spots no call books twice.
    static let parking: Exploration = {
        let refresh = Scenario.Endpoint.post(
            "/auth/refresh",
            replies: [
                Scenario.Reply(
                    body: .json(["access_token": "t2", "refresh_token": "r2", "expires_in": 900])
                )
            ]
        )
        let create = endpoint(.post, "/api/v1/reservations", 201, ParkingReplies.created)
        var exploration = Exploration(
            model: Scenario(
                "parking",
                endpoints: [refresh, create],
                resources: [
                    .init(
                        at: "/api/v1/reservations",
                        items: items(ParkingReplies.reservations),
                        paging: .none
                    ),
                    .init(at: "/api/v1/parking_spots", items: items(ParkingReplies.spots), paging: .none),
                ]
            ),
            operations: [
                "fetchReservations", "createReservation", "cancelReservation", "fetchParkingSpots",
            ],
            views: [
                "fetchParkingSpots": "/api/v1/parking_spots", "fetchReservations": "/api/v1/reservations",
            ]
        )
        (exploration.token, exploration.refreshToken) = ("t1", "r1")
        exploration.properties = [
            .appliedOnce("PARK-01", "A call books a spot at most once.", "createReservation")
        ]
        return exploration
    }()

    /// A shop, whose stored users equal those of the server after they were read again.
    ///
    /// It does not report whether a value is a stored one, so it has no views.
    static let shop: Exploration = {
        let create = endpoint(.post, "/orders", 201, Documents.order)
        var exploration = Exploration(
            model: Scenario(
                "shop",
                endpoints: [create],
                resources: [
                    .init(at: "/users", items: items(Documents.shopUsers), paging: .page, envelope: "items"),
                    .init(
                        at: "/products",
                        items: items(Documents.products),
                        paging: .page,
                        envelope: "items"
                    ),
                ]
            ),
            operations: [
                "getUsers", "getUser", "updateUser", "deleteUser", "getProducts", "getProduct",
                "createOrder",
            ]
        )
        exploration.properties = [
            .appliedOnce("SHOP-01", "A call creates at most one order.", "createOrder"),
            .neverReturns(
                "SHOP-02",
                "A deleted user is never shown again.",
                "deleteUser",
                item: "robin@shop.example"
            ),
            .init("SHOP-03", "After a user was read again, the stored user equals that of the server.") {
                history in
                guard let read = history.calls.last(where: { $0.operation == "getUser" }), read.isConclusive
                else { return [] }
                let server = history.items["/users"]?.first { $0["id"] == "7" }?["name"]
                guard case .array(let stored)? = history.store["users"] ?? .array([]),
                    stored.first(where: { $0["id"] == "7" })?["name"] != server
                else { return [] }
                return [.init("the stored user differs from that of the server", step: read.step)]
            },
        ]
        return exploration
    }()

    /// An app that shows users, of which a deleted one never returns.
    static let users: Exploration = {
        var exploration = Exploration(
            model: Scenario(
                "users",
                endpoints: [],
                resources: [.init(at: "/users", items: items(Documents.users), paging: .none)]
            ),
            views: ["getUsers": "/users"]
        )
        exploration.properties = [
            .neverReturns(
                "USERS-01",
                "A deleted user is never shown again.",
                "requestData",
                item: "barbara@gordon.example"
            )
        ]
        return exploration
    }()

    /// An app that transfers money, and repeats no transfer with another key.
    static let boundaries: Exploration = {
        var exploration = Exploration(
            model: Scenario(
                "boundaries",
                endpoints: [
                    endpoint(.post, "/transfers", 201, Documents.transfer),
                    endpoint(.post, "/invitations", 201, Documents.invitation),
                    endpoint(.post, "/promo-codes/WELCOME10/redemptions", 201, Documents.redemption),
                ],
                idempotency: [.init(.post, "/transfers", required: true)],
                resources: [
                    .init(at: "/users", items: items(Documents.account), paging: .none),
                    .init(at: "/products", items: items(Documents.products), paging: .none),
                ]
            )
        )
        exploration.properties = [
            .init(
                "BOUND-01",
                "All requests of a call that transfers money have the same idempotency key."
            ) { history in
                history.calls.filter { $0.operation == "transfer" }.compactMap { call in
                    let requests = history.requests(of: call.step)
                    let keys = Set(requests.map { $0.headers["Idempotency-Key"] })
                    let isSame = keys.count <= history.calls(of: call.step).count && !keys.contains(nil)
                    return isSame
                        ? nil : .init("a transfer was sent with \(keys.count) keys", step: call.step)
                }
            },
            .appliedOnce("BOUND-02", "A call sends an invitation at most once.", "invite"),
            .appliedOnce("BOUND-03", "A call redeems a promo code at most once.", "redeem"),
        ]
        return exploration
    }()

    /// An app of feature modules, whose deleted item never returns.
    static let features: Exploration = {
        var exploration = Exploration(
            model: Scenario(
                "features",
                endpoints: [endpoint(.post, "/submissions", 200, Documents.thanks)],
                resources: [
                    .init(at: "/items", items: items(Documents.rows), paging: .none),
                    .init(at: "/data", items: items(Documents.harbour), paging: .none),
                ]
            ),
            operations: ["fetchItems", "deleteItem", "fetchData", "submitData"],
            views: ["fetchItems": "/items"]
        )
        exploration.properties = [
            .neverReturns(
                "FEAT-01",
                "A deleted item is never shown again.",
                "deleteItem",
                item: "Reading list"
            ),
            .appliedOnce("FEAT-02", "A call submits a comment at most once.", "submitData"),
        ]
        return exploration
    }()

    /// The configuration that every app fetches, which is never older than one shown before.
    static let configuration: Exploration = {
        let replies = (1...40).map {
            Scenario.Reply(body: .json(["page_size": JSON(integerLiteral: 100 + $0)]))
        }
        var exploration = Exploration(
            model: Scenario("configuration", endpoints: [.get("/config", replies: replies)])
        )
        exploration.properties = [
            .init("CONF-01", "A configuration is never older than one shown before.") { history in
                var newest = 0
                return history.calls.compactMap { call in
                    guard case .number(let number)? = call.outcome.value?["pageSize"],
                        let size = Int(number.text)
                    else { return nil }
                    defer { newest = max(newest, size) }
                    return size < newest
                        ? .init("the configuration is older than an earlier one", step: call.step) : nil
                }
            }
        ]
        return exploration
    }()

    private static func items(_ text: String) -> [JSON] {
        guard case .array(let items)? = try? JSON(parsing: text) else { return [] }
        return items
    }

    private static func endpoint(
        _ method: Scenario.Method,
        _ path: Scenario.PathPattern,
        _ status: Int,
        _ document: String,
    ) -> Scenario.Endpoint {
        let body = (try? JSON(parsing: document)) ?? .null
        return Scenario.Endpoint(method, path, replies: [Scenario.Reply(status, body: .json(body))])
    }
}

extension History.Call {
    /// Whether the call shows that an item exists or that it does not.
    fileprivate var isConclusive: Bool { outcome.value != nil || outcome.status == 404 }
}

extension Exploration.AppProperty {
    /// Returns the property that the server carries out at most one of the requests of each call of an operation.
    fileprivate static func appliedOnce(_ id: String, _ sentence: String, _ operation: String) -> Self {
        .init(id, sentence) { history in
            history.calls.filter { $0.operation == operation }.compactMap { call in
                let carriedOut = history.requests(of: call.step).filter {
                    !$0.isSafe && $0.action.appliesRequest
                }
                .filter { !$0.path.hasPrefix("/auth/") }
                guard carriedOut.count > history.calls(of: call.step).count else { return nil }
                return .init(
                    "the server carried out \(carriedOut.count) requests of \(operation)",
                    step: call.step,
                    requests: carriedOut.map(\.ordinal)
                )
            }
        }
    }

    /// Returns the property that no call shows an item after a call has deleted it.
    ///
    /// - Parameter item: a text that the item alone has.
    fileprivate static func neverReturns(
        _ id: String,
        _ sentence: String,
        _ operation: String,
        item: String,
    ) -> Self {
        .init(id, sentence) { history in
            let deletion = history.calls.first { call in
                call.operation == operation && call.outcome.value != nil
                    && history.requests(of: call.step).contains(where: \.wasApplied)
            }
            guard let deletion else { return [] }
            return history.calls.filter { $0.beganAt > deletion.endedAt }.compactMap { call in
                let texts = call.outcome.value.map { ValueChange.leaves(of: $0).map(\.value) } ?? []
                return texts.contains(.string(item))
                    ? .init("\(call.operation) shows the item that \(operation) deleted", step: call.step)
                    : nil
            }
        }
    }
}

/// The documents of the model backends.
private enum Documents {
    static let shopUsers = """
        [{"id":"7","name":"Robin Doe","email":"robin@shop.example","profileImage":null,\
        "createdAt":"2025-06-01T08:30:00Z","updatedAt":"2026-02-27T17:45:12Z"},\
        {"id":"8","name":"Ada Okafor","email":"ada@shop.example","profileImage":null,\
        "createdAt":"2025-07-14T12:00:00Z","updatedAt":"2025-07-14T12:00:00Z"}]
        """

    static let products = """
        [{"id":"11","name":"Desk lamp","description":"Desk lamp, made to be repaired.","price":29.9,\
        "category":"lighting","images":["https://api.shop.example/products/11/photo"],"isAvailable":true},\
        {"id":"12","name":"Floor lamp","description":"Floor lamp, made to be repaired.","price":119.0,\
        "category":"lighting","images":[],"isAvailable":true}]
        """

    static let order = """
        {"id":"9004","userId":"7","products":[{"productId":"11","quantity":1}],"totalAmount":29.9,\
        "status":"pending","createdAt":"2026-03-03T10:15:10Z","updatedAt":"2026-03-03T10:15:10Z"}
        """

    static let users = """
        [{"id":"8f14e45f-ceea-467f-a0b1-3f1c2d4e5a61","user_name":"batman","name":"Bruce Wayne",\
        "email":"bruce@wayne.example","profileImage":"https://api.users.example/images/batman.png",\
        "created_at":"2024-01-01T10:00:00Z","updated_at":"2026-02-10T08:20:30Z"},\
        {"id":"45c48cce-2e2d-4fb1-9a3c-7b8e9f0a1b2c","user_name":"oracle","name":"Barbara Gordon",\
        "email":"barbara@gordon.example","profileImage":null,\
        "created_at":"2024-01-02T10:00:00Z","updated_at":"2026-02-11T08:20:30Z"}]
        """

    static let account = #"[{"id":"123","user_name":"batman","created_at":"2024-01-01T10:00:00Z"}]"#

    static let transfer = """
        {"success":true,"message":null,"id":"tr-501","recipient_email":"alfred@manor.example","amount":25.10,\
        "created_at":"2026-03-04T09:00:35Z"}
        """

    static let invitation = """
        {"id":"inv-77","email":"dick@manor.example","role":"editor","expires_at":"2026-03-11T09:01:10Z"}
        """

    static let redemption = #"{"code":"WELCOME10","discount":9.95}"#

    static let rows = """
        [{"id":"itm-01","title":"Morning briefing","subtitle":"Every weekday at 7:30"},\
        {"id":"itm-02","title":"Reading list","subtitle":"Twelve articles, two new"},\
        {"id":"itm-03","title":"Saved routes","subtitle":"Home, office, harbour"}]
        """

    static let harbour = """
        [{"id":"harbour","title":"Harbour","text":"Ferries leave every ten minutes from pier 3.",\
        "updated_at":"2026-03-04T06:00:12Z"}]
        """

    static let thanks = #"{"success":true,"message":"Thank you, we read every comment."}"#
}
