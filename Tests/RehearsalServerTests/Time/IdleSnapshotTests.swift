import Rehearsal
import RehearsalPlatform
import RehearsalTestSupport
import TestAdmission
import Testing

@testable import RehearsalServer

@Suite("Snapshots of the users of a virtual clock", .limitedConcurrency)
struct IdleSnapshotTests {
    @Test("A connection that was accepted and closed between two snapshots changes them.", arguments: PollerKind.allCases)
    func pastConnection(_ kind: PollerKind) async throws {
        let clock = VirtualClock(.manually)
        var options = BothLoops.options(kind)
        options.clock = clock
        let sut = try Backend.start(Scenario("s", endpoints: [.get("/a", replies: [.init(200)])]), options: options)
        let before = IdleSnapshot.snapshots(of: [clock])[0]
        #expect(IdleSnapshot.snapshots(of: [clock])[0].fingerprint == before.fingerprint)
        for count in 1...2 {
            let client = try await RawClient(port: sut.port, timeout: 240)
            await client.closeNow()
            while sut.journal.connections.count(where: { $0.end != nil }) < count { await Task.yield() }
        }
        let after = IdleSnapshot.snapshots(of: [clock])[0]
        #expect(after.fingerprint != before.fingerprint && after.waitChanges == before.waitChanges)
    }

    @Test("Each begin and each end of a wait changes a snapshot, whether or not the wait is on record.")
    func waits() async throws {
        let clock = VirtualClock(.manually)
        var changes = [IdleSnapshot.snapshots(of: [clock])[0].waitChanges]
        let wait = Task { try await clock.pause(for: .seconds(1)) }
        while clock.sleeping == 0 { await Task.yield() }
        changes.append(IdleSnapshot.snapshots(of: [clock])[0].waitChanges)
        clock.advance(by: .seconds(1))
        try await wait.value
        changes.append(IdleSnapshot.snapshots(of: [clock])[0].waitChanges)
        #expect(Set(changes).count == 3)
    }
}
