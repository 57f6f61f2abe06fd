import RehearsalContracts
import RehearsalGallery
import RehearsalHarness
import RehearsalReports
import RehearsalVerify
import TestAdmission
import Testing

@Suite("The reference compared with a client with a defect", .limitedConcurrency)
struct ReportDiffTests {
    /// The report on a client for one operation.
    private func report(_ defect: Defect?, _ operation: String) async -> ReportSnapshot {
        var run = ContractRun(defect.map(Gallery.client) ?? Gallery.reference)
        // Verdicts on prompt ends depend on the load of the machine; GalleryTests covers them.
        run.plan.clauses.removeAll { $0.operation.name != operation || $0.rule.id.hasPrefix("CANC") }
        run.plan.probes.removeAll { $0.operation.name != operation }
        return await run.report().snapshot
    }

    @Test(
        "The difference names exactly the broken rule, and the reverse names it as fixed.",
        arguments: [
            ("RETRY-02", "fetchReservations"), ("REQ-01", "fetchParkingSpots"), ("DEC-09", "fetchReservations"),
            ("STAT-05", "cancelReservation"),
        ]
    )
    func names(_ rule: String, _ operation: String) async throws {
        let defect = try #require(Defect.all.first { $0.rule == rule })
        var (reference, mutant) = (await report(nil, operation), await report(defect, operation))
        var sut = ReportDiff(from: reference, to: mutant)
        // A failure that a busy machine may have caused is tried again.
        if sut.newFailures.map(\.rule.id) != [rule] || !Self.isAbout(rule, sut) {
            (reference, mutant) = (await report(nil, operation), await report(defect, operation))
            sut = ReportDiff(from: reference, to: mutant)
        }
        #expect(sut.isBroken)
        #expect(sut.newFailures.map(\.rule.id) == [rule], "\(sut.lines().joined(separator: "\n"))")
        #expect(sut.fixed.isEmpty)
        #expect(Self.isAbout(rule, sut), "\(sut.lines().joined(separator: "\n"))")
        let back = ReportDiff(from: mutant, to: reference)
        #expect(back.newFailures.map(\.rule.id) == [])
        #expect(back.fixed.map(\.rule.id) == [rule])
    }

    /// Whether every change concerns that rule or a clause that it blocks.
    private static func isAbout(_ rule: String, _ diff: ReportDiff) -> Bool {
        diff.changes.allSatisfy { $0.rule == rule || $0.after == .blocked(by: rule) }
    }
}
