import Rehearsal
import RehearsalContracts
import RehearsalGallery
import RehearsalHarness
import RehearsalReports
import TestAdmission
import Testing

@Suite("Exploration of the gallery's clients", .limitedConcurrency)
struct GalleryExplorationTests {
    @Test("A schedule gives the same history each time.")
    func deterministic() async throws {
        let sut = ScheduleRunner(InProcessExploredSubject(Gallery.reference), Gallery.exploration)
        let schedule = Schedule([
            .init(.call(.init("fetchReservations")), [.status(503), .replyLost]),
            .init(.call(.init("fetchReservations", isOffline: true))),
            .init(.call(.init("fetchParkingSpots", isInBackground: true)), [.late]),
            .init(.call(.init("cancelReservation")), [.status(503, retryAfter: 2), .replyLost]),
            .init(.call(.init("fetchReservations", isCancelled: true)), [.late]),
        ])
        let contract = ExploredContract(Gallery.reference.declaration, Gallery.exploration)
        let first = try await sut.run(schedule)
        #expect(first.requests(of: 0).map(\.status) == [503, nil, 200])
        #expect(first.requests(of: 2).map(\.status) == [200])
        #expect(first.requests(of: 3).map(\.status) == [503, nil, 412])
        #expect(first.calls(of: 4).map(\.outcome.kind) == [.cancelled])
        let recovery = first.calls.filter { first.isRecovery($0.step) }
        #expect(recovery.map(\.outcome.kind) == [.value, .value, .value, .value, .value])
        #expect(recovery.map(\.wasOnline) == [false, false, true, true, true])
        let features = ScheduleObservation(first, contract).features
        for _ in 0..<5 {
            #expect(ScheduleObservation(try await sut.run(schedule), contract).features == features)
        }
    }

    @Test("The client without a defect has no property violated.")
    func reference() async throws {
        var options = Explorer.Options()
        // The schedules of a random search depend on the seed alone.
        (options.schedules, options.strategy) = (600, .random)
        let report = try await Explorer(SequentialSubject(Gallery.reference), Gallery.exploration, options).run()
        #expect(report.lines.dropFirst().isEmpty, Comment(rawValue: report.lines.joined(separator: "\n")))
        #expect(report.progress.schedules == 600)
        #expect(report.progress.behaviors > 50)
    }
}
