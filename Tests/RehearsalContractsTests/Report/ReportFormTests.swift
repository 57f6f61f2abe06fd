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

@Suite("Formats of a client's report", .limitedConcurrency)
struct ReportFormTests {
    private let sut = ReportSample.report

    @Test("The first line counts each of the eight verdicts, including zero.")
    func headline() {
        let counts =
            "3 pass, 2 fail, 1 known failure, 1 flaky, 2 blocked, 3 not applicable, 1 inconclusive, 1 not judged"
        #expect(ContractReportFormat.text.text(of: sut).hasPrefix("failed: \(counts)\n"))
        #expect(ContractReportFormat.markdown.text(of: sut).contains(counts))
        var empty = sut
        (empty.clauses, empty.notApplicable) = ([], [])
        #expect(empty.headline.hasPrefix("could not be judged: 0 pass, 0 fail, 0 known failure, 0 flaky, 0 blocked, "))
    }

    @Test("The rule that blocks the most comes first, with its evidence and the count of blocked clauses.")
    func roots() throws {
        let lines = sut.lines()
        let first = try #require(lines.firstIndex { $0.hasPrefix("RETRY-02 (MUST): What RETRY-02 says.") })
        let second = try #require(lines.firstIndex { $0.hasPrefix("DEC-02 (MUST)") })
        #expect(first < second)
        let part = lines[first..<second]
        #expect(part.contains("  source: RFC 9110 §15"))
        #expect(part.contains("    expected 2 requests, saw 3"))
        #expect(part.contains("    client:  http(503)"))
        #expect(part.contains("    sent:    3 by the client"))
        #expect(part.contains("    waits:   210 ms (expected: 200 ms to 230 ms)"))
        #expect(part.contains("    rerun:   rehearsal verify --only RETRY-02/getUser/503 -- subject"))
        #expect(part.contains("  blocks 2 clauses: BACK-01 (2)"))
        #expect(part.contains { $0.hasSuffix("+0.211 s  0.1  GET /me → 503, completed") })
        #expect(!lines.contains { $0.contains("too early") })
    }

    @Test("A report of several profiles counts and lists the rules of each profile, and then the promises.")
    func profiles() throws {
        #expect(!sut.text.contains("promises:"))
        var report = sut
        for index in report.rules.indices {
            let isCore = ["RETRY-02", "REQ-01", "STAT-01"].contains(report.rules[index].id)
            report.rules[index].profile = isCore ? .core : .extended
        }
        report.rules[0].profile = nil
        let groups = report.matrixByProfile
        #expect(groups.map(\.title) == ["core", "extended", "promises"])
        #expect(groups.flatMap(\.rows).count == report.matrix.count)
        let counts = try #require(report.lines().first { $0.hasPrefix("core: ") })
        #expect(counts.contains("; extended: "))
        #expect(report.text.contains("RETRY-02 (MUST, core): What RETRY-02 says."))
        #expect(report.markdown.contains("| **extended** |"))
        #expect(try ReportSnapshot(json: report.json) == report)
    }

    @Test("Undecided clauses are listed after the failures, with their reasons.")
    func rest() throws {
        let lines = sut.lines()
        let places = [
            "  STAT-01/getUser/299: #12", "  DEC-02/create/id: sometimes", "  the line 3 of known.txt has expired",
            "  AUTH-02/getUser: the machine is too slow", "  AUTH-02/create: the subject has printed garbage",
            "  it declares no store: REPO-02 of getUser, create", "  it is not sent again: RETRY-02 of create",
        ].map { lines.firstIndex(of: $0) }
        #expect(places.allSatisfy { $0 != nil })
        #expect(places.compactMap { $0 } == places.compactMap { $0 }.sorted())
    }

    @Test("Colour is used only on request, and control characters are escaped.")
    func colour() {
        let plain = sut.lines().joined(separator: "\n")
        #expect(!plain.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" || $0.value == 0x202E })
        #expect(sut.lines(TerminalStyle(isColored: true)).first?.hasPrefix("\u{1B}[1m\u{1B}[31mfailed: ") == true)
    }

    @Test("A report that is written as JSON is read back unchanged.")
    func roundTrip() throws {
        let text = ContractReportFormat.json.text(of: sut)
        let json = try JSON(parsing: text)
        #expect(json["counts"]?["notApplicable"] == 3)
        #expect(json["outcome"] == "failed")
        #expect(try ReportSnapshot(json: json) == sut)
    }

    @Test(
        "An invalid report, or one of another version, is rejected with the reason.",
        arguments: [
            (#"{"event":"verdict"}"#, "\"format\" is not \"rehearsal-report\""),
            (
                #"{"format":"rehearsal-report","version":4}"#,
                "\"version\" is 4, but this program reads versions 1 to 3"
            ),
            (#"{"format":"rehearsal-report","version":1,"clauses":[{"id":"A/b"}]}"#, "\"clauses\"[0]"),
        ]
    )
    func refused(_ text: String, _ reason: String) throws {
        let json = try JSON(parsing: text)
        let error = #expect(throws: ReportSnapshot.ReadingError.self) { try ReportSnapshot(json: json) }
        #expect(error?.description.contains(reason) == true)
    }

    @Test("The JUnit XML is well-formed, counts its cases, and skips undecided clauses.")
    func junit() throws {
        let reader = XMLReader()
        let parser = XMLParser(data: Data(ContractReportFormat.junit.text(of: sut).utf8))
        parser.delegate = reader
        #expect(parser.parse(), "\(String(describing: parser.parserError))")
        #expect(reader.count("testcase") == 14)
        #expect(reader.count("failure") == 2)
        #expect(reader.count("skipped") == 9)
        let suite = try #require(reader.elements.first { $0.name == "testsuite" }?.attributes)
        #expect(suite["tests"] == "14")
        #expect(suite["failures"] == "2")
        #expect(suite["skipped"] == "9")
        #expect(suite["time"] == "4.200")
        #expect(suite["timestamp"] == "2026-03-02T08:00:00Z")
        let failure = try #require(reader.elements.last { $0.name == "failure" }?.attributes)
        #expect(failure["type"] == "RETRY-02")
        #expect(failure["message"]?.hasPrefix("expected 2 requests, saw 3; a<b>&\"c\"'|`</script>\\u{1}") == true)
        #expect(reader.elements.contains { $0.attributes["message"] == "blocked by RETRY-02" })
    }

    @Test("Every row of the Markdown table has a cell per operation.")
    func markdown() {
        let lines = ContractReportFormat.markdown.text(of: sut).split(separator: "\n")
        let rows = lines.filter { $0.hasPrefix("| ") && !$0.hasPrefix("| |") }
        #expect(rows.count == 8)
        #expect(rows.allSatisfy { $0.replacing("\\|", with: "").count { $0 == "|" } == 4 })
        #expect(rows.contains("| RETRY-02 | ❌ 1 | ➖ 1 |"))
        #expect(lines.contains("Blocks 2 clauses: BACK-01 (2)"))
    }

    @Test("The decoding map has a line per field and a letter per change, and lists the swallowed changes.")
    func map() {
        let lines = sut.lines()
        #expect(lines.contains("decoding map of getUser: 3 changes: 2 exact error, 1 swallowed"))
        #expect(lines.contains("  $.id  e S"))
        #expect(lines.contains("  e exact error, S swallowed, · not tested"))
        #expect(lines.contains { $0.hasPrefix("  swallowed: $.id, object: a<b>") })
        let markdown = ContractReportFormat.markdown.text(of: sut)
        #expect(markdown.contains("| \\$.id | exact error | **swallowed** |"))
    }

    @Test("At most ten annotations are written, with the most blocking first, and the omitted rules are named.")
    func annotations() {
        #expect(sut.annotations.map(\.title) == ["RETRY-02 failed: getUser", "DEC-02 failed: getUser"])
        var many = sut
        many.clauses += (0..<20).map { ReportSample.clause("X-\($0)/getUser", .fail) }
        let annotations = many.annotations
        #expect(annotations.count == 10)
        #expect(annotations.first?.title == "RETRY-02 failed: getUser")
        #expect(annotations.last?.title == "13 more rules failed")
        #expect(annotations.last?.message.hasSuffix("X-18, X-19") == true)
        #expect(ContractReportFormat.github.text(of: many).split(separator: "\n").count == 10)
    }
}

/// The elements of an XML document in order.
private final class XMLReader: NSObject, XMLParserDelegate {
    private(set) var elements: [(name: String, attributes: [String: String])] = []

    func count(_ name: String) -> Int { elements.count { $0.name == name } }

    func parser(
        _ parser: XMLParser,
        didStartElement name: String,
        namespaceURI: String?,
        qualifiedName: String?,
        attributes: [String: String] = [:],
    ) {
        elements.append((name, attributes))
    }
}
