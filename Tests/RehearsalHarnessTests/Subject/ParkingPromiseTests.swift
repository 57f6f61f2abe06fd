import Foundation
import Rehearsal
import RehearsalContracts
import RehearsalServer
import RehearsalTestSupport
import TestAdmission
import Testing

@testable import ReferenceClients
@testable import ReferenceSubject

@Suite("The promises of the parking app about the current time", .limitedConcurrency)
struct ParkingPromiseTests {
    @Test("Every reservation is dated relative to now, regardless of the machine's clock.")
    func dates() async throws {
        let declaration = try PromiseTrial.declaration(.parking)
        let scenario = try #require(declaration.promises.first { $0.id == "PARK-05" }?.scenario)
        let backend = try Backend.start(scenario)
        let url = try #require(URL(string: backend.origin))
        let client = APIClient(baseURL: url, tokens: StaticTokenProvider("access-1"))
        let reservations = try await ReservationService(client: client).fetchReservations()
        await backend.stop()
        #expect(reservations.count == 5)
        for reservation in reservations {
            #expect(abs(reservation.startsAt.timeIntervalSinceNow) < 172_800, "\(reservation.id)")
            #expect(abs(reservation.endsAt.timeIntervalSinceNow) < 172_800, "\(reservation.id)")
        }
    }
}
