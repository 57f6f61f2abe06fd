import Foundation
import ReferenceClients
import RehearsalTesting
import TestAdmission
import Testing

@Suite("A transfer", .limitedConcurrency)
struct TransferTests {
    private func tea() throws -> TransactionRequest {
        TransactionRequest(recipientEmail: "alfred@manor.example", amount: try amount("25.10"), note: "Tea")
    }

    @Test("A transfer has the recipient and the exact amount.", .backend("apps/boundaries/happy-path"))
    func makes() async throws {
        let backend = try Backend.current
        let transfer = try await backend.boundaries().makeTransfer.execute(tea())
        let expected = Transfer(
            id: "tr-1",
            recipientEmail: "alfred@manor.example",
            amount: try amount("25.1"),
            createdDate: try instant("2026-03-04T09:00:35Z")
        )
        #expect(transfer == expected)
        let entry = try #require(backend.journal.entries.first)
        let body: JSON = ["recipient_email": "alfred@manor.example", "amount": 25.1, "note": "Tea"]
        #expect(try JSON(parsing: entry.text).isEquivalent(to: body))
        #expect(UUID(uuidString: entry.headers["Idempotency-Key"] ?? "") != nil)
    }

    @Test(
        "An amount is sent as it was entered.",
        arguments: ["0.01", "0.3", "9999.99", "10000", "0.1234567890123456789"]
    )
    func exact(_ text: String) async throws {
        let backend = try Backend.start("apps/boundaries/happy-path")
        let request = TransactionRequest(recipientEmail: "alfred@manor.example", amount: try amount(text))
        let transfer = try await backend.boundaries().makeTransfer.execute(request)
        #expect(transfer.amount == (try amount(text)))
        let body = try #require(backend.journal.entries.first).text
        #expect(body.contains(#""amount":\#(text)"#))
        #expect(!body.contains("note"))
    }

    @Test(
        "A rejection within a 200 throws an error with the backend's message.",
        .backend("apps/boundaries/transfer-refused")
    )
    func refused() async throws {
        let backend = try Backend.current
        let sut = backend.boundaries().makeTransfer
        await #expect(throws: RejectionError(message: "Your daily limit is used up.")) { try await sut.execute(tea()) }
        #expect(backend.journal.count == 1)
    }

    @Test(
        "An insufficient balance throws an error with the backend's message.",
        .backend("apps/boundaries/insufficient-funds")
    )
    func insufficientFunds() async throws {
        let sut = try Backend.current.boundaries().makeTransfer
        let message = "25.10 is more than your balance of 3.55."
        let error = await #expect(throws: TransferError.self) { try await sut.execute(tea()) }
        #expect(error == .insufficientFunds(message))
        #expect(error?.localizedDescription == message)
    }

    @Test("An unknown recipient throws an error of its own.", .backend("apps/boundaries/unknown-recipient"))
    func unknownRecipient() async throws {
        let sut = try Backend.current.boundaries().makeTransfer
        let error = await #expect(throws: TransferError.self) { try await sut.execute(tea()) }
        #expect(error == .unknownRecipient)
        #expect(error?.localizedDescription == "No account exists for this address.")
    }

    @Test(
        "A repeated transfer has the same key and body each time.",
        arguments: [
            ("outage", [503, 503, 201]), ("outstanding", [409, 201]), ("lost-reply", [nil, 201]),
        ] as [(String, [Int?])]
    )
    func again(_ scenario: String, _ statuses: [Int?]) async throws {
        let backend = try Backend.start("apps/boundaries/\(scenario)")
        _ = try await backend.boundaries().makeTransfer.execute(tea())
        let entries = backend.journal.entries
        #expect(entries.map(\.status) == statuses)
        #expect(Set(entries.map { $0.headers["Idempotency-Key"] }).count == 1)
        #expect(Set(entries.map(\.text)).count == 1)
    }

    @Test("A transfer whose reply was lost is made once.", .backend("apps/boundaries/lost-reply"))
    func once() async throws {
        let sut = try Backend.current.boundaries().makeTransfer
        #expect(try await sut.execute(tea()).id == "tr-1")
        // The next transfer is another one.
        #expect(try await sut.execute(tea()).id == "tr-2")
    }
}
