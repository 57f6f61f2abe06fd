import Foundation
import RehearsalTesting
import TestAdmission
import Testing

@testable import ReferenceClients

extension MakeTransferUseCase {
    /// Starts transfers that the use case accepts before it sends the first of them.
    fileprivate func tap(_ count: Int, _ request: TransactionRequest) -> [Task<Transfer, any Error>] {
        // A task that starts on the actor is enqueued there at once, before any effect of the first one.
        (0..<count).map { _ in Task { try await self.execute(request) } }
    }
}

@Suite("The key of a transfer", .limitedConcurrency)
struct TransferKeyTests {
    private func tea(_ amount: Decimal = 5) -> TransactionRequest {
        TransactionRequest(recipientEmail: "alfred@manor.example", amount: amount)
    }

    private func keys(_ backend: Backend) -> [String?] { backend.journal.entries.map { $0.headers["Idempotency-Key"] } }

    @Test("Each transfer has a key of its own.", .backend("apps/boundaries/happy-path"))
    func distinct() async throws {
        let backend = try Backend.current
        let sut = backend.boundaries().makeTransfer
        for _ in 0..<20 { _ = try await sut.execute(tea()) }
        #expect(Set(keys(backend)).count == 20)
    }

    @Test("A repeated transfer with an unknown result has the same key.")
    func unknown() async throws {
        for scenario in ["outage-for-ever", "connection-lost", "malformed"] {
            let backend = try Backend.start("apps/boundaries/\(scenario)")
            let sut = backend.boundaries().makeTransfer
            for _ in 0..<2 { _ = try await networkError { try await sut.execute(tea()) } }
            #expect(Set(keys(backend)).count == 1, "\(scenario)")
            #expect(Set(backend.journal.entries.map(\.text)).count == 1, "\(scenario)")
            _ = try await networkError { try await sut.execute(tea(6)) }
            #expect(Set(keys(backend)).count == 2, "\(scenario)")
        }
    }

    @Test("A transfer after a permanent rejection has another key.")
    func refused() async throws {
        for scenario in ["transfer-refused", "insufficient-funds", "unknown-recipient"] {
            let backend = try Backend.start("apps/boundaries/\(scenario)")
            let sut = backend.boundaries().makeTransfer
            for _ in 0..<2 { await #expect(throws: (any Error).self) { try await sut.execute(tea()) } }
            #expect(Set(keys(backend)).count == 2, "\(scenario)")
        }
    }

    @Test("A permanent status leads to another key, and a temporary one to the same key.")
    func statuses() async throws {
        let expected = [400: 2, 403: 2, 408: 1, 409: 1, 422: 2, 425: 1, 429: 1, 500: 1, 503: 1]
        for (status, count) in expected {
            let backend = try Backend.start(Scenario("no", endpoints: [.post("/transfers", replies: [.init(status)])]))
            let sut = backend.boundaries().makeTransfer
            for _ in 0..<2 { _ = try await networkError { try await sut.execute(tea()) } }
            #expect(Set(keys(backend)).count == count, "\(status)")
        }
    }

    @Test("A second tap during a transfer waits for the first transfer.")
    func taps() async throws {
        let answer: JSON = [
            "success": true, "id": "tr-1", "recipient_email": "alfred@manor.example", "amount": 5,
            "created_at": "2026-03-04T09:00:35Z",
        ]
        let held = Scenario.Reply(201, body: .json(answer), hold: "transfer")
        let backend = try Backend.start(Scenario("slow", endpoints: [.post("/transfers", replies: [held])]))
        let sut = backend.boundaries().makeTransfer
        let taps = await sut.tap(8, tea())
        try await backend.wait(for: .post("/transfers"), within: .seconds(300))
        try backend.release("transfer")
        for tap in taps { #expect(try await tap.value.id == "tr-1") }
        await backend.journal.settled()
        #expect(backend.journal.count == 1)
    }

    @Test(
        "An unreadable reply is reported without the user's input.",
        .backend("apps/boundaries/malformed")
    )
    func reported() async throws {
        let reporter = CrashKitReporter()
        let sut = try Backend.current.boundaries(reporter: reporter).makeTransfer
        _ = try await networkError { try await sut.execute(tea()) }
        #expect(await reporter.reportedEvents == [["activity": "transfer", "error": "NetworkError"]])
    }

    @Test("A reporter with a full queue drops further reports.")
    func fullQueue() async {
        let sut = CrashKitReporter(CrashKit(capacity: 1))
        for _ in 0..<3 { await sut.report(AuthenticationError.signedOut, during: "a test") }
        #expect(await sut.reportedEvents.count == 1)
        #expect(await sut.dropped == 2)
    }
}
