import Foundation
import ReferenceClients
import Rehearsal
package import RehearsalContracts

extension Contract where Subject == BoundariesServices {
    /// What the repositories of the app that keeps its layers apart promise.
    package static var boundaries: Contract {
        Contract(
            "boundaries",
            declares: .init(
                retry: DeclaredRetry(Boundaries.retryPolicy),
                fallback: .offline,
                idempotencyKey: "Idempotency-Key"
            ) { features in
                features.problemJSON = true
                features.clockInjection = true
                features.asksOnlyOnline = true
            },
            operations: [
                getUser.inParallel, getProducts.inParallel, transfer.inParallel, invite.inParallel, redeem.inParallel,
            ],
            promises: BoundariesPromises.all
                + EveryAppPromises.all(prefix: "BOUND", reading: "getProducts", sending: "invite") { $0.client },
            classify: { BoundariesOutcome.of($0) }
        )
    }

    private static var getUser: Operation {
        .value(
            "getUser",
            .get("/users/123"),
            recorded: "boundaries/user",
            golden: BoundariesValues.batman,
            fields: [.required("$.id", .string), .required("$.user_name", .string), .required("$.created_at", .date)],
            .init(stored: ("accounts", [BoundariesValues.kept]))
        ) { try await $0.app.users.getUser(id: "123") }
    }

    private static var getProducts: Operation {
        .value(
            "getProducts",
            .get("/products"),
            recorded: "boundaries/products",
            golden: BoundariesValues.products,
            fields: [
                .required("$[*].id", .string), .required("$[*].name", .string),
                .required("$[*].description", .string), .required("$[*].price", .money),
                .required("$[*].category", .string), .required("$[*].images", .array),
                .required("$[*].isAvailable", .bool),
            ]
        ) { try await $0.app.products.getProducts() }
    }

    private static var transfer: Operation {
        .value(
            "transfer",
            .post("/transfers"),
            recorded: "boundaries/transfer",
            golden: BoundariesValues.transfer,
            fields: [
                .required("$.success", .bool), .optional("$.message", .string), .required("$.id", .string),
                .required("$.recipient_email", .string), .required("$.amount", .money),
                .required("$.created_at", .date),
            ],
            .init(
                body: ["recipient_email": "alfred@manor.example", "amount": 25.1, "note": "Tea"],
                hasIdempotencyKey: true,
                domainErrors: [402: "insufficientFunds", 404: "unknownRecipient"]
            )
        ) { try await $0.transfers.transfer(BoundariesValues.tea, key: UUID().uuidString) }
    }

    private static var invite: Operation {
        .value(
            "invite",
            .post("/invitations"),
            recorded: "boundaries/invitation",
            golden: BoundariesValues.invitation,
            fields: [
                .required("$.id", .string), .required("$.email", .string), .required("$.role", .string),
                .required("$.expires_at", .date),
            ],
            .init(
                body: ["email": "dick@manor.example", "role": "editor"],
                domainErrors: [409: "alreadyInvited"]
            )
        ) { try await $0.invitations.invite(BoundariesValues.dick) }
    }

    private static var redeem: Operation {
        .value(
            "redeem",
            .post("/promo-codes/WELCOME10/redemptions"),
            recorded: "boundaries/redemption",
            golden: BoundariesValues.redemption,
            fields: [.required("$.code", .string), .required("$.discount", .money)],
            .init(domainErrors: [404: "unknown", 409: "alreadyRedeemed", 410: "expired"])
        ) { try await $0.promoCodes.redeem(PromoCode("WELCOME10")) }
    }
}
