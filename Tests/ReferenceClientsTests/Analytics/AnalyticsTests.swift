import Foundation
import ReferenceClients
import RehearsalTesting
import TestAdmission
import Testing

@Suite("Analytics", .limitedConcurrency)
struct AnalyticsTests {
    private let clock = RecordingClock()
    private let date = Date(timeIntervalSince1970: 1_772_614_798)

    private func sut(_ backend: Backend, capacity: Int = 100) -> Analytics {
        // Long enough that a held request never times out.
        let client = APIClient(baseURL: backend.baseURL, timeout: .seconds(3_600), clock: clock)
        return Analytics(client: client, capacity: capacity)
    }

    /// The names of the events that arrived, in order.
    private func names(_ backend: Backend) throws -> [String] {
        try backend.journal.requests("POST").map { entry in
            try JSONDecoder().decode(Named.self, from: Data(entry.body.kept)).name
        }
    }

    private struct Named: Decodable {
        var name: String
    }

    @Test("An event is sent as it was tracked.", .backend("apps/every-app/happy-path"))
    func event() async throws {
        let backend = try Backend.current
        let sut = sut(backend)
        sut.track(AnalyticsEvent("screen_shown", at: date, properties: ["screen": "list"]))
        try await backend.wait(for: .post("/analytics"), within: .seconds(300))
        await backend.journal.settled()
        let expected: JSON = [
            "name": "screen_shown", "occurred_at": "2026-03-04T08:59:58Z", "properties": ["screen": "list"],
        ]
        let entry = try #require(backend.journal.entries.first)
        #expect(try JSON(parsing: entry.text).isEquivalent(to: expected))
        #expect(entry.headers["Content-Type"] == "application/json")
    }

    @Test(
        "Events are sent once and in order, regardless of the replies.",
        .backend("apps/every-app/analytics-unavailable")
    )
    func unavailable() async throws {
        let backend = try Backend.current
        let sut = sut(backend)
        for name in ["a", "b", "c"] { sut.track(AnalyticsEvent(name, at: date)) }
        try await backend.wait(for: .post("/analytics"), count: 3, within: .seconds(300))
        await backend.journal.settled()
        #expect(try names(backend) == ["a", "b", "c"])
        #expect(clock.requested.isEmpty)
    }

    @Test(
        "At most the newest events wait for a pending request, and tracking does not block.",
        .backend("apps/every-app/analytics-late")
    )
    func bounded() async throws {
        let backend = try Backend.current
        let sut = sut(backend, capacity: 2)
        sut.track(AnalyticsEvent("0"))
        try await backend.wait(for: .post("/analytics"), within: .seconds(300))
        for name in 1...9 { sut.track(AnalyticsEvent("\(name)")) }
        try backend.release("analytics")
        try await backend.wait(for: .post("/analytics"), count: 3, within: .seconds(300))
        await backend.journal.settled()
        #expect(try names(backend) == ["0", "8", "9"])
    }

    @Test("Waiting events are sent even after the app releases the object.", .backend("apps/every-app/analytics-late"))
    func letGo() async throws {
        let backend = try Backend.current
        var sut: Analytics? = sut(backend)
        for name in ["a", "b"] { sut?.track(AnalyticsEvent(name)) }
        try await backend.wait(for: .post("/analytics"), within: .seconds(300))
        sut = nil
        try backend.release("analytics")
        try await backend.wait(for: .post("/analytics"), count: 2, within: .seconds(300))
        await backend.journal.settled()
        #expect(try names(backend) == ["a", "b"])
    }

    @Test("A screen does not wait for events without a reply.")
    func noise() async throws {
        var scenario = try Backend.start("apps/parking/happy-path").scenario
        scenario.endpoints.insert(.post("/analytics", replies: [.init(202, hold: "analytics")]), at: 0)
        let backend = try Backend.start(scenario)
        let client = APIClient(baseURL: backend.baseURL, tokens: .stub, timeout: .seconds(3_600))
        let sut = Analytics(client: client)
        sut.track(AnalyticsEvent("list_shown"))
        try await backend.wait(for: .post("/analytics"), within: .seconds(300))
        #expect(try await ReservationService(client: client).fetchReservations().count == 5)
        #expect(backend.journal.requests("POST").map(\.end) == [nil])
    }
}
