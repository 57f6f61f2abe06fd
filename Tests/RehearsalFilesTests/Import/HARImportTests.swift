import Rehearsal
@testable import RehearsalFiles
import RehearsalTestSupport
import Testing

@Suite("Recordings of browsers and proxies, imported")
struct HARImportTests {
    private static let fixtures = FileName.folder(of: #filePath) + "/../Fixtures"

    private func imported(_ names: [String]) -> Importing {
        var importing = Importing()
        for unit in ImportSources(names.map { "\(Self.fixtures)/\($0).har" }).units { importing.add(unit) }
        return importing
    }

    private func loaded(_ document: ImportedDocument, in folder: ScratchFolder) throws -> ScenarioFiles.Loaded {
        let path = try folder.write("\(document.name).jsonc", document.text)
        for body in document.bodies { try folder.write(body.path, body.bytes) }
        return ScenarioFiles.load([path])
    }

    @Test(
        "What each exporter wrote becomes a recording of ours with the scenario that is derived from it.",
        arguments: ["chrome", "firefox", "charles", "proxyman", "httpbin"]
    )
    func exporters(_ name: String) throws {
        let sut = imported([name])
        #expect(!sut.hasRefusals && sut.reports.map(\.format) == [.har])
        let document = try #require(sut.documents.first)
        let loaded = try loaded(document, in: ScratchFolder())
        #expect(loaded.diagnostics.filter { $0.severity == .error }.map(\.text) == [])
        let plain = try #require(ScenarioFiles.load(["\(Self.fixtures)/\(name).har"]).scenario)
        #expect(Set(loaded.scenario?.endpoints.map(\.path.text) ?? []) == Set(plain.endpoints.map(\.path.text)))
        #expect(document.text.contains("\"recording\": \"\(name).har/") && !document.text.contains("\"extends\""))
        let har = try #require(document.bodies.first)
        #expect(har.path == "\(name).har" && har.bytes.starts(with: HARText.head.utf8))
    }

    @Test("What a recording lists and cannot replay is named, and the rest is there.")
    func differences() throws {
        let sut = imported(["chrome"])
        let report = try #require(sut.reports.first)
        #expect(report.imported == 3 && report.notes.count == 4)
        #expect(report.notes.map { $0.problem.contains("is skipped") } == [false, true, true, false])
        #expect(report.notes.allSatisfy { $0.weight == .difference })
        #expect(report.notes.last?.problem == "2 values are secrets")
    }

    @Test("Several become one document, each file with a name of its own.")
    func merged() throws {
        var sut = imported(["firefox", "proxyman", "firefox"])
        sut.merge(into: "all")
        let document = try #require(sut.documents.first)
        let names = document.bodies.map(\.path).filter { $0.hasSuffix(".har") }
        #expect(names == ["firefox.har", "proxyman.har", "2-firefox.har"])
        #expect(document.bodies.contains { $0.path == "2-firefox/get-page.html" })
        #expect(try loaded(document, in: ScratchFolder()).scenario != nil)
    }

    @Test("A recording in which nothing can be replayed is refused, with the reason.")
    func refused() {
        var sut = Importing()
        sut.add("a", [SourceText(path: "a.har", bytes: Array(#"{"log":{"entries":[{"request":1}]}}"#.utf8))])
        #expect(sut.hasRefusals && sut.documents.isEmpty)
        #expect(sut.reports.first?.notes.first?.position?.line == 1)
    }
}
