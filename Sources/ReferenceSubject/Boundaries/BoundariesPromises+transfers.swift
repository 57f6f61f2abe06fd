import Foundation
import ReferenceClients
import Rehearsal
import RehearsalContracts

/// The promises about transfers of money.
extension BoundariesPromises {
    static let transfers = [
        outage, lostReply, stillInProgress, distinctKeys, unknownOutcome, newKeyAfterRejection, rejectedInBody,
        insufficientFunds,
        unknownRecipient,
    ]

    private static let outage = Promise(
        "BOUND-05",
        "A retried transfer has the same idempotency key each time.",
        of: "transfer",
        playing: ["extends": "apps/boundaries/outage", "expect": oneKey(count: 3)],
        .value("tr-501"),
        .init(dependsOn: ["STAT-01", "RETRY-01", "IDEM-01"])
    ) { try await $0.app.makeTransfer.execute(BoundariesValues.tea).id }

    private static let lostReply = Promise(
        "BOUND-06",
        "A transfer whose reply is lost is retried with the same idempotency key, so that it is made once.",
        of: "transfer",
        playing: ["extends": "apps/boundaries/lost-reply", "expect": oneKey(count: 2)],
        .value("tr-1"),
        .init(dependsOn: ["STAT-01", "TRN-02", "RETRY-01", "IDEM-01"])
    ) { try await $0.app.makeTransfer.execute(BoundariesValues.tea).id }

    private static let stillInProgress = Promise(
        "BOUND-07",
        "A transfer that is still in progress at the backend is retried with the same idempotency key.",
        of: "transfer",
        playing: ["extends": "apps/boundaries/outstanding", "expect": oneKey(count: 2)],
        .value("tr-501"),
        .init(dependsOn: ["STAT-01", "RETRY-01", "IDEM-01"])
    ) { try await $0.app.makeTransfer.execute(BoundariesValues.tea).id }

    private static let distinctKeys = Promise(
        "BOUND-08",
        "Two equal transfers have different idempotency keys and are both made.",
        of: "transfer",
        playing: ["extends": "apps/boundaries/happy-path", "expect": [["post": "/transfers", "count": 2]]],
        .value(["tr-1", "tr-2"])
    ) { services in
        let first = try await services.app.makeTransfer.execute(BoundariesValues.tea)
        return [first.id, try await services.app.makeTransfer.execute(BoundariesValues.tea).id]
    }

    private static let unknownOutcome = Promise(
        "BOUND-09",
        "A transfer with an unknown result keeps its idempotency key when the user tries again.",
        of: "transfer",
        playing: ["extends": "apps/boundaries/malformed", "expect": oneKey(count: 2)],
        .failure(.decoding(.dataCorrupted)),
        .init(dependsOn: ["STAT-01", "DEC-01", "IDEM-01"])
    ) { services in
        _ = try? await services.app.makeTransfer.execute(BoundariesValues.tea)
        return try await services.app.makeTransfer.execute(BoundariesValues.tea).id
    }

    private static let newKeyAfterRejection = Promise(
        "BOUND-10",
        "A transfer that was rejected has a new idempotency key when the user tries again.",
        of: "transfer",
        playing: [
            "extends": "apps/boundaries/happy-path",
            "endpoints": [
                [
                    "post": "/transfers", "afterLast": "next",
                    "replies": [["recording": "boundaries/insufficient-funds", "times": 1]],
                ]
            ],
        ],
        // With the key of the first transfer, the server would repeat the rejection.
        .value("tr-1"),
        .init(dependsOn: ["STAT-01", "STAT-02"])
    ) { services in
        _ = try? await services.app.makeTransfer.execute(BoundariesValues.tea)
        return try await services.app.makeTransfer.execute(BoundariesValues.tea).id
    }

    private static let rejectedInBody = Promise(
        "BOUND-11",
        "A failure in the body of a 200 is an error with the message of the backend.",
        of: "transfer",
        playing: ["extends": "apps/boundaries/transfer-refused", "expect": [["post": "/transfers", "count": 1]]],
        .failure(.domain("refused", status: 200, reason: "Your daily limit is used up."))
    ) { try await $0.app.makeTransfer.execute(BoundariesValues.tea).id }

    private static let insufficientFunds = Promise(
        "BOUND-12",
        "A transfer that exceeds the balance fails with the message of the backend.",
        of: "transfer",
        playing: "apps/boundaries/insufficient-funds",
        .failure(
            .domain("insufficientFunds", status: 402, reason: "25.10 is more than your balance of 3.55.")
        ),
        .init(dependsOn: ["STAT-01", "STAT-02", "STAT-07"])
    ) { try await $0.app.makeTransfer.execute(BoundariesValues.tea).id }

    private static let unknownRecipient = Promise(
        "BOUND-13",
        "A transfer to an unknown recipient fails with a message about the address.",
        of: "transfer",
        playing: "apps/boundaries/unknown-recipient",
        .value("No account exists for this address."),
        .init(dependsOn: ["STAT-01", "STAT-02"])
    ) { services in
        do {
            return try await services.app.makeTransfer.execute(BoundariesValues.tea).id
        } catch let error as TransferError {
            return error.localizedDescription
        }
    }

    /// Returns the expectation of this number of transfers, all with the same key and the same body.
    private static func oneKey(count: JSON) -> JSON {
        [["post": "/transfers", "count": count, "same": ["header:Idempotency-Key", "body"]]]
    }
}
