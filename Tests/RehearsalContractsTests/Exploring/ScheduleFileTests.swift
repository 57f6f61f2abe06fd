import Rehearsal
import RehearsalContracts
import TestAdmission
import Testing

@Suite("Schedule files", .limitedConcurrency)
struct ScheduleFileTests {
    @Test(
        "The text of an action reads as the same action.",
        arguments: [
            .normal, .status(503), .status(429, retryAfter: 2), .statusAfterEffect(500), .requestLost, .replyLost,
            .replyCut, .delay(.milliseconds(1_500)), .late, .webPage, .leftover,
        ] as [ScheduleAction]
    )
    func action(_ action: ScheduleAction) {
        #expect(ScheduleAction(action.description) == action)
    }

    @Test(
        "A text that is not an action is rejected.",
        arguments: [
            "", "200", "503 after", "503 retry-after", "503 retry-after -1", "delay", "delay 2", "lost", "LATE",
        ]
    )
    func malformedAction(_ text: String) {
        #expect(ScheduleAction(text) == nil)
    }

    @Test("Equal actions in a row are one element of a list.")
    func repetition() throws {
        let actions: [ScheduleAction] = [
            .normal, .status(503), .status(503), .status(503, retryAfter: 2), .requestLost, .requestLost, .requestLost,
        ]
        let step = Schedule.Step(.call(.init("list")), actions)
        #expect("\(step)" == "list [normal, 503 × 2, 503 retry-after 2, request lost × 3]")
        let sut = ScheduleFile(subject: "notes", Schedule([step]))
        #expect(try ScheduleFile(parsing: Array(sut.text.utf8)) == sut)
        #expect(try ScheduleFile(parsing: Array(sut.text.replacing("×", with: "x").utf8)) == sut)
    }

    @Test(
        "A text that does not repeat an action is rejected.",
        arguments: ["503 ×", "× 2", "503 × 0", "503 × 1001", "503 × two", "503 * 2", "503 × 2 × 2"]
    )
    func malformedRepetition(_ text: String) {
        #expect(ActionRun(text) == nil)
    }

    @Test("Repeated actions count as often as they are repeated, up to the limit of a step.")
    func repetitionLimit() {
        let text = "{\"schedule\": 1, \"steps\": [{\"call\": \"a\", \"requests\": [\"503 × 600\", \"404 × 401\"]}]}"
        let error = #expect(throws: ScheduleFile.Mistake.self) { try ScheduleFile(parsing: Array(text.utf8)) }
        #expect(error?.message == "a step can have at most 1000 actions")
    }

    @Test("A schedule file contains the whole schedule.")
    func roundTrip() throws {
        let schedule = Schedule([
            .init(.call(.init("list", parallel: 3, isCancelled: true)), [.normal, .late]),
            .init(.call(.init("create", isInBackground: true)), [.status(503, retryAfter: 1), .replyLost]),
            .init(.pause(.seconds(90))), .init(.call(.init("sync", isOffline: true))),
        ])
        let sut = ScheduleFile(subject: "notes \"app\"", property: "PROP-03", finding: "two\nlines", schedule)
        #expect(try ScheduleFile(parsing: Array(sut.text.utf8)) == sut)
    }

    @Test(
        "A mistake in a schedule file is reported with its position and the correction.",
        arguments: [
            ("{}", "1:1: error: a schedule file needs \"schedule\": 1"),
            ("{\"schedule\": 2, \"steps\": []}", "1:14: error: \"schedule\" must be 1, the only version"),
            ("{\"schedule\": 1}", "1:1: error: a schedule needs \"steps\""),
            ("{\"schedule\": 1,\n \"stepss\": []}", "2:12: error: unknown key \"stepss\"; did you mean \"steps\"?"),
            ("{\"schedule\": 1, \"schedule\": 1}", "1:29: error: the key \"schedule\" is repeated"),
            (
                "{\"schedule\": 1, \"steps\": [\n{\"pause\": \"2\"}]}",
                "2:11: error: \"pause\" must be a duration of at most a day, such as \"2s\""
            ),
            (
                "{\"schedule\": 1, \"steps\": [{\"pause\": \"2s\", \"call\": \"a\"}]}",
                "1:27: error: a step needs either \"call\" or \"pause\""
            ),
            (
                "{\"schedule\": 1, \"steps\": [{\"pause\": \"2s\", \"requests\": []}]}",
                "1:55: error: \"requests\" belongs to a step with \"call\""
            ),
            (
                "{\"schedule\": 1, \"steps\": [{\"call\": \"a\", \"parallel\": 0}]}",
                "1:53: error: \"parallel\" must be 1 to 100"
            ),
        ]
    )
    func mistake(_ text: String, _ message: String) {
        let error = #expect(throws: ScheduleFile.Mistake.self) { try ScheduleFile(parsing: Array(text.utf8)) }
        #expect(error?.description == message)
    }

    @Test("An unknown action is reported with the valid forms.")
    func unknownAction() {
        let text = "{\"schedule\": 1, \"steps\": [{\"call\": \"a\", \"requests\": [\"503\", \"lost\"]}]}"
        let error = #expect(throws: ScheduleFile.Mistake.self) { try ScheduleFile(parsing: Array(text.utf8)) }
        #expect(error?.message.contains(ScheduleAction.forms) == true)
        #expect(error?.column == 61)
    }
}
