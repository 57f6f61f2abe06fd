import Rehearsal
import RehearsalTestSupport
import TestAdmission
import Testing

@testable import RehearsalDocuments
@testable import RehearsalImport

@Suite("Reports of an import", .limitedConcurrency)
struct ImportReportTests {
    private func imported(_ mappings: [String]) -> ImportBatch {
        var importing = ImportBatch()
        let text = #"{"mappings":[\#(mappings.joined(separator: ","))]}"#
        importing.add("a", [SourceText(path: "a.json", bytes: Array(text.utf8))])
        return importing
    }

    @Test("A mapping that never answers counts as left out, not as imported.")
    func leftOut() throws {
        let mapping = #"{"request":{"url":"/a"},"response":{"status":201}}"#
        let report = try #require(imported([mapping, mapping, mapping]).reports.first)
        #expect(report.importedCount == 1)
        #expect(report.omittedCount == 2)
        #expect(report.lines.first == "a.json (WireMock): imported, 1 mapping, 2 left out, with 2 differences")
        #expect(report.json["omitted"] == 2)
    }

    @Test("Equal notes become one line with their count.")
    func grouped() throws {
        let mapping = #"{"request":{"url":"/NAME"},"response":{"moon":1}}"#
        let sut = imported((0..<40).map { mapping.replacing("NAME", with: "\($0)") })
        let report = try #require(sut.reports.first)
        #expect(report.notes.count == 40)
        #expect(report.lines.count == 2)
        #expect(report.lines.last?.hasSuffix("it is left out (40 times in this file)") == true)
    }

    @Test("The total counts the imported, refused and left out items of all files.")
    func total() {
        var one = ImportReport(path: "a.json", format: .wiremock)
        (one.importedCount, one.omittedCount) = (3, 1)
        one.notes = [ImportNote(.difference, path: "a.json", "x", consequence: "y")]
        var other = ImportReport(path: "b.json", format: .wiremock)
        other.refusedCount = 2
        let sut = ImportReport.total(of: [one, other])
        #expect(sut == "2 files in total: 3 imported, 2 refused, 1 left out, 1 difference")
    }

    @Test(
        "Mappings in the layout of a Java project get the name of the project.",
        arguments: ["shop/src/test/resources", "shop/src/main/resources/wiremock", "shop"]
    )
    func javaLayout(_ path: String) throws {
        let folder = try ScratchFolder(["\(path)/mappings/a.json": "{}", "\(path)/__files/b.txt": "b"])
        let sut = ImportInputs([folder.path])
        #expect(sut.units.map(\.name) == ["shop"])
        #expect(sut.units.first?.bodyFile("b.txt") == Array("b".utf8))
    }

    @Test("A text body with a JSON media type becomes a JSON document in the scenario.")
    func json() throws {
        let response = #"{"body":"{ \"a\": [1.50, null] }","headers":{"Content-Type":"application/json"}}"#
        let sut = imported([#"{"request":{"url":"/a"},"response":\#(response)}"#])
        let text = try #require(sut.documents.first?.text)
        #expect(text.contains(#""json": { "a": [1.50, null] }"#))
    }

    @Test("A position in a long line counts characters from the beginning of that line.")
    func position() {
        let line = String(repeating: "é", count: 3_000) + "x" + String(repeating: "a", count: 3_000)
        let sut = SourceText(path: "a", bytes: Array("é\n\(line)".utf8))
        let offset = 3 + 6_000
        #expect(sut.position(of: offset..<(offset + 2)) == SourceText.Position(line: 2, column: 3_001, length: 2))
    }

    @Test("Finding several ranges in a string in one pass gives the same ranges as finding each alone.")
    func ranges() throws {
        let document = try JSONDocument(parsing: Array(#""aé\u00e9\n{{x}} and {{y}}""#.utf8))
        let wanted = [0..<1, 1..<4, 6..<7, 12..<18]
        let sut = document.root.ranges(ofCharacters: wanted)
        #expect(sut == wanted.compactMap { document.root.range(ofCharacters: $0) })
    }

    @Test("A document with `request` and `response` of another service is rejected as a mapping.")
    func recording() {
        let text = #"{"service":"shop.Orders","method":"Get","request":{"id":7},"response":{"total":12}}"#
        let empty = #"{"service":"shop.Orders","request":{},"response":{"message":{}}}"#
        for text in [text, empty] {
            var sut = ImportBatch()
            sut.add("a", [SourceText(path: "a.json", bytes: Array(text.utf8))])
            #expect(sut.reports.map(\.status) == [.refused])
            #expect(sut.documents.isEmpty)
        }
    }
}
