import Foundation
import Rehearsal
import RehearsalContracts
import RehearsalHarness
import RehearsalServer
import RehearsalTestSupport
import RehearsalVerify
import TestAdmission
import Testing

@Suite("A client in a process of its own", .limitedConcurrency, .enabled(if: BadSubject.isPossible, "needs python3"))
struct ChildSubjectsTests {
    /// The answers of a subject to consecutive cases, and its breaches and warnings after its end.
    private func story(
        _ subject: BadSubject,
        cases: Int = 2,
        hangs: Int? = nil,
        _ change: (inout SubjectLimits) -> Void = { _ in }
    ) async throws -> (answers: [String], breaches: [String], warnings: [String]) {
        let sut = try await subject.start(change)
        var answers: [String] = []
        for number in 0..<cases {
            answers.append(await sut.answer(BadSubject.request("X/\(number)", isShort: number == hangs)).summary)
        }
        await sut.finish()
        #expect(try await subject.survivorsAtLast() == [])
        return (answers, sut.protocolViolations, sut.warnings)
    }

    @Test("One process answers case after case.")
    func good() async throws {
        let subject = try BadSubject("answer()")
        let story = try await story(subject, cases: 3)
        #expect(story.answers == ["value(null)", "value(null)", "value(null)"])
        #expect(subject.starts == 1)
        #expect(story.breaches == [])
        #expect(story.warnings == [])
    }

    @Test("Cases are answered in parallel by the maximum number of processes.")
    func parallel() async throws {
        let subject = try BadSubject(
            """
            with open(sys.argv[1] + str(os.getpid()), "w"): pass
            folder = os.path.dirname(sys.argv[1])
            while len(os.listdir(folder)) < 5: time.sleep(0.01)
            answer()
            """
        )
        let sut = try await subject.start(width: 3)
        let request = BadSubject.request()
        async let first = sut.answer(request)
        async let second = sut.answer(request)
        async let third = sut.answer(request)
        #expect(await [first.summary, second.summary, third.summary] == ["value(null)", "value(null)", "value(null)"])
        await sut.finish()
        #expect(subject.starts == 3)
        #expect(try await subject.survivorsAtLast() == [])
    }

    @Test(
        "A process that exits during a case has crashed, and is replaced for the next case.",
        arguments: [
            ("sys.exit(3)", "the process exited with 3"),
            ("os.kill(os.getpid(), signal.SIGSEGV)", "the process was ended by SIGSEGV"),
            (#"raise ValueError("no spot")"#, "the process exited with 1: ValueError: no spot"),
            (
                #"print("x.swift:1: Fatal error: no\nmore", file=sys.stderr); sys.exit(1)"#,
                "exited with 1: x.swift:1: Fatal error: no"
            ),
        ]
    )
    func crash(body: String, how: String) async throws {
        let subject = try BadSubject("if case[\"case\"] == \"X/0\":\n    \(body)\nanswer()")
        let story = try await story(subject)
        #expect(story.answers[0].hasPrefix("crash: "), "\(story.answers[0])")
        #expect(story.answers[0].hasSuffix(how), "\(story.answers[0])")
        #expect(story.answers[1] == "value(null)")
        #expect(subject.starts == 2)
    }

    @Test("A call that does not return is a hang, and its process is replaced for the next case.")
    func hang() async throws {
        let subject = try BadSubject("if case[\"case\"] == \"X/0\": time.sleep(1000)\nanswer()")
        #expect(try await story(subject, hangs: 0).answers == ["hang", "value(null)"])
    }

    @Test("A process that ignores signals is killed together with its children, in its group and outside of it.")
    func tree() async throws {
        let subject = try BadSubject(
            """
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
            if count == 1:
                track(subprocess.Popen(["sleep", "1000"]).pid)
                track(subprocess.Popen(["sleep", "1000"], start_new_session=True).pid)
            print("what ends it", flush=True)
            time.sleep(1000)
            """
        )
        // Killed for its output and not for its delay, so that its children have been started.
        let answers = try await story(subject, cases: 1).answers
        #expect(answers[0].contains("that is not JSON"), "\(answers)")
        #expect(subject.starts >= 3)
    }

    @Test(
        "A process that breaks the protocol is not judged in that case, and is replaced.",
        arguments: [
            (#"print("hello, world", flush=True)"#, "that is not JSON: \"hello, world\""),
            ("twice()", "answered the case twice"),
            (#"say({"case": "Y", "outcomes": []})"#, "a case before its first case that the harness did not send"),
            (#"say({"case": case["case"], "outcomes": [{"kind": "fine"}]})"#, "outcomes[0].kind: expected one of"),
            (#"say({"case": case["case"], "outcomes": []})"#, "outcomes: expected 1, found 0"),
            ("sys.stdout.flush(); os.close(1); time.sleep(1000)", "closed its standard input or output"),
            (#"sys.stdout.write("x" * 100_000_000)"#, "a line of more than 16 MiB"),
            (#"sys.stderr.write("x" * 100_000_000)"#, "more than 64 MiB on its standard error"),
            (#"[print("x" * 1000) for _ in range(100_000)]"#, "that is not JSON"),
        ]
    )
    func breach(body: String, problem: String) async throws {
        let subject = try BadSubject("if case[\"case\"] == \"X/0\":\n    \(body)\nelse: answer()")
        let story = try await story(subject) {
            if problem.contains("closed") { $0.closing = .milliseconds(100) }
        }
        #expect(story.answers[0].hasPrefix("not judged: the subject"), "\(story.answers[0])")
        #expect(story.answers[0].contains(problem), "\(story.answers[0])")
        #expect(story.answers[1] == "value(null)")
    }

    @Test("A late message that answers no case is a breach of the run.")
    func late() async throws {
        let subject = try BadSubject("answer()\nif count == 1:\n    time.sleep(0.2)\n    answer()")
        let sut = try await subject.start { $0.grace = .seconds(240) }
        #expect(await sut.answer(BadSubject.request("X/0")).summary == "value(null)")
        await sut.finish()
        #expect(sut.protocolViolations == ["the subject answered X/0 twice"])
        #expect(try await subject.survivorsAtLast() == [])
    }

    @Test("A process that exits between two cases is started again with a warning.")
    func idleEnd() async throws {
        let subject = try BadSubject("answer()\nif count == 1 and case[\"case\"] == \"X/0\": sys.exit(0)")
        let sut = try await subject.start()
        #expect(await sut.answer(BadSubject.request("X/0")).summary == "value(null)")
        #expect(try await subject.survivorsAtLast() == [])
        #expect(await sut.answer(BadSubject.request("X/1")).summary == "value(null)")
        await sut.finish()
        #expect(sut.warnings == ["the subject exited with 0 after it had answered X/0; it was restarted"])
    }

    @Test("A subject that never answers is given up after three failures in a row.")
    func strikes() async throws {
        let subject = try BadSubject(#"print("?", flush=True)"#)
        let story = try await story(subject, cases: 5) { $0.maximumFailures = 3 }
        let reason = "not judged: not run: the subject gave no valid answer 3 times in a row"
        #expect(story.answers[4].hasPrefix(reason), "\(story.answers[4])")
        #expect(subject.starts == 3)
    }

    @Test("An abandoned run ends its subjects at once and judges no further case.")
    func abandoned() async throws {
        let backend = try Backend.start(Scenario("s", endpoints: [.get("/begun", replies: [.init()])]))
        let subject = try BadSubject(
            """
            import socket
            connection = socket.create_connection(("127.0.0.1", \(backend.port)))
            connection.sendall(b"GET /begun HTTP/1.1\\r\\nHost: a\\r\\n\\r\\n")
            time.sleep(1000)
            """
        )
        let sut = try await subject.start()
        let request = BadSubject.request()
        async let answer = sut.answer(request)
        try await backend.wait(for: .get("/begun"), within: .seconds(240))
        sut.cancel("interrupted")
        #expect(await answer.summary == "not judged: interrupted")
        #expect(await sut.answer(request).summary == "not judged: interrupted")
        await sut.finish()
        #expect(try await subject.survivorsAtLast() == [])
    }
}
