import Rehearsal
import RehearsalTestSupport
import TestAdmission
import Testing

@testable import RehearsalDocuments
@testable import RehearsalImport
@testable import RehearsalRecordings

@Suite("Recordings of browsers and proxies, imported", .limitedConcurrency)
struct HARImportTests {
    private static let fixtures = FilePath.folder(of: #filePath) + "/../Fixtures"

    private func imported(_ names: [String]) -> ImportBatch {
        var importing = ImportBatch()
        for unit in ImportInputs(names.map { "\(Self.fixtures)/\($0).har" }).units { importing.add(unit) }
        return importing
    }

    private func loaded(_ document: ImportedDocument, in folder: ScratchFolder) throws -> ScenarioFiles.LoadResult {
        let path = try folder.write("\(document.name).jsonc", document.text)
        for body in document.bodies { try folder.write(body.path, body.bytes) }
        return ScenarioFiles.load([path])
    }

    @Test(
        "The HAR of each exporter becomes a recording and the scenario that is derived from it.",
        arguments: ["chrome", "firefox", "charles", "proxyman", "httpbin"]
    )
    func exporters(_ name: String) throws {
        let sut = imported([name])
        #expect(!sut.hasRefusals)
        #expect(sut.reports.map(\.format) == [.har])
        let document = try #require(sut.documents.first)
        let loaded = try loaded(document, in: ScratchFolder())
        #expect(loaded.diagnostics.filter { $0.severity == .error }.map(\.text) == [])
        let plain = try #require(ScenarioFiles.load(["\(Self.fixtures)/\(name).har"]).scenario)
        #expect(Set(loaded.scenario?.endpoints.map(\.path.text) ?? []) == Set(plain.endpoints.map(\.path.text)))
        #expect(document.text.contains("\"recording\": \"\(name).har/"))
        #expect(!document.text.contains("\"extends\""))
        let har = try #require(document.bodies.first)
        #expect(har.path == "\(name).har")
        #expect(har.bytes.starts(with: HARText.head.utf8))
    }

    @Test("A HAR of `rehearsal record` is imported with the bodies in files beside it.")
    func ours() throws {
        let folder = try ScratchFolder()
        let writer = try RecordingWriter(folder["shop"])
        let text = String(repeating: "long ", count: 100)
        _ = try writer.append(RecordingSample.exchange(answer: ["Content-Type": "text/plain"], content: text))
        try writer.close()
        #expect(try folder.read("shop.har").contains("_file"))
        var sut = ImportBatch()
        for unit in ImportInputs([folder["shop.har"]]).units { sut.add(unit) }
        #expect(!sut.hasRefusals)
        let reply = try loaded(try #require(sut.documents.first), in: ScratchFolder()).scenario?.endpoints.first?
            .replies[0]
        guard case .bytes(let bytes, _)? = reply?.body else {
            Issue.record("the reply has no body of bytes: \(String(describing: reply?.body))")
            return
        }
        #expect(bytes == Array(text.utf8))
    }

    @Test("The report names the entries that cannot be replayed, and counts the others as imported.")
    func differences() throws {
        let sut = imported(["chrome"])
        let report = try #require(sut.reports.first)
        #expect(report.importedCount == 3)
        #expect(report.notes.count == 4)
        #expect(report.notes.map { $0.problem.contains("is skipped") } == [false, true, true, false])
        #expect(report.notes.allSatisfy { $0.severity == .difference })
        #expect(report.notes.last?.problem == "2 values are secrets")
    }

    @Test("Several HARs become one document, in which each file has its own name.")
    func merged() throws {
        var sut = imported(["firefox", "proxyman", "firefox"])
        sut.merge(into: "all")
        let document = try #require(sut.documents.first)
        let names = document.bodies.map(\.path).filter { $0.hasSuffix(".har") }
        #expect(names == ["firefox.har", "proxyman.har", "2-firefox.har"])
        #expect(document.bodies.contains { $0.path == "2-firefox/get-page.html" })
        #expect(try loaded(document, in: ScratchFolder()).scenario != nil)
    }

    @Test("A recording in which nothing can be replayed is rejected, with the position.")
    func refused() {
        var sut = ImportBatch()
        sut.add("a", [SourceText(path: "a.har", bytes: Array(#"{"log":{"entries":[{"request":1}]}}"#.utf8))])
        #expect(sut.hasRefusals)
        #expect(sut.documents.isEmpty)
        #expect(sut.reports.first?.notes.first?.position?.line == 1)
    }

    private func har(_ entries: [(url: String, status: Int, text: String)]) -> SourceText {
        let texts = entries.map { url, status, text in
            """
            {"startedDateTime":"2026-01-01T00:00:00Z","time":0,"request":{"method":"GET","url":"\(url)",
            "httpVersion":"HTTP/1.1","headers":[]},"response":{"status":\(status),"statusText":"",
            "httpVersion":"HTTP/1.1","headers":[],"content":{"size":1,"mimeType":"text/plain","text":"\(text)"}}}
            """
        }
        let text = "{\"log\":{\"version\":\"1.2\",\"entries\":[\(texts.joined(separator: ","))]}}"
        return SourceText(path: "a.har", bytes: Array(text.utf8))
    }

    @Test(
        "If every entry was skipped or has no reply, the last note suggests a new recording.",
        arguments: [("data:text/plain,x", 200), ("https://api.example.com/x", 0)]
    )
    func nothing(_ url: String, _ status: Int) throws {
        var sut = ImportBatch()
        sut.add("a", [har([(url, status, "x"), (url, status, "y")])])
        let report = try #require(sut.reports.first)
        #expect(report.status == .refused)
        #expect(report.notes.count == 3)
        let problem = "the recording has no reply that can be replayed, so no scenario is written"
        #expect(report.notes.last?.problem == problem)
        #expect(report.notes.last?.consequence.contains("rehearsal record --upstream") == true)
    }

    @Test("If no scenario can be derived, the document extends the recording, and its remark says why.")
    func underivable() throws {
        var sut = ImportBatch()
        let url = "https://api.example.com/x?q="
        sut.add("a", [har([(url + "%FF", 200, "1"), (url + "%FE", 200, "2")])])
        let document = try #require(sut.documents.first)
        #expect(document.text.contains("\"extends\": \"a.har\""))
        let remark = try #require(document.extensionReason)
        #expect(remark.contains("no scenario can be derived from the recording (GET /x: its query is not UTF-8"))
        #expect(remark.contains("the document extends a.har"))
        var derivable = ImportBatch()
        derivable.add("a", [har([("https://api.example.com/x", 200, "1")])])
        #expect(derivable.documents.map(\.extensionReason) == [nil])
    }
}
