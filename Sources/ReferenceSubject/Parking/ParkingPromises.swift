import ReferenceClients
import Rehearsal
import RehearsalContracts

/// The promises of the parking app, in addition to the rules for all clients.
enum ParkingPromises {
    typealias Promise = Contract<ParkingServices>.Promise

    static let all: [Promise] =
        [
            oneRefresh, failedRefresh, longSession, rejectedPayment, failedFetch, currentTime, multipleCancellations,
        ] + scenarios + list

    private static let oneRefresh = Promise(
        "PARK-01",
        "Twenty concurrent calls with an expired token cause one refresh.",
        of: "fetchReservations",
        playing: [
            "extends": "apps/parking/token-expiry",
            "endpoints": [
                [
                    "get": "/api/v1/reservations", "when": ["headers": ["Authorization": "Bearer access-1"]],
                    "hold": "expired", "until": ["waiting": 2],
                ]
            ],
            "expect": [
                ["post": "/auth/refresh", "count": 1],
                [
                    "get": "/api/v1/reservations", "where": ["headers": ["Authorization": "Bearer access-1"]],
                    "count": ["min": 2],
                ],
            ],
        ],
        .value(Array(repeating: 5, count: 20)),
        .init(dependsOn: ["STAT-01", "AUTH-02", "AUTH-04"], token: "access-1", refreshToken: "refresh-1")
    ) { services in
        try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<20 { group.addTask { try await services.reservations.fetchReservations().count } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }

    private static let failedRefresh = Promise(
        "PARK-02",
        "After a failed refresh the token is not sent again.",
        of: "fetchReservations",
        playing: [
            "extends": "apps/parking/session-expired",
            "expect": [["get": "/api/v1/reservations", "count": 1], ["post": "/auth/refresh", "count": 1]],
        ],
        .failure(.auth(.unauthenticated)),
        .init(token: "access-1", refreshToken: "refresh-1")
    ) { services in
        _ = try? await services.reservations.fetchReservations()
        return try await services.reservations.fetchReservations().count
    }

    private static let longSession = Promise(
        "PARK-26",
        "A session that began with a sign-in outlives its first access token.",
        of: "fetchReservations",
        playing: [
            "extends": "apps/parking/happy-path",
            "endpoints": [
                [
                    "post": "/auth/login",
                    "replies": [["json": ["access_token": "old", "refresh_token": "signed-in"]]],
                ],
                [
                    "post": "/auth/refresh", "when": ["body": ["contains": ["refresh_token": "signed-in"]]],
                    "replies": [["json": ["access_token": "new", "refresh_token": "next"]]],
                ],
                [
                    "get": "/api/v1/reservations", "when": ["headers": ["Authorization": "Bearer old"]],
                    "replies": [["status": 401]],
                ],
            ],
            "expect": [["post": "/auth/refresh", "count": 1]],
        ],
        .value(5),
        .init(dependsOn: ["STAT-01", "AUTH-02"], token: nil, refreshToken: nil)
    ) { services in
        try await services.authenticator.logIn(ParkingValues.credentials)
        return try await services.signedIn.fetchReservations().count
    }

    private static let rejectedPayment = Promise(
        "PARK-03",
        "A rejected payment reports the reason.",
        of: "createReservation",
        playing: "apps/parking/payment-failed",
        .failure(.domain("paymentFailed", status: 402, reason: "Your card was declined.")),
        .init(dependsOn: ["STAT-01", "STAT-02"])
    ) { try await $0.reservations.createReservation(ParkingValues.request).id }

    private static let failedFetch = Promise(
        "PARK-04",
        "A failed fetch ends loading, sets the message, and keeps the reservations.",
        of: "fetchReservations",
        playing: [
            "endpoints": [
                [
                    "get": "/api/v1/reservations",
                    "replies": [["recording": "parking/list"], ["status": 404, "required": true]],
                ]
            ]
        ],
        .value(ListSnapshot(["41", "42", "43", "38", "40"], message: "The server answered with status 404."))
    ) { services in
        let list = await ReservationListViewModel(service: services.reservations)
        await list.load()
        await list.load()
        return await ListSnapshot(list.state) { "\($0.id)" }
    }

    private static let currentTime = Promise(
        "PARK-05",
        "The current time determines the active and the upcoming reservations.",
        of: "fetchReservations",
        // All times are relative to now, because recorded dates can be in the future. The last reservation is
        // cancelled.
        playing: [
            "extends": "apps/parking/happy-path",
            "endpoints": [
                [
                    "get": "/api/v1/reservations",
                    "replies": [
                        [
                            "recording": "parking/list",
                            "edit": [
                                "/0/starts_at": "{{now - 30m | iso}}", "/0/ends_at": "{{now + 2h | iso}}",
                                "/1/starts_at": "{{now + 1h | iso}}", "/1/ends_at": "{{now + 3h | iso}}",
                                "/2/starts_at": "{{now - 3h | iso}}", "/2/ends_at": "{{now - 1h | iso}}",
                                "/3/starts_at": "{{now - 6h | iso}}", "/3/ends_at": "{{now - 5h | iso}}",
                                "/4/starts_at": "{{now + 2h | iso}}", "/4/ends_at": "{{now + 4h | iso}}",
                            ],
                        ]
                    ],
                ]
            ],
        ],
        .value([[41], [42]])
    ) { services in
        let list = await ReservationListViewModel(service: services.reservations)
        await list.load()
        return [await list.active.map(\.id), await list.upcoming.map(\.id)]
    }

    private static let multipleCancellations = Promise(
        "PARK-06",
        "Cancelling several reservations cancels the selected ones.",
        of: "cancelReservation",
        playing: [
            "extends": "apps/parking/happy-path",
            "expect": [
                ["delete": "/api/v1/reservations/41", "count": 1], ["delete": "/api/v1/reservations/42", "count": 1],
            ],
        ],
        .value([43, 38, 40])
    ) { services in
        let list = await ReservationListViewModel(service: services.reservations)
        await list.load()
        await list.cancel([41, 42])
        return await list.state.items.map(\.id)
    }
}
