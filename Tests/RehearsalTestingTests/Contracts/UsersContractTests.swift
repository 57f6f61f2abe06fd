import ReferenceSubject
import RehearsalTesting
import TestAdmission
import Testing

@Suite("The contract of the users app", .limitedConcurrency)
struct UsersContractTests {
    @Test("Every applicable clause holds over URLSession.", arguments: Contract.users.clauses)
    func holds(_ clause: Contract<UsersServices>.Clause) async throws {
        try await expect(clause) { UsersServices($0) }
    }
}
