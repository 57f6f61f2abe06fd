import RehearsalContracts
import RehearsalGallery
import RehearsalHarness
import RehearsalTestSupport
import RehearsalVerify
import TestAdmission
import Testing

@Suite("The gallery", .limitedConcurrency)
struct GalleryTests {
    @Test("The client without a defect breaks no rule.")
    func reference() async {
        var run = ContractRun(Gallery.reference)
        run.plan = Plan(run.plan.declaration.withScenarios, profile: .strict)
        let report = await run.report()
        #expect(report.results.contains { $0.rule == "ROWS-01" })
        for result in report.results where !result.isPassOrMachineBusy {
            Issue.record("\(result.id): \(result.verdict), \(result.findings), \(result.notes)")
        }
    }

    @Test("The reference client supports all fifty-six core rules.")
    func coverage() {
        let sut = Plan(Gallery.contract.declaration)
        let core = RuleCatalogue.rules.filter { $0.profile == .core }.map(\.id)
        #expect(core.count == 56)
        #expect(Set(sut.clauses.map(\.rule.id)) == Set(core))
    }

    @Test("Each rule has a defect that breaks it.")
    func defects() {
        #expect(Set(RuleCatalogue.rules.map(\.id)).subtracting(Defect.all.map(\.rule)) == [])
    }

    @Test("Each defect has a number of its own.")
    func numbers() {
        #expect(Set(Defect.all.map(\.number)).count == Defect.all.count)
    }
}
