import ReferenceSubject
import RehearsalTesting
import TestAdmission
import Testing

@Suite("The contract of the shop", .limitedConcurrency)
struct ShopContractTests {
    @Test("Every applicable clause holds for the repositories of the shop.", arguments: Contract.shop.clauses)
    func holds(_ clause: Contract<ShopServices>.Clause) async throws {
        try await expect(clause) { ShopServices($0) }
    }
}
