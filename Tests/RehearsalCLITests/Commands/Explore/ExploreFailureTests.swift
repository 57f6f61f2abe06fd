import Foundation
import RehearsalTestSupport
import TestAdmission
import Testing

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

@Suite("Errors of rehearsal explore", .limitedConcurrency)
struct ExploreFailureTests {
    private func run(_ words: [String], _ script: String = "exit 0") async throws -> ChildProgram.Outcome {
        try await runBlocking { try ChildProgram.run(["explore"] + words + ["--", "/bin/sh", "-c", script]) }
    }

    /// A script that declares one operation and an exploration, and continues.
    private static let hello =
        #"read x; echo '{"hello":1,"name":"a","explores":true,"ops":[{"op":"a","method":"GET","path":"/","void":true}]}'; "#

    /// A report with one finding.
    private static let report =
        #"{"report":{"subject":"a","seed":7,"progress":{"schedules":40,"behaviors":3,"findings":1,"elapsed":1},"#
        + #""findings":[{"property":"PROP-03","violation":"it \u001b[31mfailed","steps":[{"call":"a"}]}]}}"#

    @Test(
        "Explore rejects invalid options and names the valid form.",
        arguments: [
            (["--seed", "0"], "--seed takes a whole number from 1"),
            (["--schedules", "0"], "--schedules takes a whole number of at least 1"),
            (["--for", "fast"], "--for takes a duration such as"),
            (["--report", "markdown=x"], "unknown report format \"markdown\""),
            (["--report", "json=a", "--report", "html=a"], "two outputs go to \"a\""),
            (["--runs", "3"], "--runs has a meaning only with --schedule"),
            (["--schedule", "a", "--seed", "1"], "--seed has no meaning with --schedule"),
            (["--schedule", "/no/such/file"], "cannot be read: it does not exist"),
            (["extra"], "explore takes only options before --"),
        ]
    )
    func usage(words: [String], problem: String) async throws {
        let sut = try await run(words, Self.hello + "cat > /dev/null")
        #expect(sut.status == 64, "\(sut.errors)")
        #expect(sut.errors.contains(problem), "\(sut.errors)")
    }

    @Test("Verify rejects its own options together with a schedule.")
    func verifyOptions() async throws {
        let words = ["verify", "--schedule", "a", "--profile", "strict", "--", "/bin/true"]
        let sut = try await runBlocking { try ChildProgram.run(words) }
        #expect(sut.status == 64)
        #expect(sut.errors.contains("--profile has no meaning with --schedule"), "\(sut.errors)")
        let runs = try await runBlocking { try ChildProgram.run(["verify", "--runs", "3", "--", "/bin/true"]) }
        #expect(runs.errors.contains("--runs has a meaning only with --schedule"), "\(runs.errors)")
    }

    @Test("A malformed schedule file is an error with its place, and so is a folder without schedules.")
    func malformed() async throws {
        let folder = try ScratchFolder()
        let path = try folder.write("a.schedule.jsonc", "{ \"schedule\": 1,\n  \"steps\": [{ \"cal\": \"a\" }] }")
        let sut = try await run(["--schedule", path])
        #expect(sut.status == 64)
        #expect(sut.errors.contains("\(path):2:22: unknown key \"cal\"; did you mean \"call\"?"), "\(sut.errors)")
        let emptyFolder = try ScratchFolder()
        let empty = try await run(["--schedule", emptyFolder.path])
        #expect(empty.errors.contains("contains no *.schedule.jsonc"), "\(empty.errors)")
    }

    @Test("A folder that cannot be created is an error before the search.")
    func unwritable() async throws {
        let sut = try await run(["--save", "/dev/null/a"], "echo begun >&2; exit 1")
        #expect(sut.status == 2)
        #expect(sut.errors == "error: cannot write to /dev/null/a: Not a directory\n")
    }

    @Test(
        "A subject that ends, fails or sends an invalid message is an error that says so.",
        arguments: [
            ("read x; echo oops >&2; exit 4", "the subject exited with 4 after 0 schedules; its standard error: oops"),
            (#"read x; echo '{"progress":{"schedules":7}}'; exit 4"#, "exited with 4 after 7 schedules"),
            (#"read x; echo '{"progress":{"schedules":7}}'; exit 4"#, "\n  to repeat the search: --seed 7\n"),
            ("read x; exec >&-; cat > /dev/null; sleep 1000", "closed its standard input or output"),
            ("read x; echo what; cat > /dev/null", "that is not JSON: \"what\""),
            (#"read x; echo '{"report":{}}'; cat"#, "the subject sent an invalid message: report.subject: is missing"),
            (#"read x; echo '{"progress":{"schedules":true}}'; cat"#, "progress.schedules: expected"),
            (#"read x; echo '{"failed":"no backend"}'; cat"#, "the client cannot be explored: no backend\n"),
        ]
    )
    func broken(script: String, problem: String) async throws {
        let sut = try await run(["--seed", "7"], Self.hello + script)
        #expect(sut.status == 2, "\(sut.errors)")
        #expect(sut.errors.contains(problem), "\(sut.errors)")
    }

    @Test("A subject that does not say that it can search is not asked to.")
    func silent() async throws {
        let hello = Self.hello.replacing(#""explores":true,"#, with: "")
        let sut = try await run([], hello + "read x && echo asked >&2; exit 1")
        #expect(sut.status == 2)
        #expect(sut.errors.contains("the subject cannot search, because it has no model backend"), "\(sut.errors)")
        #expect(!sut.errors.contains("asked"))
    }

    @Test("A search in which no schedule was run is not a success.")
    func nothing() async throws {
        let report = #"{"report":{"subject":"a","seed":7,"progress":{"schedules":0}}}"#
        let sut = try await run([], Self.hello + "read x; echo '\(report)'; cat > /dev/null")
        #expect(sut.status == 2)
        #expect(sut.errors.contains("error: no schedule was run"), "\(sut.errors)")
    }

    @Test("Runs of a replay that were not judged, and requests outside of the model, are printed.")
    func limits() async throws {
        let folder = try ScratchFolder()
        let path = try folder.write("a.schedule.jsonc", #"{ "schedule": 1, "steps": [{ "call": "a" }] }"#)
        let report =
            #"{"report":{"subject":"a","seed":0,"progress":{"schedules":2,"inconclusive":1},"#
            + #""undeclaredRequests":["GET /flags"]}}"#
        let script = Self.hello + "read x; echo '\(report)'; cat > /dev/null"
        let sut = try await run(["--schedule", path, "--runs", "2"], script)
        #expect(sut.status == 0, "\(sut.errors)")
        let note = "not in the model, which replied with 501: GET /flags"
        let lines = ["passed 2 of 2 runs, 1 not judged: \(path)", "", note]
        #expect(sut.output == lines.map { $0 + "\n" }.joined(), "\(sut.output)")
    }

    @Test("The first SIGINT ends the search, and the report with the findings so far is printed.")
    func interrupted() async throws {
        let folder = try ScratchFolder()
        let begun = try NamedPipe(in: folder)
        let script =
            Self.hello + "read x; echo > \(begun.path); read y; echo \"$y\" > \(folder["stop"]); "
            + "printf '%s\\n' '\(Self.report)'; cat > /dev/null"
        let sut = try await runBlocking {
            let child = try ChildProgram(["explore", "--save", folder["saved"], "--", "/bin/sh", "-c", script])
            guard begun.wait() else { throw ChildProgram.Failure(description: "no search began: \(child.errors)") }
            child.signal(SIGINT)
            let (status, output) = try child.end()
            return ChildProgram.Outcome(status: status, output: output, errors: child.errors)
        }
        #expect(sut.status == 1, "\(sut.errors)")
        #expect(sut.output.contains("PROP-03 in step 1: it \\u{1b}[31mfailed"), "\(sut.output)")
        #expect(sut.errors.hasPrefix("SIGINT ended the run\n"), "\(sut.errors)")
        #expect(try folder.read("stop") == "{\"explore\":\"stop\"}\n")
        #expect(try folder.read("saved/PROP-03.schedule.jsonc").contains("{\"call\":\"a\"}"))
    }

    @Test("The second SIGINT ends the command at once, although the subject sends no report.")
    func killed() async throws {
        let folder = try ScratchFolder()
        let (begun, asked) = (try NamedPipe(in: folder), try NamedPipe(in: folder))
        let script =
            Self.hello + "read x; echo > \(begun.path); read y; "
            + "trap '' INT TERM; echo > \(asked.path); sleep 1000 & wait; wait"
        let status = try await runBlocking {
            let child = try ChildProgram(["explore", "--", "/bin/sh", "-c", script])
            for pipe in [begun, asked] {
                guard pipe.wait() else { throw ChildProgram.Failure(description: "no search: \(child.errors)") }
                child.signal(SIGINT)
            }
            return try child.end().status
        }
        #expect(status == 2)
    }
}
