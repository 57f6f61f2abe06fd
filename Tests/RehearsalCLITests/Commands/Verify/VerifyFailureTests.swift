import Foundation
import RehearsalTestSupport
import TestAdmission
import Testing

@Suite("Errors of rehearsal verify", .limitedConcurrency)
struct VerifyFailureTests {
    private func run(_ words: [String], _ script: String = "exit 0") async throws -> ChildProgram.Outcome {
        try await runBlocking { try ChildProgram.run(["verify"] + words + ["--", "/bin/sh", "-c", script]) }
    }

    /// A script that declares one operation and continues.
    private static let hello =
        #"read x; echo '{"hello":1,"ops":[{"op":"a","method":"GET","path":"/","void":true}]}'; "#

    @Test(
        "Verify rejects invalid options and names the valid form.",
        arguments: [
            (["--only", "RETRY-02"], "--only \"RETRY-02\" matches no clause of this client"),
            (["--only", "STAT-05"], "did you mean STAT-05/**?"),
            (["--known-flaky", "X/**"], "--known-flaky: \"X/**\" matches no clause"),
            (["--shard", "3/2"], "--shard takes K/N"),
            (["--timing", "of"], "did you mean off?"),
            (["--report", "htm=x"], "did you mean html?"),
            (["--known-failing", "@/no/such/file"], "cannot be read: it does not exist"),
            (["--root", "/dev/null"], "--root takes a folder, found \"/dev/null\""),
            (["--report", "json=a", "--report", "html=a"], "two outputs go to \"a\""),
            (["--report", "json=a", "--write-known-failing", "a"], "two outputs go to \"a\""),
            (["--json", "--report", "json=-"], "two reports go to standard output"),
            (["--parallel", "0"], "--parallel takes a whole number from 1 to 64"),
            (["extra"], "verify takes only options before --"),
        ]
    )
    func usage(words: [String], problem: String) async throws {
        let sut = try await run(words, Self.hello + "cat > /dev/null")
        #expect(sut.status == 64, "\(sut.errors)")
        #expect(sut.errors.contains(problem), "\(sut.errors)")
    }

    @Test("An unknown member of the hello is a warning, and an error with --strict-hello.")
    func remarks() async throws {
        let hello =
            #"read x; echo '{"hello":1,"retrys":{},"ops":[{"op":"a","method":"GET","path":"/","void":true}]}'; "#
        let remark = "hello: retrys is not a known member and has no effect; did you mean retry?"
        let strict = try await run(["--strict-hello", "--only", "REQ-01/**"], hello + "cat > /dev/null")
        #expect(strict.status == 2)
        #expect(strict.errors == "error: \(remark)\n")
        let lax = try await run(["--only", "REQ-01/**"], hello + "read y")
        #expect(lax.output.contains("warnings\n  \(remark)\n"), "\(lax.output)")
    }

    @Test("The help describes each option, even one with a long name.")
    func help() async throws {
        let text = try await runBlocking { try ChildProgram.run(["verify", "--help"]) }.output
        let indent = String(repeating: " ", count: 28)
        #expect(text.contains("\n  --known-failing PATTERN|@FILE\n\(indent)clauses that are known to fail"))
        #expect(text.contains("\n  --profile core|extended|strict\n\(indent)the set of rules"))
    }

    @Test("Verify rejects arguments without a command.")
    func commandless() async throws {
        let sut = try await runBlocking { try ChildProgram.run(["verify"]) }
        #expect(sut.status == 64)
        #expect(sut.errors.contains("verify needs a command after --"))
    }

    @Test(
        "Verify ends with status 2 if the command sends no valid hello.",
        arguments: [
            ("exit 3", "exited with 3 before it answered"),
            ("echo oops >&2; exit 1", "its standard error: oops"),
            ("echo hello", "the subject answered {\"hello\":1} with \"hello\""),
            (#"read x; echo '{"hello":1,"ops":[{"op":"a"}]}'"#, "ops[0].method: is missing"),
        ]
    )
    func greeting(script: String, problem: String) async throws {
        let sut = try await run([], script)
        #expect(sut.status == 2)
        #expect(sut.errors.contains("error: the client cannot be checked: "), "\(sut.errors)")
        #expect(sut.errors.contains(problem), "\(sut.errors)")
    }

    @Test("Verify reports a program that does not exist.")
    func missing() async throws {
        let sut = try await runBlocking { try ChildProgram.run(["verify", "--", "no-such-program"]) }
        #expect(sut.status == 2)
        #expect(sut.errors.contains("cannot start \"no-such-program\""))
    }

    @Test("A file adds operations that the subject does not declare.")
    func filling() async throws {
        let folder = try ScratchFolder()
        let file = try folder.write(
            "subject.json",
            #"{"name":"filled","ops":[{"op":"b","method":"DELETE","path":"/b","void":true}]}"#
        )
        let sut = try await run(["--list", "--subject", file], Self.hello + "cat > /dev/null")
        #expect(sut.status == 0, "\(sut.errors)")
        #expect(sut.output.contains("REQ-01/a"))
        #expect(sut.output.contains("REQ-01/b"))
    }

    @Test("Verify finds a recorded reply in the nearest Recordings folder, or reports it as missing.")
    func recorded() async throws {
        let har = """
            {"log":{"version":"1.2","entries":[{"_name":"one","startedDateTime":"2026-03-02T08:30:00.000Z",\
            "request":{"method":"GET","url":"https://api.example.com/a"},\
            "response":{"status":203,"headers":[],"content":{"mimeType":"application/json","text":"{}"}}}]}}
            """
        let folder = try ScratchFolder(["Recordings/a.har": har])
        let script =
            #"read x; echo '{"hello":1,"ops":[{"op":"a","method":"GET","path":"/a","reply":{"recorded":"NAME"}}]}'"#
        let found = try await run(["--list", "--root", folder.path], script.replacing("NAME", with: "a/one") + "; cat")
        #expect(found.status == 0, "\(found.errors)")
        let missing = try await run(
            ["--list", "--root", folder.path],
            script.replacing("NAME", with: "a/two") + "; cat"
        )
        #expect(missing.status == 2)
        #expect(missing.errors.contains("ops[0].reply: "), "\(missing.errors)")
        let bare = try ScratchFolder()
        let nowhere = try await run(["--root", bare.path], script.replacing("NAME", with: "a/one") + "; cat")
        #expect(nowhere.errors.contains("\(bare.path) has no folder \"Recordings\"; name the folder with --root DIR"))
    }

    @Test("A subject that crashes in each case fails, and one with invalid output gets no verdict.")
    func broken() async throws {
        let dying = try await run(["--only", "REQ-01/**"], Self.hello + "read x && exit 4")
        #expect(dying.status == 1, "\(dying.errors)")
        #expect(dying.output.contains("crash(the process exited with 4)"), "\(dying.output)")
        let talking = try await run(["--only", "REQ-01/**"], Self.hello + "read x && echo what; cat > /dev/null")
        #expect(talking.status == 2, "\(talking.errors)")
        #expect(talking.output.contains("that is not JSON: \"what\""), "\(talking.output)")
    }

    @Test("The option --subject-log shows the standard error of the subject.")
    func log() async throws {
        let folder = try ScratchFolder()
        let script = "echo 'it begins' >&2; " + Self.hello + "cat > /dev/null"
        #expect(try await run(["--list"], script).errors.isEmpty)
        #expect(try await run(["--list", "--subject-log", "-"], script).errors == "it begins\n")
        _ = try await run(["--list", "--subject-log", folder["log"]], script)
        #expect(try folder.read("log") == "it begins\n")
    }

    @Test("SIGINT ends the subjects in the middle of a case, and verify still reports.")
    func interrupted() async throws {
        let folder = try ScratchFolder()
        let begun = try NamedPipe(in: folder)
        let script =
            Self.hello + "read x; echo $$ >> \(folder["tracks"]); trap '' INT TERM; echo > \(begun.path); "
            + "sleep 1000 & wait; wait"
        let words = ["verify", "--only", "REQ-01/**", "--parallel", "1", "--", "/bin/sh", "-c", script]
        let (status, output) = try await runBlocking {
            let child = try ChildProgram(words)
            guard begun.wait() else { throw ChildProgram.Failure(description: "no case began: \(child.errors)") }
            child.signal(SIGINT)
            return try child.end()
        }
        #expect(status == 2)
        #expect(output.contains("SIGINT ended the run"), "\(output)")
        for number in try folder.read("tracks").split(separator: "\n").compactMap({ Int32($0) }) {
            #expect(kill(number, 0) != 0)
        }
    }
}
