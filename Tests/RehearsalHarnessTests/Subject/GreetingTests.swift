import Rehearsal
import RehearsalContracts
import RehearsalHarness
import RehearsalPlatform
import RehearsalTestSupport
import RehearsalVerify
import TestAdmission
import Testing

@Suite(
    "A subject that fails before its first case",
    .limitedConcurrency,
    .enabled(if: BadSubject.isPossible, "needs python3")
)
struct GreetingTests {
    @Test(
        "A failed start reports what the subject did, and leaves no process behind.",
        arguments: [
            ("sys.exit(7)", "the process exited with 7 before it answered"),
            (#"sys.exit("no module named x")"#, "its standard error: no module named x"),
            (#"sys.stderr.write("  error: no x\n  see: --help\n"); sys.exit(1)"#, "its standard error: error: no x"),
            (#"print("hello, world", flush=True)"#, #"the subject answered {"hello":1} with "hello, world""#),
            ("os.close(1); time.sleep(1000)", "the subject closed its standard output"),
            (#"sys.stdout.write("x" * 100_000_000)"#, "the subject wrote a line of more than 16 MiB"),
            ("time.sleep(1000)", "the subject did not answer {\"hello\":1} within 1 s"),
            (#"say({"hello": 1})"#, "ops: is missing"),
            (#"say({"hello": 9, "ops": []})"#, "hello: expected version 1"),
        ]
    )
    func wrong(hello: String, problem: String) async throws {
        let subject = try BadSubject("answer()", hello: hello)
        do {
            _ = try await subject.start {
                if problem.contains("within") { $0.helloTimeout = .seconds(1) }
                if problem.contains("closed") { $0.closing = .milliseconds(100) }
                $0.grace = .milliseconds(100)
            }
            Issue.record("it was started")
        } catch {
            #expect("\(error)".contains(problem), "\(error)")
        }
        #expect(try await subject.survivorsAtLast() == [])
    }

    @Test("A command that does not exist is an error.")
    func missing() async throws {
        let error = await #expect(throws: ChildProcess.StartError.self) {
            _ = try await ChildProcessSubject.start(SubjectProgram(["no-such-program"]))
        }
        #expect(error?.command == "no-such-program")
        #expect(error?.code == 2)
    }
}
