import Rehearsal
import RehearsalContracts
import RehearsalGallery
import RehearsalHarness
import RehearsalReports
import TestAdmission
import Testing

@Suite("Exploration of the gallery's clients", .limitedConcurrency)
struct GalleryExplorationTests {
    private static let exploration: Exploration = {
        let refresh = Scenario.Endpoint.post(
            "/auth/refresh",
            replies: [Scenario.Reply(body: .json(["access_token": "t2", "refresh_token": "r2", "expires_in": 900]))]
        )
        var exploration = Exploration(
            model: Scenario(
                "parking",
                endpoints: [refresh],
                resources: [
                    .init(at: "/api/v1/reservations", items: items(RecordedReplies.reservations), paging: .none),
                    .init(at: "/api/v1/parking_spots", items: items(RecordedReplies.parkingSpots), paging: .none),
                ]
            ),
            operations: ["fetchReservations", "fetchReservation", "fetchParkingSpots", "cancelReservation"],
            views: ["fetchParkingSpots": "/api/v1/parking_spots", "fetchReservations": "/api/v1/reservations"]
        )
        (exploration.token, exploration.refreshToken) = ("t1", "r1")
        return exploration
    }()

    private static func items(_ text: String) -> [JSON] {
        guard case .array(let items)? = try? JSON(parsing: text) else { return [] }
        return items
    }

    @Test("A schedule gives the same history each time.")
    func deterministic() async throws {
        let sut = ScheduleRunner(InProcessExploredSubject(Gallery.reference), Self.exploration)
        let schedule = Schedule([
            .init(.call(.init("fetchReservations")), [.status(503), .replyLost]), .init(.connectivity(false)),
            .init(.call(.init("fetchParkingSpots", isInBackground: true)), [.late]),
            .init(.call(.init("cancelReservation")), [.status(503, retryAfter: 2), .replyLost]),
            .init(.call(.init("fetchReservations", isCancelled: true)), [.late]),
        ])
        let first = try await sut.run(schedule)
        #expect(first.requests(of: 0).map(\.status) == [503, nil, 200])
        #expect(first.requests(of: 2).map(\.status) == [200])
        #expect(first.requests(of: 3).map(\.status) == [503, nil, 412])
        #expect(first.calls(of: 4).map(\.outcome.kind) == [.cancelled])
        #expect(first.calls.filter { first.isRecovery($0.step) }.map(\.outcome.kind) == [.value, .value, .value])
        for _ in 0..<5 { #expect(try await sut.run(schedule).shape == first.shape) }
    }

    @Test("The client without a defect has no property violated.")
    func reference() async throws {
        var options = Explorer.Options()
        // The schedules of a random search depend on the seed alone.
        (options.schedules, options.strategy) = (600, .random)
        let report = try await Explorer(SequentialSubject(Gallery.reference), Self.exploration, options).run()
        #expect(report.lines.dropFirst().isEmpty, Comment(rawValue: report.lines.joined(separator: "\n")))
        #expect(report.progress.schedules == 600)
        #expect(report.progress.behaviors > 50)
    }
}
