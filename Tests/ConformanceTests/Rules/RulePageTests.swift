import Foundation
import RehearsalContracts
import TestAdmission
import Testing

/// `REHEARSAL_RENEW=1 swift test --filter RulePageTests` renews the page and fails with a note.
@Suite("The page of the rules", .limitedConcurrency)
struct RulePageTests {
    @Test("The page lists every rule of the catalogue.")
    func page() throws {
        let page = try String(contentsOfFile: RulePage.path, encoding: .utf8)
        guard page != RulePage.text else { return }
        guard ProcessInfo.processInfo.environment["REHEARSAL_RENEW"] != nil else {
            Issue.record("the page differs from the catalogue; renew: see above")
            return
        }
        try RulePage.text.write(toFile: RulePage.path, atomically: true, encoding: .utf8)
        Issue.record("renewed; run it again without REHEARSAL_RENEW")
    }

    @Test("Every rule belongs to a section of the page.")
    func sections() {
        #expect(RulePage.unlisted == [])
    }
}
