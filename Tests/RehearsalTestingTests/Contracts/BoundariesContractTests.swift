import ReferenceSubject
import RehearsalTesting
import TestAdmission
import Testing

@Suite("The contract of the app that keeps its layers apart", .admitted)
struct BoundariesContractTests {
    @Test("Every clause that can be tried holds over URLSession.", arguments: Contract.boundaries.clauses)
    func holds(_ clause: Contract<BoundariesServices>.Clause) async throws {
        try await expect(clause) { BoundariesServices($0) }
    }
}
