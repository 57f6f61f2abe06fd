import RehearsalTesting
import Testing

@Suite("The reservation list", .backend("outage/503-503-200"))
struct ReservationListTests {
    @Test("A 503 is retried after the delay the server asked for.")
    func waits() async throws {
        let backend = try Backend.current
        let sut = ReservationClient(baseURL: backend.baseURL)
        #expect(try await sut.reservations().count == 1)
        #expect(try backend.journal.attempts(.get("/api/v1/reservations")).map(\.status) == [503, 503, 200])
    }
}
