import Rehearsal
import RehearsalContracts
import RehearsalHarness
import RehearsalPlatform
import TestAdmission
import Testing

@Suite("Confirmation of findings", .limitedConcurrency)
struct ConfirmedFindingTests {
    @Test(
        "A finding must fail in three more runs of its schedule, and in ten if calls overlap.",
        arguments: [3, 4, 9, 10]
    )
    func runs(_ count: Int) async throws {
        for overlap in [false, true] {
            let report = try await report(ofFindingConfirmedBy: count, overlap: overlap)
            #expect(report.findings.count == (count >= (overlap ? 10 : 3) ? 1 : 0), "\(overlap)")
        }
    }

    /// Searches with a property that fails in one run and in a number of runs after it, and then never again.
    ///
    /// - Parameter overlap: whether it fails for schedules whose calls overlap, or for the others.
    private func report(ofFindingConfirmedBy count: Int, overlap: Bool) async throws -> ExplorationReport {
        let subject = ProbeClient.subject(isParallel: true) { try await ProbeClient.send(ProbeClient.item, on: $0) }
        // The first such schedule, and the number of its runs.
        let failing = Locked<(schedule: Schedule?, runs: Int)>((nil, 0))
        var exploration = ProbeClient.exploration()
        exploration.properties = [
            .init("APP-01", "It holds.") { history in
                let schedule = Schedule(history.steps)
                guard schedule.isSequential != overlap else { return [] }
                let hasFailed = failing.withLock { failing in
                    failing.schedule = failing.schedule ?? schedule
                    guard failing.schedule == schedule else { return false }
                    failing.runs += 1
                    return failing.runs <= count + 1
                }
                return hasFailed ? [.init("it does not", step: 0)] : []
            }
        ]
        var options = Explorer.Options()
        (options.schedules, options.properties) = (40, ["APP-01"])
        (options.parallel, options.stopsAtFirst) = (1, true)
        let report = try await Explorer(subject, exploration, options).run()
        #expect(failing.withLock { $0.runs } > 3)
        return report
    }
}
