import RehearsalPlatform
import RehearsalTestSupport
import TestAdmission
import Testing

@testable import Rehearsal
@testable import RehearsalRecordings

@Suite("Recovery of a recording that was killed", .limitedConcurrency)
struct RecordingRecoveryTests {
    private let folder: ScratchFolder
    private static let content = "[\(String(repeating: "1,", count: 100))1]"

    init() throws { folder = try ScratchFolder() }

    private func record(_ paths: [String], into name: String, _ options: RecordingWriter.Options = .init()) throws {
        let sut = try RecordingWriter(folder[name], options: options)
        for path in paths {
            _ = try sut.append(RecordingSample.exchange("GET", "https://a.corp.io\(path)", content: Self.content))
        }
        try sut.close()
    }

    private func move(_ file: String, _ other: String) throws {
        try LockedFile.move(folder[file], to: folder[other])
    }

    /// The last step that a process completed before it was killed while replacing a recording.
    enum Step: CaseIterable { case noted, body, bodies, har, removed }

    @Test(
        "A replacement that was killed at any step is readable, and the next writer completes it.",
        arguments: Step.allCases,
        [RecordingWriter.Options.ExistingRecordingPolicy.appending, .replacing]
    )
    func settling(_ step: Step, _ start: RecordingWriter.Options.ExistingRecordingPolicy) throws {
        try record(["/old", "/both"], into: "a")
        try record(["/both", "/new"], into: "a.unfinished/a")
        try folder.write("a/notes.txt", "by another tool")
        try folder.write("a.unfinished/leaving", "get-old.json\nget-both.json\n../a.har")
        if step != .noted { try move("a.unfinished/a/get-both.json", "a/get-both.json") }
        if step != .noted, step != .body { try move("a.unfinished/a/get-new.json", "a/get-new.json") }
        if step == .har || step == .removed { try move("a.unfinished/a.har", "a.har") }
        #expect(InspectedRecording(folder["a.har"]).diagnostics == [])
        try RecordingWriter(folder["a"], options: .init(start: start)).close()
        let files = try RecordingSample.files(in: folder.path).keys.sorted()
        #expect(files == ["a.har", "a/get-both.json", "a/get-new.json", "a/notes.txt"])
        let read = InspectedRecording(folder["a.har"])
        #expect(read.diagnostics == [])
        #expect(read.exchanges.map(\.name) == ["get-both", "get-new"])
    }

    @Test(
        "An incomplete replacement is discarded in every mode, and partial files are removed.",
        arguments: [RecordingWriter.Options.ExistingRecordingPolicy.appending, .replacing]
    )
    func givingUp(_ start: RecordingWriter.Options.ExistingRecordingPolicy) throws {
        try record(["/old"], into: "a")
        let before = try RecordingSample.files(in: folder.path)
        try record(["/new"], into: "a.unfinished/a")
        try folder.write(".a.har.part", "{")
        try folder.write("a/.get-old.json.part", "[")
        try RecordingWriter(folder["a"], options: .init(start: start)).close()
        #expect(try RecordingSample.files(in: folder.path) == before)
        #expect(!FileSystem.isFolder(folder["a.unfinished"]))
        #expect(FileSystem.realPath(folder[".a.har.part"]) == nil)
        #expect(FileSystem.realPath(folder["a/.get-old.json.part"]) == nil)
    }

    @Test("Bodies that were to be removed are kept as long as the HAR refers to them.")
    func beforeTheHAR() throws {
        try record(["/old"], into: "a")
        let before = try RecordingSample.files(in: folder.path)
        try folder.write("a.unfinished/leaving", "get-old.json")
        try record([], into: "a")
        #expect(try RecordingSample.files(in: folder.path) == before)
    }

    @Test("A replacement that is being written is kept, and a second one is rejected.")
    func inUse() throws {
        try record(["/old"], into: "a")
        let sut = try RecordingWriter(folder["a"], options: .init(start: .replacing))
        _ = try sut.append(RecordingSample.exchange(content: Self.content))
        #expect(throws: RecordingWriter.Failure.self) {
            try RecordingWriter(folder["a"], options: .init(start: .replacing))
        }
        try record([], into: "a")
        try sut.close()
        #expect(InspectedRecording(folder["a.har"]).exchanges.map(\.name) == ["get-users"])
        #expect(try RecordingSample.files(in: folder.path).keys.sorted() == ["a.har", "a/get-users.json"])
    }
}
