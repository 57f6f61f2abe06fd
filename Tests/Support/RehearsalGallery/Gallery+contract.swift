import Rehearsal
package import RehearsalContracts

extension Gallery {
    /// The contract of the parking client.
    package static let contract = Contract<ParkingClient>(
        "gallery",
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
            features.refusesContentType = false
            features.tls = true
            features.clockInjection = true
            features.maximumConnections = Gallery.maximumConnections
            (features.latestWins, features.redirects, features.validators) = (true, true, true)
            (features.storesPerUser, features.correlationID) = (true, correlationID)
        },
        operations: [
            fetchReservations.inParallel, createReservation.inParallel, cancelReservation.inParallel,
            fetchParkingSpots.inParallel, extendReservation.inParallel, fetchReservation, searchSpots.inParallel,
            loadMoreSpots.inParallel,
        ],
        promises: [cancelledRows],
        classify: { error in
            (error as? ParkingError)?.outcome ?? (error as? WireFailure)?.outcome
                ?? (error is CancelledCall ? .cancelled : nil)
        }
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
            refuses: ["end before start": ["/1/ends_at": "2026-03-04T17:00:00Z"]],
            throws: errors
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
            refuses: ["end before start": ["/ends_at": "2026-03-02T07:00:00Z"]],
            throws: errors
        )
    ) { client in
        try await client.createReservation(spotID: 7, from: "2026-03-02T08:00:00Z", to: "2026-03-02T10:30:00Z")
    }

    private static let cancelReservation = Operation.void(
        "cancelReservation",
        .delete("/api/v1/reservations/42"),
        recorded: .reply(204),
        .init(throws: errors, arguments: .init(["id": "42"]), ifMatch: "\"v3\""),
        passingArguments: { client, arguments in
            try await client.cancelReservation(id: arguments.text("id"), version: "\"v3\"")
        }
    ).onRows(of: "fetchReservations", path: "/api/v1/reservations/{id}") { client, rows in
        _ = try await client.cancelReservations(inRows: rows)
    }

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
        .init(stored: ("parking_spots", RecordedReplies.storedParkingSpots), throws: errors),
        reportingFreshness: { client in try await client.fetchParkingSpots().withFreshness }
    )

    private static let extendReservation = Operation.value(
        "extendReservation",
        .post("/api/v1/reservations/42/extensions"),
        recorded: .json(RecordedReplies.reservation, status: 201),
        golden: Golden.reservation,
        fields: fields(below: "$"),
        .init(
            body: ["hours": 2, "note": "late"],
            hasIdempotencyKey: true,
            joinsParallelCalls: true,
            domainErrors: [409: "spotUnavailable"],
            throws: errors,
            arguments: .init(["hours": 2, "note": "late"], invalid: ["no hours": ["hours": 0]])
        ),
        passingArguments: { client, arguments in
            let hours = arguments["hours"] == 2 ? 2 : 0
            return try await client.extendReservation(id: 42, hours: hours, note: arguments.text("note"))
        }
    )

    private static let searchSpots = Operation.value(
        "searchSpots",
        .get("/api/v1/parking_spots/search"),
        recorded: .json(RecordedReplies.spotSummaries),
        golden: Golden.spotSummaries,
        .init(
            throws: errors,
            arguments: .init(
                ["text": "harbour", "source": "map"],
                query: ["q": "text"],
                headers: ["X-Search-Source": "source"]
            ),
            pages: .token(in: "page_token", next: "/next_page_token", items: "/spots")
        ),
        passingArguments: { client, arguments in
            try await client.searchSpots(arguments.text("text"), source: arguments.text("source"))
        }
    )

    // Neither value nor fields are declared, so that fewer rules apply here.
    private static let loadMoreSpots = Operation.value(
        "loadMoreSpots",
        .get("/api/v1/parking_spots/popular"),
        recorded: .json(RecordedReplies.spotSummaries),
        .init(throws: errors, pages: .token(in: "page_token", next: "/next_page_token", items: "/spots").incremental),
    ) { client in try await client.loadMoreSpots() }

    // The value and the fields are declared for the list only, so that fewer rules apply here.
    private static let fetchReservation = Operation.value(
        "fetchReservation",
        .get("/api/v1/reservations/42"),
        recorded: .json(RecordedReplies.reservation),
        .init(stored: ("reservations/42", RecordedReplies.storedReservation), throws: errors),
        reportingFreshness: { client in try await client.fetchReservation(id: 42).withFreshness }
    )

    private static let errors: [any Error.Type] = [ParkingError.self]

    private static func fields(below path: String) -> [Contract<ParkingClient>.Field] {
        [
            .required("\(path).id", .int), .required("\(path).user_id", .int),
            .required("\(path).parking_spot_id", .int), .required("\(path).starts_at", .date),
            .required("\(path).ends_at", .date), .required("\(path).confirmation_code", .string),
            .required("\(path).status", .enum, values: ["pending", "confirmed", "active", "completed", "cancelled"]),
            .required("\(path).total_price", .money),
            .optional("\(path).discount", .money), .optional("\(path).vehicle_type", .string),
            .optional("\(path).seats", .int), .optional("\(path).receipt_url", .url),
            .required("\(path).created_at", .date), .optional("\(path).updated_at", .date),
        ]
    }
}

extension JSON {
    /// Returns the text of an argument; empty if it is not a text.
    fileprivate func text(_ name: String) -> String { if case .string(let text)? = self[name] { text } else { "" } }
}

extension Cached {
    /// The value and its freshness, in the form that a contract requires.
    fileprivate var withFreshness: (Value, ClientOutcome.Freshness) {
        (value, ClientOutcome.Freshness(isStale: isStale))
    }
}
