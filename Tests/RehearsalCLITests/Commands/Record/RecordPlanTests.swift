import TestAdmission
import Testing

@testable import RehearsalCLI
@testable import RehearsalRecorder

@Suite("What a recording comes to", .admitted)
struct RecordPlanTests {
    private func plan(
        _ mode: RecordOptions.Mode,
        _ onMiss: RecordOptions.Miss?,
        isThere: Bool,
        path: String? = "Recordings/a.har",
    ) throws(UsageError) -> RecordPlan {
        var options = try RecordOptions(typed: ["--upstream=http://a.example", "--into=Recordings/a"])
        (options.mode, options.onMiss, options.path) = (mode, onMiss, path)
        return try RecordPlan(options, isThere: isThere)
    }

    @Test(
        "A recording that is not there yet is made, whatever becomes of one that is.",
        arguments: RecordOptions.Mode.allCases
    )
    func first(_ mode: RecordOptions.Mode) throws {
        let sut = try plan(mode, nil, isThere: false)
        #expect(!sut.replays && sut.onMiss == .record)
    }

    @Test("Once it is there, it is replayed and upstream is asked nothing.")
    func once() throws {
        let sut = try plan(.once, nil, isThere: true)
        #expect(sut.replays && sut.onMiss == .fail && !sut.records && !sut.startsAnew)
    }

    @Test("What is missing is added to it, or passed on without being added.")
    func new() throws {
        #expect(try plan(.new, nil, isThere: true).records)
        #expect(try plan(.new, .forward, isThere: true).onMiss == .forward)
        #expect(try plan(.new, .fail, isThere: true).onMiss == .fail)
    }

    @Test("Made anew, it answers nothing.")
    func rewrite() throws {
        let sut = try plan(.rewrite, nil, isThere: true)
        #expect(!sut.replays && sut.records && sut.startsAnew)
    }

    @Test("A spy needs no recording.")
    func spy() throws {
        let sut = try plan(.once, .forward, isThere: false, path: nil)
        #expect(!sut.replays && !sut.records)
    }

    @Test("What contradicts itself is said to.")
    func contradictions() {
        let wrongs: [(RecordOptions.Mode, RecordOptions.Miss?, Bool, String?, String)] = [
            (.once, .record, true, "a.har", "--mode new"), (.rewrite, .forward, true, "a.har", "omit one"),
            (.rewrite, .fail, false, "a.har", "omit one"), (.once, .fail, false, "a.har", "record it first"),
            (.once, nil, false, nil, "--into"), (.new, .record, false, nil, "--into"),
        ]
        for (mode, miss, isThere, path, hint) in wrongs {
            let error = #expect(throws: UsageError.self) {
                _ = try plan(mode, miss, isThere: isThere, path: path)
            }
            #expect(error?.hint?.contains(hint) == true, "\(error?.message ?? "")")
        }
    }
}
