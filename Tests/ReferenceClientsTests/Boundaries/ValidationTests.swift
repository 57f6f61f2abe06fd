import Foundation
import ReferenceClients
import RehearsalTesting
import TestAdmission
import Testing

@Suite("Validation of input", .limitedConcurrency)
struct ValidationTests {
    /// Invalid input and the expected error.
    struct Wrong: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var error: ValidationError
        var ask: @Sendable (Boundaries) async throws -> Void

        static func transfer(
            _ description: String,
            _ error: ValidationError,
            to email: String = "alfred@manor.example",
            _ amount: Decimal = 5,
            note: String? = nil,
        ) -> Wrong {
            Wrong(testDescription: description, error: error) {
                let request = TransactionRequest(recipientEmail: email, amount: amount, note: note)
                _ = try await $0.makeTransfer.execute(request)
            }
        }

        static func invitation(_ email: String, _ role: String, _ error: ValidationError) -> Wrong {
            Wrong(testDescription: "inviting \"\(email)\" as \"\(role)\"", error: error) {
                _ = try await $0.inviteUser.execute(InviteUserRequest(email: email, role: role))
            }
        }

        static func promoCode(_ typed: String) -> Wrong {
            Wrong(testDescription: "the code \"\(typed)\"", error: .promoCodeTooShort) {
                _ = try await $0.redeemPromoCode.execute(typed)
            }
        }
    }

    private static let wrong: [Wrong] = [
        .transfer("without an address", .invalidEmail, to: ""),
        .transfer("with half an address", .invalidEmail, to: "alfred@"),
        .transfer("of zero", .amountOutOfRange, 0),
        .transfer("of a negative amount", .amountOutOfRange, -1),
        .transfer("above the limit", .amountOutOfRange, Decimal(10_001)),
        .transfer("of not a number", .amountOutOfRange, .nan),
        .transfer("with a note that is too long", .noteTooLong, note: String(repeating: "é", count: 141)),
        .invitation("dick", "editor", .invalidEmail), .invitation("dick@manor.example", "", .emptyRole),
        .invitation("dick@manor.example", " \t", .emptyRole),
        .promoCode(""), .promoCode("ABC"), .promoCode("  ABC  "),
    ]

    @Test("Invalid input throws its error and is not sent.", arguments: wrong)
    func refused(_ wrong: Wrong) async throws {
        let backend = try Backend.start("apps/boundaries/happy-path")
        await #expect(throws: wrong.error) { try await wrong.ask(backend.boundaries()) }
        #expect(backend.journal.count == 0)
        #expect(wrong.error.localizedDescription.hasPrefix("Please"))
    }

    @Test("Input at its limits is sent.", .backend("apps/boundaries/happy-path"))
    func bounds() async throws {
        let backend = try Backend.current
        let app = backend.boundaries()
        let note = String(repeating: "é", count: 140)
        for value in ["0.01", "10000"] {
            let request = TransactionRequest(recipientEmail: "a@b.co", amount: try amount(value), note: note)
            _ = try await app.makeTransfer.execute(request)
        }
        _ = try await app.inviteUser.execute(InviteUserRequest(email: "a@b.co", role: "x"))
        await #expect(throws: PromoCodeError.unknown) { try await app.redeemPromoCode.execute(" ABCD\n") }
        #expect(backend.journal.count == 4)
        #expect(backend.journal.entries.last?.target == "/promo-codes/ABCD/redemptions")
        #expect(ValidationError.emptyIdentity.localizedDescription == "This user does not exist.")
    }
}
