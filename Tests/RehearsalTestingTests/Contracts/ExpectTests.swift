import ReferenceSubject
import RehearsalGallery
import RehearsalTesting
import TestAdmission
import Testing

@Suite("A contract in a test", .admitted)
struct ExpectTests {
    @Test(
        "Every clause that can be tried holds for a client that does as it must.",
        arguments: Gallery.contract.clauses
    )
    func holds(_ clause: Contract<ParkingClient>.Clause) async throws {
        try await expect(clause) { ParkingClient($0) }
    }

    @Test("So it does for the services of the parking app, over URLSession.", arguments: Contract.parking.clauses)
    func parking(_ clause: Contract<ParkingServices>.Clause) async throws {
        try await expect(clause) { ParkingServices($0) }
    }
}
