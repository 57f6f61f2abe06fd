import Rehearsal
package import RehearsalContracts

extension Gallery {
    /// The contract of the parking client.
    package static let contract = Contract<ParkingClient>(
        "parking",
        declares: .init(
            retry: retry,
            fallback: .offline,
            authRefresh: .init(limit: 5),
            idempotencyKey: "Idempotency-Key",
            unknownEnum: .case,
            transport: "sockets"
        ) { features in
            features.deadline = true
            features.problemJSON = true
            features.clockInjection = true
        },
        operations: [
            fetchReservations.inParallel, createReservation.inParallel, cancelReservation.inParallel,
            fetchParkingSpots.inParallel, extendReservation.inParallel,
        ],
        promises: [cancelledRows],
        classify: { ($0 as? ParkingError)?.outcome }
    )

    private typealias Operation = Contract<ParkingClient>.Operation

    private static let fetchReservations = Operation.value(
        "fetchReservations",
        .get("/api/v1/reservations"),
        recorded: .json(RecordedReplies.reservations),
        golden: Golden.reservations,
        fields: fields(below: "$[*]"),
        .init(
            stored: ("reservations", RecordedReplies.storedReservations),
            refuses: ["end before start": ["/1/ends_at": "2026-03-04T17:00:00Z"]]
        ),
        reportingFreshness: { client in try await client.fetchReservations().withFreshness }
    )

    private static let createReservation = Operation.value(
        "createReservation",
        .post("/api/v1/reservations"),
        recorded: .json(RecordedReplies.reservation, status: 201),
        golden: Golden.reservation,
        fields: fields(below: "$"),
        .init(
            body: [
                "parking_spot_id": 7, "starts_at": "2026-03-02T08:00:00Z", "ends_at": "2026-03-02T10:30:00Z",
            ],
            domainErrors: [402: "paymentFailed", 409: "spotUnavailable"],
            refuses: ["end before start": ["/ends_at": "2026-03-02T07:00:00Z"]]
        )
    ) { client in
        try await client.createReservation(spotID: 7, from: "2026-03-02T08:00:00Z", to: "2026-03-02T10:30:00Z")
    }

    private static let cancelReservation = Operation.void(
        "cancelReservation",
        .delete("/api/v1/reservations/42"),
        recorded: .reply(204)
    ) { client in try await client.cancelReservation(id: 42) }

    private static let fetchParkingSpots = Operation.value(
        "fetchParkingSpots",
        .get("/api/v1/parking_spots"),
        recorded: .json(RecordedReplies.parkingSpots),
        golden: Golden.parkingSpots,
        fields: [
            .required("$[*].id", .int), .required("$[*].name", .string), .optional("$[*].address", .string),
            .required("$[*].price_per_hour", .money), .required("$[*].latitude", .number),
            .required("$[*].longitude", .number), .required("$[*].available", .bool),
        ],
        .init(stored: ("parking_spots", RecordedReplies.storedParkingSpots)),
        reportingFreshness: { client in try await client.fetchParkingSpots().withFreshness }
    )

    private static let extendReservation = Operation.value(
        "extendReservation",
        .post("/api/v1/reservations/42/extensions"),
        recorded: .json(RecordedReplies.reservation, status: 201),
        golden: Golden.reservation,
        fields: fields(below: "$"),
        .init(
            body: ["hours": 2],
            hasIdempotencyKey: true,
            joinsParallelCalls: true,
            domainErrors: [409: "spotUnavailable"]
        )
    ) { client in try await client.extendReservation(id: 42, hours: 2) }

    private static func fields(below place: String) -> [Contract<ParkingClient>.Field] {
        [
            .required("\(place).id", .int), .required("\(place).user_id", .int),
            .required("\(place).parking_spot_id", .int), .required("\(place).starts_at", .date),
            .required("\(place).ends_at", .date), .required("\(place).confirmation_code", .string),
            .required("\(place).status", .enum, values: ["pending", "confirmed", "active", "completed", "cancelled"]),
            .required("\(place).total_price", .money),
            .optional("\(place).discount", .money), .optional("\(place).vehicle_type", .string),
            .optional("\(place).seats", .int), .optional("\(place).receipt_url", .url),
            .required("\(place).created_at", .date), .optional("\(place).updated_at", .date),
        ]
    }
}

extension Cached {
    /// The value and its freshness, in the form that a contract requires.
    fileprivate var withFreshness: (Value, ClientOutcome.Freshness) {
        (value, ClientOutcome.Freshness(isStale: isStale))
    }
}
