import Rehearsal
import RehearsalContracts

/// The client in the examples of rules. It belongs to a parking app, and declares every feature that a rule needs.
enum ExampleClient {
    /// The operations in the order in which an example is searched: first in this process, then in a child process.
    static var operations: [(Declaration, Declaration.Operation)] {
        var ownProcess = declaration
        ownProcess.isOutOfProcess = true
        return [declaration, ownProcess].flatMap { client in client.operations.map { (client, $0) } }
    }

    /// The declaration of the client.
    private static let declaration: Declaration = {
        var features = DeclaredFeatures()
        features.fallback = .offline
        features.authRefresh = .init(limit: 5)
        features.idempotencyKey = "Idempotency-Key"
        features.pagination = .token
        features.deadline = true
        features.problemJSON = true
        features.validators = true
        features.clockInjection = true
        features.refusesContentType = true
        (features.redirects, features.storesPerUser, features.sequences) = (true, true, true)
        (features.latestWins, features.callControl, features.tls) = (true, true, true)
        features.correlationID = "X-Correlation-ID"
        var retry = DeclaredRetry(jitter: .equal, statuses: [429, 500, 502, 503, 504])
        (retry.statusesWithRetryAfter, retry.budget) = ([409, 413], 100)
        return Declaration(
            name: "parking",
            transport: "sockets",
            features: features,
            retry: retry,
            operations: [fetch, fetchOne, create, cancel, extend, search, more]
        )
    }()

    private static let reservation =
        #"{"id":42,"status":"confirmed","starts_at":"2026-03-02T08:00:00Z","total_price":7.5,"note":"near the lift"}"#

    private static let value: JSON = [
        "id": 42, "status": "confirmed", "starts_at": "2026-03-02T08:00:00Z", "total_price": 7.5,
        "note": "near the lift",
    ]

    private static func reply(_ status: Int, _ text: String) -> Declaration.RecordedReply {
        Declaration.RecordedReply(status, headers: ["Content-Type": "application/json"], body: Array(text.utf8))
    }

    private static func fields(below place: String) -> [Declaration.Field] {
        [
            .init("\(place).id", .int), .init("\(place).status", .enum, words: ["confirmed", "cancelled"]),
            .init("\(place).starts_at", .date), .init("\(place).total_price", .money),
            .init("\(place).note", .string, isRequired: false),
        ]
    }

    private static let fetch: Declaration.Operation = {
        var operation = Declaration.Operation(
            "fetchReservations",
            .get,
            "/reservations",
            args: ["status": "confirmed"],
            reply: reply(200, "[\(reservation)]"),
            fields: fields(below: "$[*]"),
            details: .init(value: .array([value]), stored: ("reservations", .array([value])))
        )
        operation.details.errorTypes = ["ParkingError"]
        operation.details.rejectedReplies = [
            Declaration.RejectedReply("negative price", [JSON.Member("/0/total_price", -1)])
        ]
        return operation
    }()
    private static let fetchOne = Declaration.Operation(
        "fetchReservation",
        .get,
        "/reservations/42",
        reply: reply(200, reservation),
        details: .init(stored: ("reservations/42", value))
    )
    private static let create = Declaration.Operation(
        "createReservation",
        .post,
        "/reservations",
        reply: reply(201, reservation),
        fields: fields(below: "$"),
        details: .init(body: ["spot": 7], value: value, domainErrors: [409: "spotUnavailable"])
    )
    private static let cancel: Declaration.Operation = {
        var operation = Declaration.Operation(
            "cancelReservation",
            .delete,
            "/reservations/42",
            args: ["id": "42"],
            isVoid: true,
            reply: Declaration.RecordedReply(204)
        )
        operation.ifMatch = "\"v3\""
        operation.details.rowAction = Declaration.RowAction(of: "fetchReservations", path: "/reservations/{id}")
        return operation
    }()
    private static let extend: Declaration.Operation = {
        var operation = Declaration.Operation(
            "extendReservation",
            .post,
            "/reservations/42/extensions",
            args: ["hours": 2],
            reply: reply(201, reservation),
            fields: fields(below: "$"),
            details: .init(body: ["hours": 2], value: value)
        )
        (operation.hasIdempotencyKey, operation.joinsParallelCalls) = (true, true)
        operation.details.arguments = DeclaredArguments(invalid: ["no hours": ["hours": 0]])
        return operation
    }()

    private static let pages = DeclaredPages.token(in: "page_token", next: "/next_page_token", items: "/spots")
    private static let spots = #"{"spots":[{"id":7}],"next_page_token":null}"#
    private static let search: Declaration.Operation = {
        var operation = Declaration.Operation(
            "searchSpots",
            .get,
            "/spots",
            args: ["text": "harbour", "source": "map"],
            reply: reply(200, spots)
        )
        operation.details.arguments = DeclaredArguments(query: ["q": "text"], headers: ["X-Source": "source"])
        operation.details.pages = pages
        return operation
    }()
    private static let more: Declaration.Operation = {
        var operation = Declaration.Operation("loadMoreSpots", .get, "/spots/popular", reply: reply(200, spots))
        operation.details.pages = pages.incremental
        return operation
    }()
}
