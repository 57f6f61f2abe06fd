import RehearsalGallery
import RehearsalTesting
import Testing

@Suite("A contract in a test")
struct ExpectTests {
    @Test(
        "Every clause that can be tried holds for a client that does as it must.",
        arguments: Gallery.contract.clauses
    )
    func holds(_ clause: Contract<ParkingClient>.Clause) async throws {
        try await expect(clause) { ParkingClient($0) }
    }
}
