import Rehearsal
import RehearsalTestSupport
import TestAdmission
import Testing

@testable import RehearsalCLI

@Suite("rehearsal report", .limitedConcurrency)
@BlockingThread
struct ReportTests {
    private let scratch: ScratchFolder
    private let reference: String
    private let mutant: String

    init() throws {
        scratch = try ScratchFolder()
        reference = try scratch.write("reference.json", Self.report("pass", "pass"))
        mutant = try scratch.write("mutant.json", Self.report("fail", "blocked"))
    }

    /// Returns a report with two clauses, the second of which depends on the first.
    private nonisolated static func report(_ first: String, _ second: String) -> String {
        """
        {"format": "rehearsal-report", "version": 1, "subject": "parking",
         "rules": [{"id": "RETRY-02", "level": "MUST", "statement": "Attempts are bounded.", "source": "all"}],
         "clauses": [
           {"id": "RETRY-02/list/503", "rule": "RETRY-02", "operation": "list", "verdict": "\(first)",
            "findings": ["expected 3 requests, saw 7"]},
           {"id": "BACK-01/list/503", "rule": "BACK-01", "operation": "list", "verdict": "\(second)",
            "reason": "RETRY-02"}]}
        """
    }

    @Test("The diff of a reference and a mutant names the broken rule and counts the clauses that it blocks.")
    func diff() throws {
        let sut = try ChildProgram.run(["report", "diff", reference, mutant])
        #expect(sut.status == 1)
        #expect(
            sut.output == """
                1 rule broke (RETRY-02), 0 fixed, 2 of 2 clauses changed

                RETRY-02 broke: Attempts are bounded.
                  RETRY-02/list/503: pass → fail: expected 3 requests, saw 7
                  blocks 1 clause

                """
        )
    }

    @Test("The diff succeeds if rules were fixed or if nothing changed.")
    func unbroken() throws {
        let fixed = try ChildProgram.run(["report", "diff", mutant, reference])
        #expect(fixed.status == 0)
        #expect(fixed.output.hasPrefix("0 rules broke, 1 fixed (RETRY-02), 2 of 2 clauses changed\n"))
        let same = try ChildProgram.run(["report", "diff", mutant, mutant])
        #expect(same.status == 0)
        #expect(same.output == "no clause changed its verdict (2 clauses)\n")
    }

    @Test("The diff fails if its output cannot be written.")
    func unwritten() throws {
        let line = "exec \"$0\" report diff \"$1\" \"$1\" > /dev/full"
        let sut = try BoundedRun.runSynchronously(
            "/bin/sh",
            ["-c", line, try ChildProgram.path(), reference],
            seconds: 240
        )
        #expect(sut.end == .exited(2))
    }

    @Test("The option --json prints the changes as one document.")
    func json() throws {
        let sut = try ChildProgram.run(["report", "diff", reference, mutant, "--json"])
        let json = try JSON(parsing: sut.output)
        #expect(sut.status == 1)
        #expect(json["isBroken"] == true)
        #expect(json["newFailures"]?.elements.map { $0["rule"] } == ["RETRY-02"])
        #expect(json["changes"]?.elements.count == 2)
    }

    @Test(
        "The command show prints a report in every format.",
        arguments: [
            ("text", "failed: 0 pass, 1 fail, 0 known failure, "), ("junit", "<?xml version"),
            ("html", "<!doctype html>"), ("markdown", "### parking: failed"), ("github", "::error title=RETRY-02"),
            ("json", "{\n  \"format\": \"rehearsal-report\","),
        ]
    )
    func show(_ format: String, _ start: String) throws {
        let sut = try ChildProgram.run(["report", "show", mutant, "--as", format])
        #expect(sut.status == 0)
        #expect(sut.output.hasPrefix(start))
    }

    @Test(
        "The command rejects unreadable files and invalid arguments, and names the valid form.",
        arguments: [
            (["diff", "none.json", "none.json"], "\"none.json\" cannot be read: it does not exist"),
            (["show", "/dev/null"], "\"/dev/null\" cannot be read: it is not a regular file"),
            (["diff", "one.json"], "report diff takes two reports, found 1"),
            (["dif"], "unknown action \"dif\" of report"), ([], "report needs diff or show"),
            (["show", "x.json", "--as", "htm"], "did you mean html?"),
        ]
    )
    func wrong(_ words: [String], _ message: String) throws {
        let sut = try ChildProgram.run(["report"] + words)
        #expect(sut.status == 64)
        #expect(sut.errors.contains(message))
    }

    @Test("The command rejects a document that is not a report, with the reason.")
    func otherDocument() throws {
        let other = try scratch.write("verdict.json", #"{"event": "verdict"}"#)
        let sut = try ChildProgram.run(["report", "show", other])
        #expect(sut.status == 64)
        #expect(sut.errors.contains("cannot be read as a report: the document is not a report of rehearsal verify"))
    }
}
