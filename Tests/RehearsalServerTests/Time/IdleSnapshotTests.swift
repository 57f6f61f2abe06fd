import Rehearsal
import RehearsalPlatform
import RehearsalTestSupport
import TestAdmission
import Testing

@testable import RehearsalServer

@Suite("Snapshots of the users of a virtual clock", .limitedConcurrency)
struct IdleSnapshotTests {
    @Test(
        "A connection that was accepted and closed between two snapshots changes them.",
        arguments: PollerKind.allCases
    )
    func pastConnection(_ kind: PollerKind) async throws {
        let clock = VirtualClock(.manually)
        var options = BothLoops.options(kind)
        options.clock = clock
        let sut = try Backend.start(Scenario("s", endpoints: [.get("/a", replies: [.init(200)])]), options: options)
        let before = IdleSnapshot.snapshots(of: [clock])[0]
        #expect(IdleSnapshot.snapshots(of: [clock])[0].fingerprint == before.fingerprint)
        let client = try await RawClient(port: sut.port, timeout: 240)
        await client.closeNow()
        await sut.journal.settled()
        #expect(sut.journal.connections.map { $0.end != nil } == [true])
        let after = IdleSnapshot.snapshots(of: [clock])[0]
        #expect(after.fingerprint != before.fingerprint && after.waitChanges == before.waitChanges)
    }

    @Test(
        "Each begin and each end of a wait is a change, whether or not the wait is on record.",
        arguments: [true, false]
    )
    func waits(isOnRecord: Bool) async throws {
        let sut = ClockWaiters()
        var changes = [sut.progress.changes]
        try await withCheckedThrowingContinuation { continuation in
            sut.add(sut.makeID(), until: 5, isOnRecord: isOnRecord, continuation)
            changes.append(sut.progress.changes)
            sut.advance(5, wakes: true)
        }
        changes.append(sut.progress.changes)
        #expect(Set(changes).count == 3)
    }
}
