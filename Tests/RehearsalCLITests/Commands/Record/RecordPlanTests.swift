import TestAdmission
import Testing

@testable import RehearsalCLI
@testable import RehearsalRecorder

@Suite("The plan of a recording", .limitedConcurrency)
struct RecordPlanTests {
    private func plan(
        _ mode: RecordOptions.Mode,
        _ onMiss: RecordOptions.MissHandling?,
        recordingExists: Bool,
        path: String? = "Recordings/a.har",
    ) throws(UsageError) -> RecordPlan {
        var options = try RecordOptions(typed: ["--upstream=http://a.example", "--into=Recordings/a"])
        (options.mode, options.onMiss, options.path) = (mode, onMiss, path)
        return try RecordPlan(options, recordingExists: recordingExists)
    }

    @Test(
        "Every mode records if the recording does not exist.",
        arguments: RecordOptions.Mode.allCases
    )
    func first(_ mode: RecordOptions.Mode) throws {
        let sut = try plan(mode, nil, recordingExists: false)
        #expect(!sut.replays)
        #expect(sut.onMiss == .record)
    }

    @Test("The mode once replays an existing recording and sends nothing upstream.")
    func once() throws {
        let sut = try plan(.once, nil, recordingExists: true)
        #expect(sut.replays)
        #expect(sut.onMiss == .fail)
        #expect(!sut.records)
        #expect(!sut.rewrites)
    }

    @Test("The mode new adds missing exchanges, or forwards them without recording.")
    func new() throws {
        #expect(try plan(.new, nil, recordingExists: true).records)
        #expect(try plan(.new, .forward, recordingExists: true).onMiss == .forward)
        #expect(try plan(.new, .fail, recordingExists: true).onMiss == .fail)
    }

    @Test("The mode rewrite records anew and replays nothing.")
    func rewrite() throws {
        let sut = try plan(.rewrite, nil, recordingExists: true)
        #expect(!sut.replays)
        #expect(sut.records)
        #expect(sut.rewrites)
    }

    @Test("A plan that only forwards needs no recording.")
    func spy() throws {
        let sut = try plan(.once, .forward, recordingExists: false, path: nil)
        #expect(!sut.replays)
        #expect(!sut.records)
    }

    @Test("A plan rejects contradictory options with a hint.")
    func contradictions() {
        let wrongs: [(RecordOptions.Mode, RecordOptions.MissHandling?, Bool, String?, String)] = [
            (.once, .record, true, "a.har", "--mode new"), (.rewrite, .forward, true, "a.har", "omit one"),
            (.rewrite, .fail, false, "a.har", "omit one"), (.once, .fail, false, "a.har", "record it first"),
            (.once, nil, false, nil, "--into"), (.new, .record, false, nil, "--into"),
        ]
        for (mode, miss, isThere, path, hint) in wrongs {
            let error = #expect(throws: UsageError.self) {
                _ = try plan(mode, miss, recordingExists: isThere, path: path)
            }
            #expect(error?.hint?.contains(hint) == true, "\(error?.message ?? "")")
        }
    }
}
