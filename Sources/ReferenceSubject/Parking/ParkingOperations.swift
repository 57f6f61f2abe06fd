import Foundation
package import ReferenceClients
import Rehearsal
import RehearsalContracts
package import RehearsalHarness

/// The services of the parking app, composed as in the app.
package struct ParkingServices: AppServices {
    package let client: APIClient
    package let authenticator: Authenticator
    package let reservations: ReservationService
    /// The reservations of the user who signs in with ``authenticator``.
    package let signedIn: ReservationService
    package let spots: ParkingSpotService

    /// Creates the services for one test case.
    ///
    /// - Parameter network: the transport that sends each request; nil for a new `URLSession`.
    package init(_ trial: SubjectContext, over network: (any HTTPTransport)? = nil) {
        client = trial.client(transport: network)
        authenticator = Authenticator(client: trial.unauthenticatedClient())
        reservations = ReservationService(client: client)
        signedIn = ReservationService(client: trial.client(with: authenticator))
        spots = ParkingSpotService(client: client)
    }
}

/// The operations of the parking app.
enum ParkingOperations {
    typealias Operation = Contract<ParkingServices>.Operation
    typealias Field = Contract<ParkingServices>.Field

    static let all = [fetchReservations, createReservation, cancelReservation, fetchParkingSpots, logIn]

    private static let fetchReservations = Operation.value(
        "fetchReservations",
        .get("/api/v1/reservations"),
        recorded: .json(ParkingReplies.reservations),
        golden: ParkingValues.reservations,
        fields: fields(below: "$[*]"),
        .init(refuses: ["end before start": ["/1/ends_at": "2026-03-02T17:00:00Z"]])
    ) { try await $0.reservations.fetchReservations() }

    private static let createReservation = Operation.value(
        "createReservation",
        .post("/api/v1/reservations"),
        recorded: .json(ParkingReplies.created, status: 201),
        golden: ParkingValues.created,
        fields: fields(below: "$"),
        .init(
            body: [
                "parking_spot_id": 3, "starts_at": "2026-03-05T09:00:00Z", "ends_at": "2026-03-05T11:30:00Z",
                "vehicle_type": "car",
            ],
            domainErrors: [402: "paymentFailed", 409: "spotUnavailable", 422: "invalidTimeRange"],
            refuses: ["end before start": ["/ends_at": "2026-03-05T08:00:00Z"]],
            throws: [ReservationError.self]
        )
    ) { try await $0.reservations.createReservation(ParkingValues.request) }

    private static let cancelReservation = Operation.void(
        "cancelReservation",
        .delete("/api/v1/reservations/42"),
        recorded: .reply(204)
    ) {
        try await $0.reservations.cancelReservation(id: 42)
    }

    private static let fetchParkingSpots = Operation.value(
        "fetchParkingSpots",
        .get("/api/v1/parking_spots"),
        recorded: .json(ParkingReplies.spots),
        golden: ParkingValues.spots,
        fields: Field.required(
            below: "$[*]",
            [
                "id": .int, "name": .string, "address": .string, "price_per_hour": .money, "latitude": .number,
                "longitude": .number, "available": .bool,
            ]
        ),
        .init(refuses: ["price below zero": ["/1/price_per_hour": -4]])
    ) { try await $0.spots.fetchParkingSpots() }

    private static let logIn = Operation.value(
        "logIn",
        .post("/auth/login"),
        recorded: .json(ParkingReplies.tokens),
        golden: ParkingValues.token,
        fields: [.required("$.access_token", .string), .optional("$.refresh_token", .string)],
        .init(body: ["email": "robin@parking.example", "password": "a-password"], needsToken: false)
    ) { services -> String? in
        try await services.authenticator.logIn(ParkingValues.credentials)
        return try await services.authenticator.token()
    }

    private static func fields(below path: String) -> [Field] {
        Field.required(
            below: path,
            [
                "id": .int, "user_id": .int, "parking_spot_id": .int, "starts_at": .date, "ends_at": .date,
                "confirmation_code": .string,
            ]
        ) + [
            .required("\(path).status", .enum, values: ["pending", "confirmed", "active", "completed", "cancelled"])
        ] + Field.required(below: path, ["total_price": .money, "created_at": .date, "updated_at": .date])
    }
}

/// The outcomes of the parking app's errors.
enum ParkingOutcome {
    /// Returns the outcome of an error; nil to use the default classifier of the harness.
    static func of(_ error: any Error) -> ClientOutcome? {
        switch error {
        case ReservationError.spotUnavailable: .domain("spotUnavailable", status: 409)
        case ReservationError.invalidTimeRange: .domain("invalidTimeRange", status: 422)
        case ReservationError.paymentFailed(let reason): .domain("paymentFailed", status: 402, reason: reason)
        default: ReferenceOutcome.of(error)
        }
    }
}
