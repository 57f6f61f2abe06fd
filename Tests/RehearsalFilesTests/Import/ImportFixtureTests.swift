import RehearsalTestSupport
import TestAdmission
import Testing

@testable import RehearsalImport

@Suite("Files of other tools, imported and played", .limitedConcurrency)
struct ImportFixtureTests {
    private static let tools = ["WireMock", "Mockoon", "Hoverfly", "Mountebank"]

    @Test(
        "Each imported file has the report and the replies of its table, and lints without findings.",
        arguments: tools.flatMap(ImportFixture.all)
    )
    func played(_ fixture: ImportFixture) async throws {
        let sut = fixture.imported()
        #expect(ImportFixture.lines(of: sut) == fixture.report)
        let documents = sut.documents
        let findings = try await fixture.findings(documents)
        #expect(findings.lint == [])
        #expect(findings.replies == [], "\(documents.map(\.text).joined(separator: "\n"))")
    }

    @Test("Each tool has at least twenty fixtures.", arguments: tools)
    func enough(_ tool: String) {
        #expect(ImportFixture.all(tool).count >= 20)
    }
}
