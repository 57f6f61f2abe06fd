import Foundation
import Rehearsal
import RehearsalContracts
import TestAdmission
import Testing

@testable import RehearsalReportPage
@testable import RehearsalReports

#if canImport(FoundationXML)
    import FoundationXML
#endif

@Suite("Reports of a search", .limitedConcurrency)
struct ExplorationReportTests {
    /// A report with a finding, a finding that is not reproducible, and a property that does not apply.
    private static let report = {
        var finding = ExplorationFinding()
        (finding.property, finding.sentence, finding.source) = ("PROP-03", "It <ends>.", "RFC 9110 §9.2.2")
        (finding.violation, finding.step, finding.operation) = ("it sent <script>&\"\u{1b}", 1, "getUser")
        finding.schedule = Schedule([.init(.call(.init("get<b>")), [.status(503)]), .init(.call(.init("getUser")))])
        finding.events = [
            HistoryEvent(.client, "getUser <i>", step: 0), HistoryEvent(.wire, "GET / → 503", step: 0),
            HistoryEvent(.wire, "GET /a", step: 1, isEvidence: true),
            HistoryEvent(.server, "created /a", step: 1, isEvidence: true),
        ]
        var flaky = finding
        flaky.property = "PROP-05"
        var report = ExplorationReport(subject: "a<b>", seed: 7)
        (report.findings, report.flaky) = ([finding], [.init(flaky, failed: 3, runs: 10)])
        report.checked = ["PROP-01", "PROP-03", "PROP-05"]
        report.notApplicable = [.init(property: "PROP-07", reason: "the client has no <token>")]
        (report.progress.schedules, report.progress.findings) = (1, 1)
        for request in ["GET /a\u{1b}", "GET /b", "GET /a\u{1b}"] { report.add(undeclaredRequests: [request]) }
        return report
    }()

    @Test(
        "A finding of one run can come from a delay of the machine in it, and one of several runs cannot.",
        arguments: [(0, false, true), (0, true, false), (1, true, true)]
    )
    func delay(failed: Int, wasDelayed: Bool, isReported: Bool) {
        let sut = ExplorationReport.FlakyFinding(ExplorationFinding(), failed: failed, runs: 10, wasDelayed: wasDelayed)
        #expect((sut?.failed == failed) == isReported && (sut == nil) != isReported)
    }

    @Test("The JUnit XML has a case for each property: a failure, or skipped with the reason.")
    func junit() throws {
        let reader = CaseReader()
        let parser = XMLParser(data: Data(Self.report.junit.utf8))
        parser.delegate = reader
        #expect(parser.parse())
        #expect(reader.suite["tests"] == "4")
        #expect(reader.suite["failures"] == "1")
        #expect(reader.suite["skipped"] == "2")
        #expect(reader.cases.map(\.name) == ["PROP-01", "PROP-03", "PROP-05", "PROP-07"])
        #expect(reader.cases.map(\.elements) == [[], ["failure"], ["skipped", "system-out"], ["skipped"]])
        #expect(reader.messages[0] == "it sent <script>&\"\\u{1b}")
        #expect(reader.messages[1] == "not reproducible, failed in 3 of 10 runs")
        #expect(reader.messages[2] == "not applicable: the client has no <token>")
        #expect(reader.text.contains("! GET /a"))
    }

    @Test("The page has no script, loads nothing, and escapes texts of the subject.")
    func page() throws {
        let sut = Self.report.html
        #expect(!sut.contains("<script"))
        #expect(!sut.contains("script-src"))
        #expect(sut.contains("content=\"default-src 'none'; style-src 'unsafe-inline'; img-src data:; "))
        for text in ["http://", "https://", "@import", "<i>", "get<b>", "a<b>", "\u{1b}", "<token>", "<ends>"] {
            #expect(!sut.contains(text), "\(text)")
        }
        #expect(sut.contains("it sent &lt;script&gt;&amp;&quot;\\u{1b}"))
        #expect(sut.contains("<title>a&lt;b&gt;: 1 finding</title>"))
        #expect(sut.contains("<tr><th scope=\"row\">PROP-07</th>"))
        #expect(sut.contains("<b class=\"bad\">violated</b>"))
    }

    @Test("The picture has a band for each step and marks the evidence in its lane.")
    func picture() {
        let sut = HistoryPicture(finding: Self.report.findings[0]).markup.text
        #expect(sut.contains("<tbody class=\"band\"><tr><th scope=\"rowgroup\" rowspan=\"2\">1</th>"))
        #expect(sut.contains("<tbody class=\"band-shown\"><tr><th scope=\"rowgroup\" rowspan=\"2\">2</th>"))
        let sign = "<span class=\"sign\" title=\"evidence\">!</span>"
        let event = "<span class=\"event server evidence\">\(sign) created /a</span>"
        #expect(sut.contains("<tr><td></td><td></td><td>\(event)</td></tr>"))
    }

    @Test("The text names the place of the violation, and has no control characters of the subject.")
    func text() {
        let sut = Self.report.lines
        #expect(sut[0] == "a<b>: 1 schedule, 0 behaviors, 1000 a second; 1 finding, 1 not reproducible; seed 7")
        #expect(sut.contains("PROP-03 in step 2: it sent <script>&\"\\u{1b}"))
        #expect(sut.contains("        1  client    getUser <i>"))
        #expect(sut.contains("           server  ! created /a"))
        #expect(sut.contains("not reproducible, failed in 3 of 10 runs:"))
        #expect(sut.contains("not in the model, which replied with 501: GET /a\\u{1b}, GET /b"))
        #expect(sut.last == "PROP-07 does not apply: the client has no <token>")
    }
}

/// The test cases of a JUnit document, with the names of their elements.
private final class CaseReader: NSObject, XMLParserDelegate {
    private(set) var suite: [String: String] = [:]
    private(set) var cases: [(name: String, elements: [String])] = []
    private(set) var messages: [String] = []
    private(set) var text = ""

    func parser(
        _ parser: XMLParser,
        didStartElement name: String,
        namespaceURI: String?,
        qualifiedName: String?,
        attributes: [String: String] = [:],
    ) {
        switch name {
        case "testsuites": suite = attributes
        case "testsuite": break
        case "testcase": cases.append((attributes["name"] ?? "", []))
        default:
            if !cases.isEmpty { cases[cases.count - 1].elements.append(name) }
            if let message = attributes["message"] { messages.append(message) }
        }
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) { text += string }
}
