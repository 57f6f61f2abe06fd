import Foundation
import ReferenceClients
import Rehearsal
package import RehearsalContracts

extension Contract where Subject == ParkingServices {
    /// What the services of the parking app promise.
    package static var parking: Contract {
        Contract(
            "parking",
            declares: .init(
                retry: DeclaredRetry(RetryPolicy.standard),
                authRefresh: .init(),
                unknownEnum: .case
            ) { features in
                features.problemJSON = true
                features.clockInjection = true
            },
            operations: [
                fetchReservations.inParallel, createReservation.inParallel, cancelReservation.inParallel,
                fetchParkingSpots.inParallel, logIn.inParallel,
            ],
            promises: ParkingPromises.all
                + EveryAppPromises.all(prefix: "PARK", reading: "fetchReservations", sending: "createReservation") {
                    $0.client
                },
            classify: { ParkingOutcome.of($0) }
        )
    }

    private static var fetchReservations: Operation {
        .value(
            "fetchReservations",
            .get("/api/v1/reservations"),
            recorded: .json(ParkingAnswers.reservations),
            golden: ParkingValues.reservations,
            fields: fields(below: "$[*]"),
            .init(refuses: ["end before start": ["/1/ends_at": "2026-03-02T17:00:00Z"]])
        ) { try await $0.reservations.fetchReservations() }
    }

    private static var createReservation: Operation {
        .value(
            "createReservation",
            .post("/api/v1/reservations"),
            recorded: .json(ParkingAnswers.created, status: 201),
            golden: ParkingValues.created,
            fields: fields(below: "$"),
            .init(
                body: [
                    "parking_spot_id": 3, "starts_at": "2026-03-05T09:00:00Z", "ends_at": "2026-03-05T11:30:00Z",
                    "vehicle_type": "car",
                ],
                domainErrors: [402: "paymentFailed", 409: "spotUnavailable", 422: "invalidTimeRange"],
                refuses: ["end before start": ["/ends_at": "2026-03-05T08:00:00Z"]]
            )
        ) { try await $0.reservations.createReservation(ParkingValues.request) }
    }

    private static var cancelReservation: Operation {
        .void("cancelReservation", .delete("/api/v1/reservations/42"), recorded: .reply(204)) {
            try await $0.reservations.cancelReservation(id: 42)
        }
    }

    private static var fetchParkingSpots: Operation {
        .value(
            "fetchParkingSpots",
            .get("/api/v1/parking_spots"),
            recorded: .json(ParkingAnswers.spots),
            golden: ParkingValues.spots,
            fields: [
                .required("$[*].id", .int), .required("$[*].name", .string), .required("$[*].address", .string),
                .required("$[*].price_per_hour", .money), .required("$[*].latitude", .number),
                .required("$[*].longitude", .number), .required("$[*].available", .bool),
            ],
            .init(refuses: ["price below zero": ["/1/price_per_hour": -4]])
        ) { try await $0.spots.fetchParkingSpots() }
    }

    private static var logIn: Operation {
        .value(
            "logIn",
            .post("/auth/login"),
            recorded: .json(ParkingAnswers.tokens),
            golden: ParkingValues.token,
            fields: [.required("$.access_token", .string), .optional("$.refresh_token", .string)],
            .init(body: ["email": "robin@parking.example", "password": "a-password"], needsToken: false)
        ) { services -> String? in
            try await services.authenticator.logIn(ParkingValues.credentials)
            return try await services.authenticator.token()
        }
    }

    private static func fields(below place: String) -> [Contract.Field] {
        [
            .required("\(place).id", .int), .required("\(place).user_id", .int),
            .required("\(place).parking_spot_id", .int), .required("\(place).starts_at", .date),
            .required("\(place).ends_at", .date), .required("\(place).confirmation_code", .string),
            .required("\(place).status", .enum, words: ["pending", "confirmed", "active", "completed", "cancelled"]),
            .required("\(place).total_price", .money),
            .required("\(place).created_at", .date), .required("\(place).updated_at", .date),
        ]
    }
}
