import Foundation
import ReferenceClients
import Rehearsal
import RehearsalContracts

extension ParkingPromises {
    /// The promises for the other scenarios of `Scenarios/apps/parking`.
    static let scenarios = [
        everyTokenRejected, emptyList, invalidTimeRange, unavailableSpot, lostList, lostReservation, lostCancellation,
        invalidDate, truncatedReservation, newerBackend, outage, outageWhileReserving, permanentOutage, stalledList,
        truncatedList,
        completeSession,
    ]

    private static let everyTokenRejected = Promise(
        "PARK-07",
        "If the backend rejects every token, the request fails with 401 after one refresh.",
        of: "fetchReservations",
        playing: [
            "extends": "apps/parking/always-unauthorized",
            "expect": [["get": "/api/v1/reservations", "count": 2], ["post": "/auth/refresh", "count": 1]],
        ],
        .failure(.http(status: 401)),
        .init(dependsOn: ["STAT-02", "AUTH-04"])
    ) { try await $0.reservations.fetchReservations().count }

    private static let emptyList = Promise(
        "PARK-08",
        "An empty list is a success without reservations.",
        of: "fetchReservations",
        playing: "apps/parking/empty",
        .value(0)
    ) { try await $0.reservations.fetchReservations().count }

    private static let invalidTimeRange = Promise(
        "PARK-09",
        "A time range that the backend rejects is reported as invalid.",
        of: "createReservation",
        playing: "apps/parking/invalid-time-range",
        .failure(.domain("invalidTimeRange", status: 422)),
        .init(dependsOn: ["STAT-01", "STAT-02"])
    ) { try await $0.reservations.createReservation(ParkingValues.request).id }

    private static let unavailableSpot = Promise(
        "PARK-10",
        "A spot that another user has reserved is reported as unavailable, without a retry.",
        of: "createReservation",
        playing: [
            "extends": "apps/parking/spot-unavailable", "expect": [["post": "/api/v1/reservations", "count": 1]],
        ],
        .failure(.domain("spotUnavailable", status: 409)),
        .init(dependsOn: ["STAT-01", "STAT-02"])
    ) { try await $0.reservations.createReservation(ParkingValues.request).id }

    private static let lostList = Promise(
        "PARK-11",
        "A request for the list is retried if its reply is lost.",
        of: "fetchReservations",
        playing: ["extends": "apps/parking/lost-reply", "expect": [["get": "/api/v1/reservations", "count": 2]]],
        .value(5),
        .init(dependsOn: ["STAT-01", "RETRY-06"])
    ) { try await $0.reservations.fetchReservations().count }

    private static let lostReservation = Promise(
        "PARK-12",
        "A reservation is not retried if its reply is lost.",
        of: "createReservation",
        playing: ["extends": "apps/parking/lost-reply", "expect": [["post": "/api/v1/reservations", "count": 1]]],
        .failure(.transport(.connectionLost)),
        .init(dependsOn: ["TRN-02", "RETRY-04"])
    ) { try await $0.reservations.createReservation(ParkingValues.request).id }

    private static let lostCancellation = Promise(
        "PARK-13",
        "A cancellation whose reply was lost counts as a success when the retry finds no reservation.",
        of: "cancelReservation",
        playing: [
            "extends": "apps/parking/lost-reply", "expect": [["delete": "/api/v1/reservations/42", "count": 2]],
        ],
        .value(true),
        .init(dependsOn: ["STAT-05", "RETRY-06"])
    ) { services in
        try await services.reservations.cancelReservation(id: 42)
        return true
    }

    private static let invalidDate = Promise(
        "PARK-14",
        "An invalid date is an error with its path in the list.",
        of: "fetchReservations",
        playing: "apps/parking/malformed",
        .failure(.decoding(.dataCorrupted, path: "$[1].starts_at")),
        .init(dependsOn: ["STAT-01", "DEC-09"])
    ) { try await $0.reservations.fetchReservations().count }

    private static let truncatedReservation = Promise(
        "PARK-15",
        "A reservation is not retried if its reply cannot be decoded.",
        of: "createReservation",
        playing: ["extends": "apps/parking/malformed", "expect": [["post": "/api/v1/reservations", "count": 1]]],
        .failure(.decoding(.dataCorrupted)),
        .init(dependsOn: ["STAT-01", "DEC-01"])
    ) { try await $0.reservations.createReservation(ParkingValues.request).id }

    private static let newerBackend = Promise(
        "PARK-16",
        "The list of a newer backend has exact amounts and instants, and keeps an unknown status.",
        of: "fetchReservations",
        playing: "apps/parking/newer-backend",
        .value([
            ReservationSummary(id: 51, status: .unknown("waitlisted"), price: 15, startsAt: 1_772_474_400.25),
            ReservationSummary(id: 52, status: .confirmed, price: Decimal(30) / 100, startsAt: 1_772_524_800),
        ]),
        .init(dependsOn: ["STAT-01", "DEC-07", "DEC-08", "DEC-10"])
    ) { services in
        try await services.reservations.fetchReservations().map { reservation in
            ReservationSummary(
                id: reservation.id,
                status: reservation.status,
                price: reservation.totalPrice,
                startsAt: reservation.startsAt.timeIntervalSince1970
            )
        }
    }

    private static let outage = Promise(
        "PARK-17",
        "A list that is rejected twice with Retry-After is fetched by the third attempt.",
        of: "fetchReservations",
        playing: ["extends": "apps/parking/outage", "expect": [["get": "/api/v1/reservations", "count": 3]]],
        .value(5),
        .init(dependsOn: ["STAT-01", "RETRY-01"])
    ) { try await $0.reservations.fetchReservations().count }

    private static let outageWhileReserving = Promise(
        "PARK-18",
        "A reservation is not retried after 503.",
        of: "createReservation",
        playing: ["extends": "apps/parking/outage", "expect": [["post": "/api/v1/reservations", "count": 1]]],
        .failure(.http(status: 503)),
        .init(dependsOn: ["STAT-04", "RETRY-04"])
    ) { try await $0.reservations.createReservation(ParkingValues.request).id }

    private static let permanentOutage = Promise(
        "PARK-19",
        "A request to a failing backend ends after three attempts.",
        of: "fetchReservations",
        playing: ["extends": "apps/parking/outage-for-ever", "expect": [["get": "/api/v1/reservations", "count": 3]]],
        .failure(.http(status: 503)),
        .init(dependsOn: ["STAT-04", "RETRY-02"])
    ) { try await $0.reservations.fetchReservations().count }

    private static let stalledList = Promise(
        "PARK-20",
        "A request for a list that is never sent ends in a timeout.",
        of: "fetchReservations",
        playing: ["extends": "apps/parking/stall", "expect": [["get": "/api/v1/reservations", "count": ["min": 1]]]],
        .failure(.timeout),
        .init(dependsOn: ["CANC-04"])
    ) { try await $0.reservations.fetchReservations().count }

    private static let truncatedList = Promise(
        "PARK-21",
        "A truncated list is an error.",
        of: "fetchReservations",
        playing: "apps/parking/truncated",
        .failure(.transport(.connectionLost)),
        .init(dependsOn: ["STAT-01", "TRN-03"])
    ) { try await $0.reservations.fetchReservations().count }

    private static let completeSession = Promise(
        "PARK-22",
        "A user signs in, makes a reservation, finds it in the list, and cancels it.",
        of: "createReservation",
        playing: [
            "extends": "apps/parking/today",
            "expect": [
                ["post": "/auth/login", "count": 1], ["post": "/api/v1/reservations", "count": 1],
                ["delete": "/api/v1/reservations/44", "count": 1],
            ],
        ],
        .value([[41, 42, 44], [41, 42]]),
        .init(dependsOn: ["STAT-01", "STAT-05", "REQ-08"], token: nil, refreshToken: nil)
    ) { services in
        try await services.authenticator.logIn(ParkingValues.credentials)
        let made = try await services.signedIn.createReservation(ParkingValues.request)
        let during = try await services.signedIn.fetchReservations().map(\.id)
        try await services.signedIn.cancelReservation(id: made.id)
        let after = try await services.signedIn.fetchReservations().map(\.id)
        return [during.filter { [41, 42, 44].contains($0) }, after.filter { [41, 42, 44].contains($0) }]
    }

    /// The fields of a reservation that a list shows.
    private struct ReservationSummary: Sendable {
        var id: Int
        var status: ReservationStatus
        var price: Decimal
        /// The start in seconds since 1970.
        var startsAt: Double
    }
}
