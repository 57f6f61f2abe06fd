import ReferenceSubject
import RehearsalGallery
import RehearsalTesting
import TestAdmission
import Testing

@Suite("A contract in a test", .limitedConcurrency)
struct ExpectTests {
    @Test(
        "Every applicable clause holds for a correct client.",
        arguments: Gallery.contract.clauses
    )
    func holds(_ clause: Contract<ParkingClient>.Clause) async throws {
        try await expect(clause) { ParkingClient($0) }
    }

    @Test(
        "Every applicable clause holds for the services of the parking app over URLSession.",
        arguments: Contract.parking.clauses
    )
    func parking(_ clause: Contract<ParkingServices>.Clause) async throws {
        try await expect(clause) { ParkingServices($0) }
    }
}
