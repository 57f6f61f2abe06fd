import Foundation
import ReferenceClients
import Rehearsal
import RehearsalContracts

/// The promises of the boundaries app, in addition to the rules for all clients.
enum BoundariesPromises {
    typealias Promise = Contract<BoundariesServices>.Promise

    static let all: [Promise] = validation + transfers + answers

    /// The promises about invalid input, which the app must not send.
    private static let validation = [invalidTransfers, invalidInvitations, invalidPromoCodes, blankIdentifier]

    private static let invalidTransfers = Promise(
        "BOUND-01",
        "An invalid transfer is not sent.",
        of: "transfer",
        playing: noRequestExpected,
        .value(
            Array(repeating: "invalidEmail", count: 3) + Array(repeating: "amountOutOfRange", count: 4)
                + ["noteTooLong"]
        )
    ) { services in
        let wrong = [
            tea(to: ""), tea(to: "alfred@"), tea(to: "alfred at manor.example"),
            tea(0), tea(-1), tea(Decimal(10_000) + Decimal(1) / 100), tea(.nan),
            tea(note: String(repeating: "a", count: 141)),
        ]
        return try await validationErrors(of: wrong) { _ = try await services.app.makeTransfer.execute($0) }
    }

    private static let invalidInvitations = Promise(
        "BOUND-02",
        "An invalid invitation is not sent.",
        of: "invite",
        playing: noRequestExpected,
        .value(["invalidEmail", "invalidEmail", "emptyRole", "emptyRole"])
    ) { services in
        let wrong = [
            InviteUserRequest(email: "", role: "editor"), InviteUserRequest(email: "dick@manor", role: "editor"),
            InviteUserRequest(email: "dick@manor.example", role: ""),
            InviteUserRequest(email: "dick@manor.example", role: " \t"),
        ]
        return try await validationErrors(of: wrong) { _ = try await services.app.inviteUser.execute($0) }
    }

    private static let invalidPromoCodes = Promise(
        "BOUND-03",
        "A promo code that is too short is not sent.",
        of: "redeem",
        playing: noRequestExpected,
        .value(Array(repeating: "promoCodeTooShort", count: 3))
    ) { services in
        try await validationErrors(of: ["", "ABC", "  ABC  "]) {
            _ = try await services.app.redeemPromoCode.execute($0)
        }
    }

    private static let blankIdentifier = Promise(
        "BOUND-04",
        "A user with a blank identifier is not requested.",
        of: "getUser",
        playing: noRequestExpected,
        .failure(.invalidRequest(field: "id"))
    ) { try await $0.app.users.getUser(id: " ") }

    /// A scenario with the expectation that no request arrives.
    private static let noRequestExpected: JSON = [
        "extends": "apps/boundaries/happy-path", "expect": [["any": "/**", "count": 0]],
    ]

    private static func tea(
        _ amount: Decimal = 5,
        to email: String = "alfred@manor.example",
        note: String? = nil,
    ) -> TransactionRequest {
        TransactionRequest(recipientEmail: email, amount: amount, note: note)
    }

    /// Returns the validation error of each input; `sent` if the input was sent.
    private static func validationErrors<Input: Sendable>(
        of inputs: [Input],
        _ send: (Input) async throws -> Void,
    ) async throws -> [String] {
        var validationErrors: [String] = []
        for input in inputs {
            do {
                try await send(input)
                validationErrors.append("sent")
            } catch let error as ValidationError {
                validationErrors.append("\(error)")
            }
        }
        return validationErrors
    }
}
