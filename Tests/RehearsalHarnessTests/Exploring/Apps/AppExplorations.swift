import Foundation
import ReferenceClients
import Rehearsal
import RehearsalContracts
import RehearsalHarness

@testable import ReferenceSubject

/// The model backends of the five apps, the operations to call, and the properties of each app.
enum AppExplorations {
    /// A parking app, whose spots no call books twice. Its tokens expire after a few requests.
    static let parking: Exploration = {
        let create = endpoint(.post, "/api/v1/reservations", 201, ParkingReplies.created)
        var exploration = Exploration(
            model: Scenario(
                "parking",
                endpoints: [login, create],
                auth: auth(protecting: "/api/v1/**"),
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
        (exploration.token, exploration.refreshToken) = (InitialTokens.access, InitialTokens.refresh)
        exploration.properties = [
            .carriedOutOnce("PARK-01", "A call books a spot once, and never if it is refused.", "createReservation"),
            .neverReturns(
                "PARK-02",
                "A cancelled reservation is never shown again.",
                "cancelReservation",
                at: "/api/v1/reservations/42",
                item: "PK-9ZC81T"
            ),
        ]
        return exploration
    }()

    /// A shop, whose stored users equal those of the server after they were read again.
    ///
    /// It does not report whether a value is a stored one, so it has no views.
    static let shop: Exploration = {
        let create = endpoint(.post, "/orders", 201, AppDocuments.order)
        var exploration = Exploration(
            model: Scenario(
                "shop",
                endpoints: [login, create],
                auth: auth(protecting: "/users/**", "/products/**", "/orders/**"),
                resources: [
                    .init(at: "/users", items: items(AppDocuments.shopUsers), paging: .page, envelope: "items"),
                    .init(
                        at: "/products",
                        items: items(AppDocuments.products),
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
        (exploration.token, exploration.refreshToken) = (InitialTokens.access, InitialTokens.refresh)
        exploration.properties = [
            .carriedOutOnce("SHOP-01", "A call creates one order, and none if it is refused.", "createOrder"),
            .neverReturns(
                "SHOP-02",
                "A deleted user is never shown again.",
                "deleteUser",
                at: "/users/7",
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
                resources: [.init(at: "/users", items: items(AppDocuments.users), paging: .none)]
            ),
            views: ["getUsers": "/users"]
        )
        exploration.properties = [
            .neverReturns(
                "USERS-01",
                "A deleted user is never shown again.",
                "requestData",
                at: "/users/45c48cce-2e2d-4fb1-9a3c-7b8e9f0a1b2c",
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
                    endpoint(.post, "/transfers", 201, AppDocuments.transfer),
                    endpoint(.post, "/invitations", 201, AppDocuments.invitation),
                    endpoint(.post, "/promo-codes/WELCOME10/redemptions", 201, AppDocuments.redemption),
                ],
                idempotency: [.init(.post, "/transfers", required: true)],
                resources: [
                    .init(at: "/users", items: items(AppDocuments.account), paging: .none),
                    .init(at: "/products", items: items(AppDocuments.products), paging: .none),
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
            .carriedOutOnce("BOUND-02", "A call sends one invitation, and none if it is refused.", "invite"),
            .carriedOutOnce("BOUND-03", "A call redeems a promo code once, and never if it is refused.", "redeem"),
        ]
        return exploration
    }()

    /// An app of feature modules, whose deleted item never returns.
    static let features: Exploration = {
        var exploration = Exploration(
            model: Scenario(
                "features",
                endpoints: [submissions],
                resources: [
                    .init(at: "/items", items: items(AppDocuments.rows), paging: .none),
                    .init(at: "/data", items: items(AppDocuments.harbour), paging: .none),
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
                at: "/items/itm-02",
                item: "Reading list"
            ),
            .carriedOutOnce("FEAT-02", "A call submits a comment once, and never if it is refused.", "submitData"),
            .init("FEAT-03", "A submission that the server has rejected in a 200 is not a success.") { history in
                history.calls.filter { $0.operation == "submitData" && $0.outcome.value != nil }.compactMap { call in
                    let last = history.requests(of: call.step).last { $0.path == "/submissions" }
                    let reply = last?.sentBody.flatMap { try? JSON(parsing: $0) }
                    guard history.calls(of: call.step).count == 1, reply?["success"] == false else { return nil }
                    return .init("a rejected submission is a success", step: call.step)
                }
            },
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

    /// The sign-in of an app, which gives the initial tokens.
    private static let login = Scenario.Endpoint.post(
        "/auth/login",
        replies: [
            Scenario.Reply(
                body: .json([
                    "access_token": .string(InitialTokens.access), "refresh_token": .string(InitialTokens.refresh),
                ])
            )
        ]
    )

    /// Returns tokens that are valid for four requests, and refresh tokens that are valid once.
    private static func auth(protecting paths: Scenario.PathPattern...) -> Scenario.Auth {
        let refreshToken = JSON.Pointer(tokens: ["refresh_token"])
        let issues: [Scenario.Auth.Bearer.TokenEndpoint] = [
            .init(.post, "/auth/login"), .init(.post, "/auth/refresh", takes: refreshToken, rotates: true),
        ]
        return Scenario.Auth(bearer: .init(protects: paths, issues: issues, lasts: .uses(4)))
    }

    /// Submissions, of which the server rejects every second one in a 200.
    private static let submissions = Scenario.Endpoint(
        .post,
        "/submissions",
        replies: [AppDocuments.thanks, AppDocuments.rejection].map { document in
            var reply = Scenario.Reply(body: .json((try? JSON(parsing: document)) ?? .null))
            reply.times = 1
            return reply
        },
        afterLast: .cycle
    )

    static func items(_ text: String) -> [JSON] {
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

/// The tokens with which an app starts.
enum InitialTokens {
    static let access = "access-of-the-app"
    static let refresh = "refresh-of-the-app"
}

extension History.Request {
    /// Whether the server carried out the request, with or without a reply.
    fileprivate var wasCarriedOut: Bool {
        // A token policy rejects a request before it takes effect.
        !isSafe && action.appliesRequest && status != 401 && replyHeaders["WWW-Authenticate"] == nil
            && !path.hasPrefix("/auth/")
    }
}

extension ClientOutcome {
    /// Whether the server has refused the call for good.
    fileprivate var isRefusal: Bool {
        guard let status else { return false }
        return 400..<500 ~= status && ![401, 408, 425, 429].contains(status)
    }
}

extension Exploration.AppProperty {
    /// Returns the property that the server carries out one of the requests of each successful call of an operation,
    /// at most one of a failed call, and none of a refused one.
    fileprivate static func carriedOutOnce(_ id: String, _ sentence: String, _ operation: String) -> Self {
        .init(id, sentence) { history in
            history.calls.filter { $0.operation == operation }.compactMap { call in
                let carriedOut = history.requests(of: call.step).filter(\.wasCarriedOut)
                let calls = history.calls(of: call.step).count
                let isWrong =
                    carriedOut.count > calls
                    || (calls == 1 && call.outcome.value != nil && carriedOut.isEmpty)
                    || (calls == 1 && call.outcome.isRefusal && !carriedOut.isEmpty)
                guard isWrong, !call.wasCancelled || carriedOut.count > calls else { return nil }
                return .init(
                    "the server carried out \(carriedOut.count) requests of \(operation)",
                    step: call.step,
                    requests: carriedOut.map(\.ordinal)
                )
            }
        }
    }

    /// Returns the property that no call shows an item after the server has deleted it and a call has reported it.
    ///
    /// - Parameters:
    ///   - path: the path of the item.
    ///   - item: a text that the item alone has.
    fileprivate static func neverReturns(
        _ id: String,
        _ sentence: String,
        _ operation: String,
        at path: String,
        item: String,
    ) -> Self {
        .init(id, sentence) { history in
            // The item does not exist from then on, even if the call reported a failure.
            guard let deletion = history.requests.first(where: { $0.effect?.path == path && $0.method == "DELETE" }),
                let report = history.calls.first(where: {
                    $0.operation == operation && $0.endedAt > deletion.at
                        && ($0.outcome.value != nil || $0.outcome.status == 404)
                })
            else { return [] }
            return history.calls.filter { $0.beganAt > report.endedAt }.compactMap { call in
                let texts = call.outcome.value.map { ValueChange.leaves(of: $0).map(\.value) } ?? []
                return texts.contains(.string(item))
                    ? .init("\(call.operation) shows the item that \(operation) deleted", step: call.step)
                    : nil
            }
        }
    }
}
