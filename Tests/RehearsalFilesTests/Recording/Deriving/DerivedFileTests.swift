import Rehearsal
import RehearsalPlatform
import RehearsalTestSupport
import TestAdmission
import Testing

@testable import RehearsalDocuments
@testable import RehearsalRecordings

@Suite("The scenario beside a recording on disk", .limitedConcurrency)
struct DerivedFileTests {
    private static let first = [RecordingSample.exchange(content: "[1]")]
    private static let second = [RecordingSample.exchange(content: "[1]"), RecordingSample.exchange(content: "[2]")]

    /// Replaces the recording of a sample, and returns the outcome for its scenario.
    private func record(
        _ exchanges: [RecordedExchange],
        over sample: DerivedSample,
        _ wish: DerivedFile.UpdatePolicy = .keep
    ) throws -> DerivedFile.UpdateResult {
        let sut = DerivedFile(beside: sample.har)
        let writer = try RecordingWriter(sample.har, options: RecordingWriter.Options(start: .replacing))
        for exchange in exchanges { _ = try writer.append(exchange) }
        try writer.close()
        return sut.update(wish)
    }

    @Test("A derived scenario without edits is rewritten with its recording.")
    func renewed() throws {
        let sample = try DerivedSample(Self.first)
        #expect(try record(Self.second, over: sample) == .written)
        #expect(try sample.text().contains("shop/get-users-2"))
        let text = try sample.text()
        #expect(try record(Self.second, over: sample) == .unchanged)
        #expect(try sample.text() == text)
    }

    @Test("An edited scenario is kept until a rewrite is requested.")
    func edited() throws {
        let sample = try DerivedSample(Self.first)
        let edited = try sample.text() + "// mine\n"
        try sample.folder.write("Recordings/shop.jsonc", edited)
        #expect(try record(Self.second, over: sample) == .keptEdited)
        #expect(try sample.text() == edited)
        #expect(try record(Self.second, over: sample, .none) == .none)
        #expect(try sample.text() == edited)
        #expect(try record(Self.second, over: sample, .rewrite) == .written)
        #expect(try !sample.text().contains("mine"))
    }

    @Test("A scenario that was not derived is kept, even beside a new recording.")
    func foreign() throws {
        let folder = try ScratchFolder(["Recordings/shop.jsonc": "{}"])
        let sut = DerivedFile(beside: folder["Recordings/shop.har"])
        let writer = try RecordingWriter(folder["Recordings/shop"])
        _ = try writer.append(RecordingSample.exchange())
        try writer.close()
        #expect(sut.isEdited)
        #expect(sut.update(.keep) == .keptEdited)
        #expect(try folder.read("Recordings/shop.jsonc") == "{}")
    }

    @Test("An empty recording gets no scenario.")
    func empty() throws {
        let sample = try DerivedSample([])
        #expect(sample.outcome == .none)
        #expect(FileSystem.names(in: sample.folder["Recordings"]) == ["shop.har"])
    }

    @Test("A scenario that is edited during the recording is kept.", arguments: [true, false])
    func meanwhile(_ isThere: Bool) throws {
        let sample = try DerivedSample(isThere ? Self.first : [])
        let sut = DerivedFile(beside: sample.har)
        let mine = isThere ? try sample.text() + "// mine\n" : "{}"
        let writer = try RecordingWriter(sample.har, options: RecordingWriter.Options(start: .replacing))
        for exchange in Self.second { _ = try writer.append(exchange) }
        try sample.folder.write("Recordings/shop.jsonc", mine)
        try writer.close()
        #expect(!sut.isEdited)
        #expect(sut.update(.keep) == .keptEdited)
        #expect(try sample.text() == mine)
        #expect(sut.update(.rewrite) == .written)
        #expect(try sample.text().contains("shop/get-users-2"))
    }

    @Test("A scenario that is removed during the recording is written again.")
    func removed() throws {
        let sample = try DerivedSample(Self.first)
        let sut = DerivedFile(beside: sample.har)
        try LockedFile.move(sample.path, to: sample.folder["elsewhere.jsonc"])
        #expect(sut.update(.keep) == .written)
    }
}
