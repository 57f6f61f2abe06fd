import ReferenceSubject
import RehearsalTesting
import TestAdmission
import Testing

@Suite("The contract of the features app", .limitedConcurrency)
struct FeaturesContractTests {
    @Test("Every applicable clause holds over URLSession.", arguments: Contract.features.clauses)
    func holds(_ clause: Contract<FeaturesServices>.Clause) async throws {
        try await expect(clause) { FeaturesServices($0) }
    }
}
