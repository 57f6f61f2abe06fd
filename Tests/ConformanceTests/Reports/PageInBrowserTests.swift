import Foundation
import RehearsalContracts
import RehearsalGallery
import RehearsalHarness
import RehearsalReports
import RehearsalTestSupport
import RehearsalVerify
import TestAdmission
import Testing

@testable import RehearsalReportPage

@Suite("The page of a report in a browser", .limitedConcurrency, .enabled(if: Browser.path != nil, "needs Chromium"))
struct PageInBrowserTests {
    /// The report on a client that retries once too often and parses dates leniently.
    private static func report() async throws -> ContractReport {
        let defect = try #require(Defect.all.first { $0.rule == "RETRY-02" })
        var run = ContractRun(Gallery.client(with: defect))
        let rules: Set<String> = ["REQ-01", "STAT-05", "DEC-02", "DEC-09", "RETRY-02", "BACK-01"]
        run.plan.clauses.removeAll { !rules.contains($0.rule.id) }
        run.plan.probes.removeAll { $0.operation.name != "fetchParkingSpots" }
        return await run.report()
    }

    /// Measures the visible elements, clicks the buttons, and stores the results in the document.
    private static let probe = """
        <script>
        const seen = selector => [...document.querySelectorAll(selector)].filter(e => e.getClientRects().length > 0);
        const found = {
          cells: seen(".matrix:not(.map) td.cell a").length,
          operations: seen(".matrix:not(.map) thead th[scope=col]").length - 1,
          pictures: seen("svg.times").filter(e => e.getBoundingClientRect().height > 40).length,
          bands: seen("svg.times .band").length,
          wide: document.documentElement.scrollWidth - document.documentElement.clientWidth,
          map: seen(".map td.cell .effect").length,
          fetched: performance.getEntriesByType("resource").length,
          paper: getComputedStyle(document.body).backgroundColor,
        };
        const before = document.querySelectorAll("details.line:not(.off)").length;
        document.querySelector("[data-filter=fail]").click();
        found.kept = [...document.querySelectorAll("#clauses details.line:not(.off)")].every(e => e.dataset.verdicts === "fail");
        found.filtered = document.querySelectorAll("details.line:not(.off)").length < before;
        found.said = document.getElementById("shown").textContent;
        document.querySelector("[data-filter=fail]").click();
        location.hash = document.querySelector("td.k-fail a").getAttribute("href");
        window.addEventListener("hashchange", () => {
          found.opened = document.querySelector(location.hash).closest("details").open;
          document.body.dataset.found = JSON.stringify(found);
        });
        </script>
        """

    private struct Found: Decodable {
        var cells, operations, pictures, bands, wide, map, fetched: Int
        var kept, filtered, opened: Bool
        var said, paper: String
    }

    @Test(
        "The page shows its tables and timelines, filters clauses, logs no message and fetches no file.",
        arguments: ["light", "dark"]
    )
    func page(_ scheme: String) async throws {
        let report = try await Self.report()
        let page = ContractReportFormat.html.text(of: report)
        let visit = try await runBlocking { try Browser.visit(page, probe: Self.probe, scheme: scheme) }
        #expect(visit.console == [])
        #expect(visit.document.contains("class=\"scripted\""))
        let attribute = visit.document.firstMatch(of: #/data-found="([^"]*)"/#)
        let text = try #require(attribute).output.1.replacing("&quot;", with: "\"")
        let found = try JSONDecoder().decode(Found.self, from: Data(text.utf8))
        #expect(found.operations == report.snapshot.operations.count)
        #expect(found.cells == report.snapshot.matrix.flatMap(\.cells).count { $0.worst != nil })
        #expect(found.pictures >= report.results.count { $0.waits.count > 1 })
        #expect(found.pictures > 3)
        #expect(found.bands > 3)
        #expect(found.map > 20)
        #expect(found.wide == 0)
        #expect(found.fetched == 0)
        #expect(found.kept)
        #expect(found.filtered)
        #expect(found.opened)
        #expect(found.said.hasSuffix(" clauses shown"))
        #expect(found.paper == (scheme == "dark" ? "rgb(22, 23, 26)" : "rgb(247, 246, 243)"))
        // A blank screenshot of that size has a tenth of the bytes.
        #expect(visit.picture.count > 60_000)
    }
}
