import Rehearsal
import RehearsalContracts
import TestAdmission
import Testing

@Suite("The JSON Schema of schedule files", .limitedConcurrency)
struct ScheduleSchemaTests {
    /// Returns whether the schema accepts a document.
    private func isValid(_ text: String) throws -> Bool {
        try JSON.Schema(ScheduleFile.schema).isValid(JSON(parsing: text))
    }

    @Test("The schema accepts each action and each key of a step.")
    func complete() throws {
        let actions: [ScheduleAction] = [
            .normal, .status(503), .status(429, retryAfter: 2), .statusAfterEffect(500), .requestLost, .replyLost,
            .replyCut, .delay(.milliseconds(1_500)), .late, .webPage, .leftover, .leftover,
        ]
        let call = Schedule.Call("list", parallel: 3, isOffline: true, isCancelled: true, isInBackground: true)
        let steps = [Schedule.Step(.call(call), actions), Schedule.Step(.pause(.seconds(90)))]
        let file: JSON = [
            "$schema": "a", "schedule": 1, "subject": "s", "property": "p", "finding": "f",
            "steps": .array(steps.map(\.json)),
        ]
        #expect(try isValid(String(decoding: file.bytes(), as: UTF8.self)))
        #expect(throws: Never.self) { try ScheduleFile(parsing: file.bytes()) }
    }

    @Test(
        "The schema rejects what the reader rejects.",
        arguments: [
            #"{"schedule": 1}"#, #"{"schedule": 2, "steps": []}"#, #"{"schedule": 1, "steps": [], "other": 1}"#,
            #"{"schedule": 1, "steps": [{}]}"#, #"{"schedule": 1, "steps": [{"call": "a", "pause": "2s"}]}"#,
            #"{"schedule": 1, "steps": [{"pause": "2"}]}"#,
            #"{"schedule": 1, "steps": [{"pause": "2s", "parallel": 2}]}"#,
            #"{"schedule": 1, "steps": [{"call": "a", "parallel": 101}]}"#,
            #"{"schedule": 1, "steps": [{"call": "a", "requests": ["200"]}]}"#,
            #"{"schedule": 1, "steps": [{"call": "a", "requests": ["LATE"]}]}"#,
            #"{"schedule": 1, "steps": [{"call": "a", "requests": ["503 × 0"]}]}"#,
            #"{"schedule": 1, "steps": [{"call": "a", "requests": ["503 × 1001"]}]}"#,
            #"{"schedule": 1, "steps": [{"call": "a", "requests": ["503 × 2 × 2"]}]}"#,
        ]
    )
    func rejected(_ text: String) throws {
        #expect(throws: ScheduleFile.Mistake.self) { try ScheduleFile(parsing: Array(text.utf8)) }
        #expect(try !isValid(text))
    }
}
