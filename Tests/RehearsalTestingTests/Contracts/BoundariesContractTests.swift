import ReferenceSubject
import RehearsalTesting
import TestAdmission
import Testing

@Suite("The contract of the boundaries app", .limitedConcurrency)
struct BoundariesContractTests {
    @Test("Every applicable clause holds over URLSession.", arguments: Contract.boundaries.clauses)
    func holds(_ clause: Contract<BoundariesServices>.Clause) async throws {
        try await expect(clause) { BoundariesServices($0) }
    }
}
