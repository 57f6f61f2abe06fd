import Foundation
package import ReferenceClients
import Rehearsal
import RehearsalContracts
package import RehearsalHarness

/// The repositories and use cases of the boundaries app, composed as in the app.
package struct BoundariesServices: AppServices {
    package let client: APIClient
    package let app: Boundaries
    package let transfers: TransferRepository
    package let invitations: InvitationRepository
    package let promoCodes: PromoCodeRepository

    /// Creates the services for one test case.
    ///
    /// - Parameter network: the transport that sends each request; nil for a new `URLSession`.
    package init(_ trial: SubjectContext, over network: (any HTTPTransport)? = nil) {
        client = trial.unauthenticatedClient(retrying: Boundaries.retryPolicy, transport: network)
        app = Boundaries(
            client: client,
            local: DocumentStore<UserEntity>("accounts", of: trial.store),
            monitor: FixedNetworkMonitor(isConnected: trial.isOnline)
        )
        transfers = TransferRepository(client: client)
        invitations = InvitationRepository(client: client)
        promoCodes = PromoCodeRepository(client: client)
    }
}

/// The operations of the boundaries app.
enum BoundariesOperations {
    typealias Operation = Contract<BoundariesServices>.Operation
    typealias Field = Contract<BoundariesServices>.Field

    static let all = [getUser, getProducts, transfer, invite, redeem]

    private static let getUser = Operation.value(
        "getUser",
        .get("/users/123"),
        recorded: "boundaries/user",
        golden: BoundariesValues.batman,
        fields: Field.required(["id": .string, "user_name": .string, "created_at": .date]),
        .init(stored: ("accounts", [BoundariesValues.kept]))
    ) { try await $0.app.users.getUser(id: "123") }

    private static let getProducts = Operation.value(
        "getProducts",
        .get("/products"),
        recorded: "boundaries/products",
        golden: BoundariesValues.products,
        fields: Field.required(
            below: "$[*]",
            [
                "id": .string, "name": .string, "description": .string, "price": .money, "category": .string,
                "images": .array, "isAvailable": .bool,
            ]
        )
    ) { try await $0.app.products.getProducts() }

    private static let transfer = Operation.value(
        "transfer",
        .post("/transfers"),
        recorded: "boundaries/transfer",
        golden: BoundariesValues.transfer,
        fields: [.required("$.success", .bool), .optional("$.message", .string)]
            + Field.required(["id": .string, "recipient_email": .string, "amount": .money, "created_at": .date]),
        .init(
            body: ["recipient_email": "alfred@manor.example", "amount": 25.1, "note": "Tea"],
            hasIdempotencyKey: true,
            domainErrors: [402: "insufficientFunds", 404: "unknownRecipient"],
            throws: [TransferError.self, RejectionError.self]
        )
    ) { try await $0.transfers.transfer(BoundariesValues.tea, key: UUID().uuidString) }

    private static let invite = Operation.value(
        "invite",
        .post("/invitations"),
        recorded: "boundaries/invitation",
        golden: BoundariesValues.invitation,
        fields: Field.required(["id": .string, "email": .string, "role": .string, "expires_at": .date]),
        .init(
            body: ["email": "dick@manor.example", "role": "editor"],
            domainErrors: [409: "alreadyInvited"],
            throws: [InvitationError.self]
        )
    ) { try await $0.invitations.invite(BoundariesValues.dick) }

    private static let redeem = Operation.value(
        "redeem",
        .post("/promo-codes/WELCOME10/redemptions"),
        recorded: "boundaries/redemption",
        golden: BoundariesValues.redemption,
        fields: Field.required(["code": .string, "discount": .money]),
        .init(
            domainErrors: [404: "unknown", 409: "alreadyRedeemed", 410: "expired"],
            throws: [PromoCodeError.self]
        )
    ) { try await $0.promoCodes.redeem(PromoCode("WELCOME10")) }
}

/// The outcomes of the boundaries app's errors.
enum BoundariesOutcome {
    /// Returns the outcome of an error; nil to use the default classifier of the harness.
    static func of(_ error: any Error) -> ClientOutcome? {
        switch error {
        case let error as ValidationError: .invalidRequest(field: field(of: error))
        case TransferError.insufficientFunds(let reason): .domain("insufficientFunds", status: 402, reason: reason)
        case TransferError.unknownRecipient: .domain("unknownRecipient", status: 404)
        case InvitationError.alreadyInvited: .domain("alreadyInvited", status: 409)
        case PromoCodeError.unknown: .domain("unknown", status: 404)
        case PromoCodeError.alreadyRedeemed: .domain("alreadyRedeemed", status: 409)
        case PromoCodeError.expired: .domain("expired", status: 410)
        default: ReferenceOutcome.of(error)
        }
    }

    private static func field(of error: ValidationError) -> String {
        switch error {
        case .invalidEmail: "email"
        case .amountOutOfRange: "amount"
        case .noteTooLong: "note"
        case .emptyRole: "role"
        case .promoCodeTooShort: "code"
        case .emptyIdentity: "id"
        }
    }
}
