import RehearsalDocuments
import RehearsalImport
import RehearsalTestSupport
import TestAdmission
import Testing

@Suite("Files of other tools, together", .limitedConcurrency)
struct ImportingTests {
    private static func mapping(_ body: String) -> String {
        #"{"request":{"url":"/a"},"response":{"jsonBody":\#(body),"headers":{"Content-Type":"application/json"}}}"#
    }

    private func imported(_ paths: [String]) -> ImportBatch {
        var importing = ImportBatch()
        for unit in ImportInputs(paths).units { importing.add(unit) }
        return importing
    }

    @Test("Files with the same name in different folders become documents with different names.")
    func names() throws {
        let folder = try ScratchFolder(["one/a.json": Self.mapping("1"), "two/a.json": Self.mapping("2")])
        #expect(imported([folder.path]).documents.map(\.name) == ["a", "a-2"])
    }

    @Test("Taking documents one by one gives the documents of one import, and keeps none in memory.")
    func taking() throws {
        let folder = try ScratchFolder([
            "one/a.json": Self.mapping("1"), "three/a.json": #"{"mappings":[]}"#, "two/a.json": Self.mapping("2"),
        ])
        var sut = ImportBatch()
        let documents = ImportInputs([folder.path]).units.flatMap { unit in
            sut.add(unit)
            return sut.removeDocuments()
        }
        let all = imported([folder.path])
        #expect(documents.map(\.name) == ["a", "a-2"])
        #expect(documents.map(\.text) == all.documents.map(\.text))
        #expect(sut.reports == all.reports)
        #expect(sut.scenarios.isEmpty)
    }

    @Test("A large body becomes a file with the same bytes and an extension that is not JSON's.")
    func bodies() throws {
        let text = "[\(String(repeating: "1,", count: 2000))2]"
        let folder = try ScratchFolder(["a.json": Self.mapping(text)])
        let document = try #require(imported([folder["a.json"]]).documents.first)
        #expect(document.bodies.map(\.path) == ["a/1.json.body"])
        #expect(document.bodies.map(\.bytes) == [Array(text.utf8)])
        #expect(document.text.contains(#""headers": { "Content-Type": "application/json" }, "file": "a/1.json.body""#))
    }

    @Test("Notes beyond the first five hundred are only counted.")
    func notes() throws {
        let members = (0..<600).map { "\"m\($0)\":1" }.joined(separator: ",")
        let folder = try ScratchFolder(["a.json": #"{"request":{"url":"/a"},"response":{},\#(members)}"#])
        let notes = imported([folder["a.json"]]).reports.flatMap(\.notes)
        #expect(notes.count == 501)
        #expect(notes.last?.problem == "100 more notes on this file are not shown")
    }

    @Test("Each file of a folder is imported in its own format.")
    func tools() throws {
        let folder = try ScratchFolder([
            "a.json": Self.mapping("1"), "b/c.json": #"{"imposters":[{"protocol":"http","port":1,"stubs":[]}]}"#,
            "d.txt": "no", ".hidden.json": "no",
        ])
        let sut = imported([folder.path])
        #expect(sut.reports.map(\.format) == [.wiremock, .mountebank])
        #expect(sut.documents.map(\.name) == ["a", "c"])
    }

    @Test(
        "A file without anything to import is rejected, even if its format was given.",
        arguments: [
            (#"{"mappings":[]}"#, nil, "mapping"), (#"{"imposters":[]}"#, nil, "stub"),
            (#"{"routes":[]}"#, nil, "route"),
            (Self.mapping("1"), ImportFormat.mockoon, "route"), (#"{"data":{"pairs":[]}}"#, nil, "pair"),
        ]
    )
    func empty(_ text: String, _ format: ImportFormat?, _ item: String) {
        var sut = ImportBatch(format: format)
        sut.add("a", [SourceText(path: "a.json", bytes: Array(text.utf8))])
        #expect(sut.hasRefusals)
        #expect(sut.reports.map(\.status) == [.refused])
        #expect(sut.documents.isEmpty)
        #expect(sut.reports.first?.notes.last?.problem == "the file has no \(item)")
    }

    @Test("A body file outside of the folders of a mapping is not read, neither by its path nor through a link.")
    func outside() throws {
        let folder = try ScratchFolder([
            "secret.txt": "secret", "shop/__files/in.txt": "in",
            "shop/mappings/a.json": #"{"request":{"url":"/a"},"response":{"bodyFileName":"../../secret.txt"}}"#,
            "shop/mappings/b.json": #"{"request":{"url":"/b"},"response":{"bodyFileName":"link.txt"}}"#,
        ])
        try folder.link("shop/__files/link.txt", to: folder["secret.txt"])
        let sut = imported([folder["shop"]])
        #expect(sut.reports.map(\.status) == [.refused, .refused])
        #expect(sut.documents.isEmpty)
    }
}
