import ReferenceSubject
import RehearsalTesting
import TestAdmission
import Testing

@Suite("The contract of the app of feature modules", .admitted)
struct FeaturesContractTests {
    @Test("Every clause that can be tried holds over URLSession.", arguments: Contract.features.clauses)
    func holds(_ clause: Contract<FeaturesServices>.Clause) async throws {
        try await expect(clause) { FeaturesServices($0) }
    }
}
