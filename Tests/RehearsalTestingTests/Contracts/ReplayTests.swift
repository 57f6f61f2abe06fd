import RehearsalGallery
import RehearsalPlatform
import RehearsalTestSupport
import RehearsalTesting
import TestAdmission
import Testing

@Suite("The replay of schedule files", .limitedConcurrency)
struct ReplayTests {
    private static let steps = #"[{ "call": "updateNote", "requests": ["normal", "503", "401"] }]"#

    private func replay(_ schedule: SavedSchedule, _ defect: NotesDefect?) async throws {
        try await RehearsalTesting.replay(schedule, Notes.contract, Notes.exploration, runs: 3) { context in
            NotesClient(context, defect: defect)
        }
    }

    /// Replays a schedule, and returns the text of the only issue.
    private func issue(_ schedule: SavedSchedule, _ defect: NotesDefect?) async throws -> String {
        let recorded = Locked<[String]>([])
        try await withKnownIssue {
            try await replay(schedule, defect)
        } matching: { issue in
            recorded.withLock { $0.append(issue.comments.map(\.rawValue).joined()) }
            return true
        }
        let texts = recorded.withLock { $0 }
        try #require(texts.count == 1)
        return texts[0]
    }

    private func folder(subject: String = "notes", property: String = "PROP-07") throws -> ScratchFolder {
        let head = #"{ "schedule": 1, "subject": "\#(subject)", "property": "\#(property)","#
        return try ScratchFolder(["b.schedule.jsonc": "\(head) \"steps\": \(Self.steps) }", "a.jsonc": "{}"])
    }

    @Test("A schedule fails for the client with the defect, and passes for the corrected one.")
    func defect() async throws {
        let folder = try folder()
        let sut = SavedSchedule.files(in: folder.path)
        #expect(sut.map(\.path) == [folder["b.schedule.jsonc"]])
        #expect(sut.map(\.testDescription) == ["b"])
        let text = try await issue(sut[0], .retriesWithReplacedToken)
        #expect(text.hasPrefix("\(folder["b.schedule.jsonc"]): PROP-07 in step 1: PUT /notes/1 was sent"), "\(text)")
        try await replay(sut[0], nil)
    }

    @Test("A schedule of another client, and one of an unknown property, are issues.")
    func mismatch() async throws {
        let other = try folder(subject: "orders")
        let text = try await issue(SavedSchedule.files(in: other.path)[0], nil)
        #expect(text == "\(other["b.schedule.jsonc"]): error: the schedule belongs to \"orders\", not to \"notes\"")
        let unknown = try folder(property: "PROP-77")
        let problem = try await issue(SavedSchedule.files(in: unknown.path)[0], nil)
        #expect(problem.contains("error: the client has no property \"PROP-77\"; its properties are PROP-01, "))
    }

    @Test("A missing folder, a folder without schedules and a malformed file are issues, not an empty test.")
    func missing() async throws {
        let absent = SavedSchedule.files(in: "NoSuchFolder")
        #expect(try await issue(absent[0], nil) == "NoSuchFolder: error: the file or folder does not exist")
        let empty = try ScratchFolder()
        let problem = try await issue(SavedSchedule.files(in: empty.path)[0], nil)
        #expect(problem == "\(empty.path): error: the folder has no *.schedule.jsonc")
        let malformed = try ScratchFolder(["a.schedule.jsonc": "{\n  \"schedule\": 2 }"])
        let mistake = try await issue(SavedSchedule.files(in: malformed.path)[0], nil)
        #expect(mistake.hasPrefix("\(malformed["a.schedule.jsonc"]):2:15: error: \"schedule\" must be 1"), "\(mistake)")
    }

    @Test("A relative folder is searched for above the source file.")
    func relative() async throws {
        let folder = try ScratchFolder(["Schedules/a.schedule.jsonc": "{}"])
        let sut = SavedSchedule.files(in: "Schedules", filePath: folder["Tests/Deep/Test.swift"])
        #expect(sut.map(\.path) == [folder["Schedules/a.schedule.jsonc"]])
    }
}
