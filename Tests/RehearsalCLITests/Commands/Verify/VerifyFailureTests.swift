import Foundation
import RehearsalTestSupport
import TestAdmission
import Testing

@Suite("rehearsal verify where something is wrong with the question", .admitted)
struct VerifyFailureTests {
    private func run(_ words: [String], _ script: String = "exit 0") async throws -> ChildProgram.Outcome {
        try await onThread { try ChildProgram.run(["verify"] + words + ["--", "/bin/sh", "-c", script]) }
    }

    /// Says that there is one operation, and goes on.
    private static let hello =
        #"read x; echo '{"hello":1,"ops":[{"op":"a","method":"GET","path":"/","void":true}]}'; "#

    @Test(
        "A question that is wrong is told what would be right.",
        arguments: [
            (["--only", "RETRY-02"], "--only \"RETRY-02\" matches no clause of this client"),
            (["--only", "STAT-05"], "did you mean STAT-05/**?"),
            (["--known-flaky", "X/**"], "--known-flaky: \"X/**\" matches no clause"),
            (["--shard", "3/2"], "--shard takes K/N"),
            (["--timing", "of"], "did you mean off?"),
            (["--report", "htm=x"], "did you mean html?"),
            (["--known-failing", "@/no/such/file"], "cannot be read: it does not exist"),
            (["--root", "/dev/null"], "--root takes a folder, found \"/dev/null\""),
            (["--report", "json=a", "--report", "html=a"], "two outputs name \"a\""),
            (["--report", "json=a", "--write-known-failing", "a"], "two outputs name \"a\""),
            (["--json", "--report", "json=-"], "two reports name standard output"),
            (["--parallel", "0"], "--parallel takes a whole number 1 to 64"),
            (["extra"], "verify takes only options before --"),
        ]
    )
    func usage(words: [String], problem: String) async throws {
        let sut = try await run(words, Self.hello + "cat > /dev/null")
        #expect(sut.status == 64, "\(sut.errors)")
        #expect(sut.errors.contains(problem), "\(sut.errors)")
    }

    @Test("A member of a hello that has no effect is a warning, and refused where that is asked for.")
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

    @Test("The help says of each option what it does, also where its name is long.")
    func help() async throws {
        let text = try await onThread { try ChildProgram.run(["verify", "--help"]) }.output
        #expect(
            text.contains(
                "\n  --known-failing PATTERN|@FILE\n" + String(repeating: " ", count: 28) + "clauses that must fail"
            )
        )
        #expect(text.contains("\n  --profile core|extended   the set of rules"))
    }

    @Test("Without a command there is nothing to judge.")
    func commandless() async throws {
        let sut = try await onThread { try ChildProgram.run(["verify"]) }
        #expect(sut.status == 64)
        #expect(sut.errors.contains("verify needs a command after --"))
    }

    @Test(
        "A command that does not get as far as its hello cannot be judged.",
        arguments: [
            ("exit 3", "exited with 3 before it answered"),
            ("echo oops >&2; exit 1", "it said: oops"),
            ("echo hello", "it answered \"hello\" to the greeting"),
            (#"read x; echo '{"hello":1,"ops":[{"op":"a"}]}'"#, "ops[0].method: is missing"),
        ]
    )
    func greeting(script: String, problem: String) async throws {
        let sut = try await run([], script)
        #expect(sut.status == 2)
        #expect(sut.errors.contains("error: the client cannot be checked: "), "\(sut.errors)")
        #expect(sut.errors.contains(problem), "\(sut.errors)")
    }

    @Test("A program that is not there is said.")
    func missing() async throws {
        let sut = try await onThread { try ChildProgram.run(["verify", "--", "no-such-program"]) }
        #expect(sut.status == 2)
        #expect(sut.errors.contains("cannot start \"no-such-program\""))
    }

    @Test("What a subject does not say of itself, a file may.")
    func filling() async throws {
        let folder = try ScratchFolder()
        let file = try folder.write(
            "subject.json",
            #"{"name":"filled","ops":[{"op":"b","method":"DELETE","path":"/b","void":true}]}"#
        )
        let sut = try await run(["--list", "--subject", file], Self.hello + "cat > /dev/null")
        #expect(sut.status == 0, "\(sut.errors)")
        #expect(sut.output.contains("REQ-01/a") && sut.output.contains("REQ-01/b"))
    }

    @Test("A recorded answer that a subject names is found in the nearest Recordings/, or is said to be missing.")
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

    @Test("A subject that dies in each case fails, and one that says anything else cannot be judged.")
    func broken() async throws {
        let dying = try await run(["--only", "REQ-01/**"], Self.hello + "read x && exit 4")
        #expect(dying.status == 1, "\(dying.errors)")
        #expect(dying.output.contains("crash(the process exited with 4)"), "\(dying.output)")
        let talking = try await run(["--only", "REQ-01/**"], Self.hello + "read x && echo what; cat > /dev/null")
        #expect(talking.status == 2, "\(talking.errors)")
        #expect(talking.output.contains("that is no JSON: \"what\""), "\(talking.output)")
    }

    @Test("What a subject writes to its standard error is shown where that is asked for.")
    func log() async throws {
        let folder = try ScratchFolder()
        let script = "echo 'it begins' >&2; " + Self.hello + "cat > /dev/null"
        #expect(try await run(["--list"], script).errors.isEmpty)
        #expect(try await run(["--list", "--subject-log", "-"], script).errors == "it begins\n")
        _ = try await run(["--list", "--subject-log", folder["log"]], script)
        #expect(try folder.read("log") == "it begins\n")
    }

    @Test("Ctrl-C ends the subjects, however deep they are in a case, and still reports.")
    func interrupted() async throws {
        let folder = try ScratchFolder()
        let begun = try NamedPipe(in: folder)
        let script =
            Self.hello + "read x; echo $$ >> \(folder["tracks"]); trap '' INT TERM; echo > \(begun.path); "
            + "sleep 1000 & wait; wait"
        let words = ["verify", "--only", "REQ-01/**", "--parallel", "1", "--", "/bin/sh", "-c", script]
        let (status, output) = try await onThread {
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
