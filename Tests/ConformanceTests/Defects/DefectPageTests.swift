import Foundation
import RehearsalContracts
import RehearsalGallery
import RehearsalPlatform
import RehearsalReports
import RehearsalServer
import TestAdmission
import Testing

/// `REHEARSAL_RENEW=1 swift test --filter DefectPageTests` renews the quotations of the page and fails with a note.
@Suite("Defects of published samples", .limitedConcurrency)
struct DefectPageTests {
    private static let page =
        String(#filePath.prefix(upTo: #filePath.range(of: "/Tests/")?.lowerBound ?? #filePath.endIndex))
        + "/Sources/Rehearsal/Rehearsal.docc/Defects.md"

    /// Quotations are renewed one after another.
    private static let pageLock = Lock()

    @Test(
        "Each defect breaks its rule and no other, blocks the dependent clauses, and is quoted.",
        arguments: ShownDefect.all
    )
    func shown(_ defect: Defect) async throws {
        let sut = try await ShownDefect(defect)
        // A rule without a verdict blocks no dependent clause.
        guard !sut.isUntold else { return }
        #expect(Set(sut.report.clauses(.fail).map(\.rule)) == [defect.rule])
        let rest = sut.report.clauses.filter { $0.rule != defect.rule && $0.verdict != .pass }
        #expect(rest.allSatisfy { $0.verdict == .blocked(by: defect.rule) }, "\(rest.map(\.id))")
        checkJUnit(sut)
        try Self.pageLock.withLock { try quote(sut) }
    }

    /// Checks the JUnit XML: failures of one rule, and the clauses that it blocks as skipped with the reason.
    private func checkJUnit(_ sut: ShownDefect) {
        let cases = sut.report.junit.components(separatedBy: "<testcase ").dropFirst()
        let failed = cases.filter { $0.contains("<failure ") }
        #expect(!failed.isEmpty)
        #expect(
            failed.allSatisfy {
                $0.contains("name=\"\(sut.defect.rule)/") && $0.contains("type=\"\(sut.defect.rule)\"")
            }
        )
        let blocked = cases.count { $0.contains("<skipped message=\"blocked by \(sut.defect.rule)\"") }
        #expect(blocked == sut.report.clauses(.blocked).count)
    }

    private func quote(_ sut: ShownDefect) throws {
        let quotation = sut.quotation.joined(separator: "\n")
        #expect(!quotation.isEmpty)
        let page = try String(contentsOfFile: Self.page, encoding: .utf8)
        let heading = "## \(sut.defect.number). "
        let start = try #require(page.range(of: heading), "the page has no section \(heading)")
        let section = page[start.lowerBound...]
        let open = try #require(section.range(of: "```text\n"), "section \(heading) quotes nothing")
        let close = try #require(section[open.upperBound...].range(of: "\n```"))
        guard page[open.upperBound..<close.lowerBound] != quotation else { return }
        guard ProcessInfo.processInfo.environment["REHEARSAL_RENEW"] != nil else {
            Issue.record("is: \(quotation)\nwas: \(page[open.upperBound..<close.lowerBound])\nrenew: see above")
            return
        }
        let renewed = page.replacingCharacters(in: open.upperBound..<close.lowerBound, with: quotation)
        try renewed.write(toFile: Self.page, atomically: true, encoding: .utf8)
        Issue.record("renewed; run it again without REHEARSAL_RENEW")
    }
}
