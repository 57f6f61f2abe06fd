import Foundation
import Rehearsal
import RehearsalContracts
import TestAdmission
import Testing

@testable import RehearsalReportPage
@testable import RehearsalReports

@Suite("The page of a report", .limitedConcurrency)
struct PageTests {
    private let sut = ContractReportFormat.html.text(of: ReportSample.report)

    /// A report without clauses and with an error of the run.
    private static let empty = {
        var report = ReportSample.report
        (report.clauses, report.notApplicable, report.maps, report.rules) = ([], [], [], [])
        report.errors = [ReportSample.nasty]
        return report
    }()

    @Test("The header counts one clause, one rule and one operation in the singular.")
    func singular() throws {
        var report = ReportSample.report
        (report.clauses, report.notApplicable) = (Array(report.clauses.prefix(1)), [])
        let sut = ContractReportFormat.html.text(of: report)
        #expect(sut.contains("<span>1 clause of 1 rule for 1 operation</span>"))
    }

    @Test("Every element is closed in the right order.", arguments: [ReportSample.report, empty])
    func balance(_ report: ReportSnapshot) throws {
        let sut = ContractReportFormat.html.text(of: report)
        let voids: Set<String> = ["meta", "link", "input", "use", "path", "rect", "circle", "wbr"]
        // Scripts and style sheets are not markup.
        let markup = sut.replacing(try Regex("(?s)<(script|style)>.*?</\\1>"), with: "")
        var open: [String] = []
        for match in markup.matches(of: try Regex("<(/?)([a-z0-9]+)[^>]*?>")) {
            let name = String(match.output[2].substring ?? "")
            if voids.contains(name) { continue }
            if match.output[1].substring == "/" {
                #expect(open.popLast() == name)
            } else {
                open.append(name)
            }
        }
        #expect(open.isEmpty)
    }

    @Test("External texts are escaped, and the page loads no resources.")
    func escaping() {
        #expect(sut.contains("a&lt;b&gt;&amp;&quot;c&quot;&#39;|`&lt;/script&gt;\\u{1}\\u{202e}"))
        #expect(!sut.contains("a<b>"))
        #expect(!sut.contains("http://"))
        #expect(!sut.contains("https://"))
        #expect(!sut.contains("@import"))
    }

    @Test("Every anchor is unique, and every link leads to one.")
    func anchors() throws {
        let ids = sut.matches(of: try Regex(" id=\"([^\"]*)\"")).compactMap { $0.output[1].substring }
        let links = sut.matches(of: try Regex(" href=\"#([^\"]*)\"")).compactMap { $0.output[1].substring }
        #expect(Set(ids).count == ids.count)
        #expect(links.count > 20)
        #expect(Set(links).subtracting(ids).isEmpty)
    }

    @Test("The chart of waits has a description in words and marks the wrong wait.")
    func picture() {
        #expect(
            sut.contains(
                "aria-label=\"3 requests: at 0 ms reply 503; at 211 ms reply 503; at 222 ms reply 503."
            )
        )
        #expect(sut.contains("10 ms (expected: 400 ms to 430 ms), which is not as expected"))
        #expect(sut.contains("class=\"gap wrong\""))
        // The last two are too close together for separate labels.
        #expect(sut.contains(">503 ×2</text>"))
        #expect(sut.matches(of: #/<rect class="band"/#).count >= 4)
    }

    @Test("Every cell has its meaning in words.")
    func cells() {
        #expect(sut.contains("1 fail</span>"))
        #expect(sut.contains("title=\"RETRY-02 · getUser: 1 fail – expected 2 requests, saw 3\""))
        #expect(sut.contains("title=\"REPO-02 · create: 1 not applicable – it declares no store\""))
    }

    @Test("A cell of the decoding map shows the worst effect, and its tooltip lists each change.")
    func map() {
        #expect(sut.contains("<td class=\"cell e-error\" title=\"removed: exact error\">"))
        #expect(
            sut.contains("<td class=\"cell e-swallowed\" title=\"string: exact error · object: swallowed (a&lt;b&gt;")
        )
    }

    @Test("Parallel calls are drawn in separate lanes, and an open one extends to the end.")
    func lanes() {
        var report = ReportSample.report
        report.clauses = [
            ReportSample.clause("AUTH-02/getUser", .pass) { clause in
                clause.duration = .milliseconds(50)
                clause.exchanges = (0..<20).map { index in
                    ReportSnapshot.ExchangeSummary(
                        at: .milliseconds(index),
                        end: index == 3 ? nil : .milliseconds(40),
                        connection: index,
                        status: index == 3 ? nil : 200,
                        line: "GET"
                    )
                }
            }
        ]
        let page = ContractReportFormat.html.text(of: report)
        #expect(page.contains("and 8 more in parallel"))
        #expect(page.matches(of: #/<rect class="reply (good|lost)" x="[\d.]+" y/#).count == 12 + 1)
        #expect(page.contains("at 3 ms no reply"))
    }
}
