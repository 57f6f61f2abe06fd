import RehearsalContracts
import RehearsalGallery
import RehearsalHarness
import RehearsalReports
import RehearsalVerify
import TestAdmission
import Testing

@Suite("The reference beside a client with a defect", .admitted)
struct ReportDiffTests {
    /// What is found out about a client, as far as it is about one operation.
    private func report(_ defect: Defect?, _ operation: String) async -> WrittenReport {
        var run = ContractRun(defect.map(Gallery.client) ?? Gallery.reference)
        // What is judged by how soon a call ends depends on what else runs; it is tried with the gallery.
        run.plan.clauses.removeAll { $0.operation.name != operation || $0.rule.id.hasPrefix("CANC") }
        run.plan.probes.removeAll { $0.operation.name != operation }
        return await run.report().written
    }

    @Test(
        "The difference names exactly the rule that broke, and the way back names it as mended.",
        arguments: [
            ("RETRY-02", "fetchReservations"), ("REQ-01", "fetchParkingSpots"), ("DEC-09", "fetchReservations"),
            ("STAT-05", "cancelReservation"),
        ]
    )
    func names(_ rule: String, _ operation: String) async throws {
        let defect = try #require(Defect.all.first { $0.rule == rule })
        var (reference, mutant) = (await report(nil, operation), await report(defect, operation))
        var sut = ReportDiff(from: reference, to: mutant)
        // What a busy machine may have done is tried again.
        if sut.broke.map(\.rule.id) != [rule] || !Self.isAbout(rule, sut) {
            (reference, mutant) = (await report(nil, operation), await report(defect, operation))
            sut = ReportDiff(from: reference, to: mutant)
        }
        #expect(sut.isBroken)
        #expect(sut.broke.map(\.rule.id) == [rule], "\(sut.lines().joined(separator: "\n"))")
        #expect(sut.mended.isEmpty)
        #expect(Self.isAbout(rule, sut), "\(sut.lines().joined(separator: "\n"))")
        let back = ReportDiff(from: mutant, to: reference)
        #expect(back.broke.map(\.rule.id) == [])
        #expect(back.mended.map(\.rule.id) == [rule])
    }

    /// Whether every change is one of that rule, or of a clause that it blocks.
    private static func isAbout(_ rule: String, _ diff: ReportDiff) -> Bool {
        diff.changes.allSatisfy { $0.rule == rule || $0.after == .blocked(by: rule) }
    }
}
