import Rehearsal
import RehearsalContracts
import RehearsalHarness
import RehearsalPlatform
import RehearsalServer
import TestAdmission
import Testing

@Suite("Findings in runs with delays of the machine", .limitedConcurrency)
struct DelayedFindingTests {
    @Test(
        "A finding of one run is not judged if the machine was delayed in it so long that a virtual clock advances.",
        arguments: [(VirtualClock.quietTime - .nanoseconds(1), true), (VirtualClock.quietTime, false)]
    )
    func delay(_ delay: Duration, isJudged: Bool) async throws {
        let now = Locked<Int64>(0)
        // The task of the beat never runs, so that the delay lasts from the tick on.
        let monitor = LatencyMonitor(now: { now.withLock { $0 } }, enqueue: { _ in })
        monitor.tick(0)
        let subject = ProbeClient.subject { wire in
            try await ProbeClient.send(ProbeClient.item, on: wire)
            now.withLock { $0 = delay.nanoseconds }
        }
        let checks = Locked(0)
        var exploration = ProbeClient.exploration()
        exploration.properties = [
            .init("APP-01", "It holds.") { _ in
                let isFirst = checks.withLock { count in
                    count += 1
                    return count == 1
                }
                return isFirst ? [.init("it does not", step: 0)] : []
            }
        ]
        var options = Explorer.Options()
        (options.schedules, options.properties) = (1, ["APP-01"])
        let report = try await Explorer(subject, exploration, options, monitor: monitor).run()
        #expect(report.progress.schedules == 1 && report.findings.isEmpty)
        #expect(report.progress.inconclusive == (isJudged ? 0 : 1))
        #expect(report.flaky.map(\.failed) == (isJudged ? [0] : []))
    }
}
