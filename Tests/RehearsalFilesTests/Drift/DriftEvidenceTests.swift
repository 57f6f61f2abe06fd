import Rehearsal
import TestAdmission
import Testing

@testable import RehearsalRecordings

@Suite("Evidence in a recording for values that may differ", .limitedConcurrency)
struct DriftEvidenceTests {
    private static func answer(_ body: String) -> ComparedResponse {
        ComparedResponse(200, headers: ["Content-Type": "application/json"], body: Array(body.utf8))
    }

    private static func changes(_ recorded: [String], _ now: String, words: [DocumentPath] = []) -> [String] {
        DriftCheck(recorded.map { answer($0) }, words: words).changes(in: [answer(now)]).map(\.description)
    }

    /// A JSON list of objects with one member of this name, one for each value.
    private static func list(_ name: String, _ values: [String]) -> String {
        "[" + values.map { "{\"\(name)\":\"\($0)\"}" }.joined(separator: ",") + "]"
    }

    @Test(
        "A new word is reported only where the recording repeats the same few words.",
        arguments: [
            ("state", ["open", "paid", "open", "paid"], true), ("state", ["open", "open", "open"], true),
            // All values differ, or there are too few of them.
            ("state", ["a", "b", "c", "d"], false), ("state", ["open", "open"], false),
            // Users choose these values, even where they repeat.
            ("user_name", ["kim", "ada", "kim", "ada"], false), ("userName", ["kim", "kim", "kim"], false),
            ("city", ["ulm", "ulm", "ulm"], false), ("userRole", ["admin", "admin", "admin"], true),
        ]
    )
    func words(_ name: String, _ seen: [String], _ isReported: Bool) {
        let changes = Self.changes([Self.list(name, seen)], Self.list(name, ["never"]))
        #expect(changes.isEmpty != isReported, "\(changes)")
    }

    @Test("One word of one object is not evidence, however often it repeats; two words of two objects are.")
    func oneThing() {
        let (open, paid) = (#"{"state":"open","n":1}"#, #"{"state":"paid","n":1}"#)
        let now = #"{"state":"lost","n":1}"#
        #expect(Self.changes([open, open, open, open], now).isEmpty)
        #expect(Self.changes([open, paid], now).isEmpty)
        let others = [open, paid].map { $0.replacing("1", with: "2") }
        #expect(
            Self.changes([open, paid] + others, now) == ["$.state has the new value lost, recorded values: open, paid"]
        )
        #expect(
            Self.changes(
                [#"[{"role":"admin","n":1}]"#, #"[{"role":"admin","n":1}]"#, #"[{"role":"admin","n":1}]"#],
                #"[{"role":"owner","n":1}]"#
            ).isEmpty
        )
    }

    @Test("A place that is declared to hold one of a few words reports a new word of any form.")
    func declared() throws {
        let words = [try DocumentPath("$[*].plan")]
        let changes = Self.changes([Self.list("plan", ["Pro 2"])], Self.list("plan", ["Pro 3"]), words: words)
        #expect(changes == ["$[*].plan has the new value Pro 3, recorded values: Pro 2"])
        #expect(Self.changes([Self.list("plan", ["Pro 2"])], Self.list("plan", ["Pro 3"])).isEmpty)
    }

    @Test("A place with more words than the limit does not report a new word.")
    func many() {
        let seen = (0..<200).map { index in "w" + String(repeating: "x", count: index % 39) + (index < 39 ? "a" : "b") }
        #expect(Self.changes([Self.list("state", seen)], Self.list("state", ["never"])).isEmpty)
    }

    @Test(
        "A date in another format is reported with both formats.",
        arguments: [
            ("2026-01-01T10:00:00Z", "2026-01-01T10:00:00", "a date and time without a zone, was a date and time"),
            (
                "2026-01-01T10:00:00Z", "2026-01-01 10:00:00Z",
                "a date and time with a space instead of T, was a date and time"
            ),
            ("2026-01-01T10:00:00", "2026-01-01T10:00:00+02:00", "a date and time, was a date and time without a zone"),
            (
                "2026-01-01T10:00:00+01:00", "2026-01-01T10:00:00+0100",
                "a date and time with a zone without a colon, was a date and time"
            ),
            (
                "2026-01-01T10:00:00.5Z", "2026-01-01 10:00:00",
                "a date and time with a space instead of T, without a zone, "
                    + "was a date and time with a fraction of a second"
            ),
            ("2026-01-01T10:00:00Z", "Thu, 01 Jan 2026 10:00:00 GMT", "an HTTP date, was a date and time"),
            ("2026-01-01", "2026-01-01T00:00:00Z", "a date and time, was a date"),
            ("2026-01-01T10:00:00Z", "1767261600", "a number in quotes, was a date and time"),
            ("2026-01-01T10:00:00Z", "2026-01-01T10:00:00 o'clock", "text, was a date and time"),
        ]
    )
    func dates(_ before: String, _ now: String, _ expected: String) {
        let changes = Self.changes([Self.list("at", [before])], Self.list("at", [now]))
        #expect(changes == ["$[*].at is formatted as \(expected)"])
    }

    @Test("Another time zone is not reported, nor a format that was recorded; a third format is.")
    func sameDates() {
        let zulu = Self.list("at", ["2026-01-01T10:00:00Z"])
        #expect(Self.changes([zulu], Self.list("at", ["2026-06-01T10:00:00+02:00"])).isEmpty)
        let both = Self.list("at", ["2026-01-01T10:00:00Z", "2026-01-01T10:00:00.250Z"])
        #expect(Self.changes([both], zulu).isEmpty)
        #expect(Self.changes([both], Self.list("at", ["2026-01-01T10:00:00"])).count == 1)
    }

    @Test("One date without its fraction is not reported; dates that all lack their fractions are.")
    func wholeSeconds() {
        let exact = Self.list("at", ["2026-01-01T10:00:00.123Z", "2026-01-01T10:00:00.5Z"])
        let whole = "2026-01-01T10:00:00Z"
        #expect(Self.changes([exact], Self.list("at", [whole])).isEmpty)
        #expect(Self.changes([exact], Self.list("at", [whole, "2026-01-01T10:00:00.7Z"])).isEmpty)
        #expect(Self.changes([exact], Self.list("at", [whole, whole])).count == 1)
    }

    @Test("Another format is reported after three recorded values of one format, and not after one.")
    func chance() {
        for (once, now) in [("12345", "AB1 2CD"), ("17", "abc"), ("1.0", "1.0.1"), ("/x", "/")] {
            #expect(Self.changes([Self.list("code", [once])], Self.list("code", [now])).isEmpty)
            #expect(Self.changes([Self.list("code", [once, once, once])], Self.list("code", [now])).count == 1)
        }
    }

    @Test("A new capitalized word is reported for a state, and not for free text or a city.")
    func capitals() {
        let seen = ["Open", "Open", "InProgress", "InProgress"]
        #expect(
            Self.changes([Self.list("state", seen)], Self.list("state", ["Open", "Weird"]))
                == ["$[*].state has the new value Weird, recorded values: InProgress, Open"]
        )
        #expect(Self.changes([Self.list("state", seen)], Self.list("state", ["Open", "Some text"])).isEmpty)
        #expect(Self.changes([Self.list("city", seen)], Self.list("city", ["Weird"])).isEmpty)
        #expect(Self.changes([Self.list("state", ["Open", "Done"])], Self.list("state", ["Weird"])).isEmpty)
    }

    @Test("Other keys of a dictionary are not reported; a change below them is reported once for all keys.")
    func dictionaries() {
        let recorded = #"{"byDay":{"2026-01-01":{"n":1},"2026-01-02":{"n":2}},"name":"x"}"#
        #expect(Self.changes([recorded], #"{"byDay":{"2026-11-22":{"n":3}},"name":"x"}"#).isEmpty)
        #expect(Self.changes([recorded], #"{"byDay":{},"name":"x"}"#).isEmpty)
        #expect(Self.changes([#"{"byDay":{}}"#], #"{"byDay":{"2026-11-22":{"n":3}}}"#).isEmpty)
        let changes = Self.changes([recorded], #"{"byDay":{"2026-11-22":{"n":"3","m":1}},"name":"x"}"#)
        #expect(changes == ["$.byDay.*.m is new: a number", "$.byDay.*.n is a string, was a number"])
        #expect(Self.changes([recorded], #"{"byDay":{"2026-11-22":{"n":3}}}"#) == ["$.name is gone, was a string"])
    }
}
