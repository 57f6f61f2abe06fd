import Foundation
import RehearsalTestSupport
import TestAdmission
import Testing

@Suite("rehearsal explore", .limitedConcurrency)
struct ExploreTests {
    /// Runs a command with a client of the reference subject, a program in the folder of `rehearsal`.
    private func run(
        _ words: [String],
        subject: [String] = ["notes", "--defect", "retriesWithReplacedToken"],
        environment: [String: String] = [:],
    ) async throws -> ChildProgram.Outcome {
        let program = (try ChildProgram.path() as NSString).deletingLastPathComponent + "/reference-subject"
        let quiet = ["GITHUB_ACTIONS": ""].merging(environment) { $1 }
        return try await runBlocking { try ChildProgram.run(words + ["--", program] + subject, environment: quiet) }
    }

    /// The schedule that shows the defect, reduced.
    private static let schedule = #"{ "call": "updateNote", "requests": ["normal", "503", "401"] }"#

    private func file(
        _ folder: ScratchFolder,
        subject: String = "notes",
        property: String = "PROP-07",
    ) throws -> String {
        try folder.write(
            "a.schedule.jsonc",
            #"{ "schedule": 1, "subject": "\#(subject)", "property": "\#(property)", "steps": [\#(Self.schedule)] }"#
        )
    }

    @Test("A search finds a defect and saves its schedule, which fails in each of 100 replays.")
    func found() async throws {
        let folder = try ScratchFolder()
        let saved = folder["schedules"]
        let options = ["--seed", "8", "--schedules", "300", "--only", "PROP-07", "--save", saved]
        let sut = try await run(["explore"] + options + ["--report", "json=\(folder["a.json"])"])
        #expect(sut.status == 1, "\(sut.errors)")
        #expect(sut.output.hasPrefix("notes: 300 schedules, "), "\(sut.output)")
        #expect(sut.output.contains("a second; 1 finding; seed 8\n\nPROP-07 in step 1: "), "\(sut.output)")
        #expect(sut.output.contains("! POST /notes"), "\(sut.output)")
        #expect(try folder.read("a.json").contains("\"format\": \"rehearsal-exploration\""))
        let path = "\(saved)/PROP-07-createNote.schedule.jsonc"
        #expect(sut.errors.contains("wrote \(path)\n"), "\(sut.errors)")
        let again = try await run(["explore", "--schedule", saved, "--runs", "100"])
        #expect(again.status == 1, "\(again.errors)")
        #expect(again.output.hasPrefix("failed 100 of 100 runs: \(path)\n"), "\(again.output)")
    }

    @Test("A schedule is saved under another name if its file has other contents, and once if they are the same.")
    func names() async throws {
        let folder = try ScratchFolder(["PROP-07-createNote.schedule.jsonc": "{}"])
        for _ in 0..<2 {
            let options = ["--seed", "8", "--schedules", "300", "--only", "PROP-07", "--save", folder.path]
            let sut = try await run(["explore"] + options)
            #expect(sut.errors.contains("/PROP-07-createNote-2.schedule.jsonc\n"), "\(sut.errors)")
        }
        #expect(try folder.read("PROP-07-createNote.schedule.jsonc") == "{}")
    }

    @Test(
        "A replay fails for the client with the defect, and passes for the corrected one.",
        arguments: ["explore", "verify"]
    )
    func replay(command: String) async throws {
        let folder = try ScratchFolder()
        let path = try file(folder)
        let report = ["--report", "junit=\(folder["a.xml"])"]
        let failed = try await run([command, "--schedule", path] + report)
        #expect(failed.status == 1, "\(failed.errors)")
        #expect(failed.output.hasPrefix("failed 1 of 1 run: \(path)\n\nPROP-07 in step 1: "), "\(failed.output)")
        #expect(try folder.read("a.xml").contains("tests=\"1\" failures=\"1\""))
        let passed = try await run([command, "--schedule", path] + report, subject: ["notes"])
        #expect(passed.status == 0, "\(passed.errors)")
        #expect(passed.output == "passed 1 of 1 run: \(path)\n")
        #expect(try folder.read("a.xml").contains("tests=\"1\" failures=\"0\""))
    }

    @Test("A schedule of another client and one of an unknown property are not replayed.")
    func mismatch() async throws {
        let folder = try ScratchFolder()
        let other = try await run(["explore", "--schedule", try file(folder, subject: "orders")])
        #expect(other.status == 64)
        let problem = "a.schedule.jsonc: the schedule belongs to \"orders\", not to \"notes\""
        #expect(other.errors.contains(problem), "\(other.errors)")
        let unknown = try await run(["explore", "--schedule", try file(folder, property: "PROP-77")])
        #expect(unknown.status == 2)
        let missing = "a.schedule.jsonc: the client has no property \"PROP-77\""
        #expect(unknown.errors.contains(missing), "\(unknown.errors)")
    }

    @Test("A property that the client does not have is an error that names its properties.")
    func unknownProperty() async throws {
        let sut = try await run(["explore", "--only", "APP-01"])
        #expect(sut.status == 2)
        let problem = "the client has no property \"APP-01\"; its properties are PROP-01, "
        #expect(sut.errors.contains(problem), "\(sut.errors)")
    }

    @Test("A client without an exploration cannot be explored, and the error names the declaration that is missing.")
    func undeclared() async throws {
        let sut = try await run(["explore"], subject: ["users"])
        #expect(sut.status == 2)
        #expect(sut.errors.contains("cannot search, because it has no model backend\n"), "\(sut.errors)")
        #expect(sut.errors.contains("answerOnStandardInput(exploring:)"), "\(sut.errors)")
    }

    @Test("In a job of GitHub Actions, each finding is an annotation.")
    func annotations() async throws {
        let folder = try ScratchFolder()
        let summary = folder["summary.md"]
        let sut = try await run(
            ["explore", "--schedule", try file(folder)],
            environment: ["GITHUB_ACTIONS": "true", "GITHUB_STEP_SUMMARY": summary]
        )
        let annotation = "::error title=PROP-07 failed%3A updateNote::PUT /notes/1 was sent"
        #expect(sut.errors.contains(annotation), "\(sut.errors)")
        #expect(try folder.read("summary.md").contains("PROP-07 in step 1"))
    }
}
