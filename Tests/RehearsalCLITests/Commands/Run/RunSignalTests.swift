import Foundation
import RehearsalTestSupport
import TestAdmission
import Testing

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

@Suite("rehearsal run and signals", .limitedConcurrency, .enabled(if: isLinux, "orphans are found on Linux only"))
@BlockingThread
struct RunSignalTests {
    /// Returns a script that starts a background process and exits with 3 when it receives the signal.
    private nonisolated static func script(_ signal: String) -> String {
        "trap 'echo caught; exit 3' \(signal); sleep 600 & echo $!; wait"
    }

    private func process(_ line: String) throws -> pid_t { try #require(pid_t(line)) }

    @Test(
        "A signal to rehearsal alone reaches the command, ends its processes and still gives a verdict.",
        arguments: [("INT", SIGINT), ("TERM", SIGTERM), ("HUP", SIGHUP)],
        [false, true]
    )
    func alone(signal: (name: String, number: Int32), ignoringInterrupt: Bool) throws {
        let sut = try RunProgram(Self.script(signal.name), ignoringInterrupt: ignoringInterrupt)
        let background = try process(sut.program.line())
        sut.program.signal(signal.number)
        let outcome = try sut.end()
        #expect(outcome.output == "caught\n")
        #expect(outcome.status == 1)
        let verdict =
            "failed: 0 of 1 expectation, 0 requests, interrupted by SIG\(signal.name), command exited with 3 ("
        #expect(outcome.errors.contains(verdict))
        #expect(outcome.errors.contains("error: interrupted by SIG\(signal.name): the command exited with 3\n"))
        #expect(!isAlive(background))
    }

    @Test("A signal to the whole group, as Ctrl-C sends it, ends all processes.")
    func group() throws {
        let sut = try RunProgram("sleep 600 & echo $!; wait", hasOwnGroup: true)
        let background = try process(sut.program.line())
        sut.program.signalGroup(SIGINT)
        let outcome = try sut.end()
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("interrupted by SIGINT: the command was ended by SIGINT\n"))
        #expect(!isAlive(background))
    }

    @Test("A signalled run ends orphans, even those in another session that ignore signals.")
    func orphans() throws {
        let stubborn = "trap '' INT TERM HUP; echo $$; for i in $(seq 4000); do sleep 0.1; done"
        let sut = try RunProgram(
            "(setsid sh -c \"$0\" &) ; exec sleep 600".replacingOccurrences(
                of: "$0",
                with: stubborn.replacingOccurrences(of: "$", with: "\\$")
            )
        )
        let orphan = try process(sut.program.line())
        sut.program.signal(SIGINT)
        let outcome = try sut.end()
        #expect(outcome.status == 1)
        #expect(!isAlive(orphan))
    }

    @Test("A second signal kills a command that ignores signals at once.")
    func urgent() throws {
        let sut = try RunProgram("trap '' INT TERM; echo $$; for i in $(seq 4000); do sleep 0.1; done")
        let command = try process(sut.program.line())
        sut.program.signal(SIGINT)
        sut.program.signal(SIGTERM)
        let outcome = try sut.end()
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("the command was ended by SIGKILL\n"))
        #expect(!isAlive(command))
    }

    @Test(
        "A run relays signals that do not ask for an end to its command.",
        arguments: [("USR1", SIGUSR1), ("USR2", SIGUSR2), ("QUIT", SIGQUIT)]
    )
    func handedOn(name: String, number: Int32) throws {
        let sut = try RunProgram("trap 'echo got; exit 0' \(name); sleep 600 >/dev/null & echo $!; wait")
        let background = try process(sut.program.line())
        sut.program.signal(number)
        let outcome = try sut.end()
        #expect(outcome.output == "got\n")
        #expect(outcome.status == 0)
        // The command ended by itself, so its background process stays.
        #expect(isAlive(background))
        kill(background, SIGKILL)
    }

    @Test("A run ends a command that exceeds its time, and fails.")
    func timeout() throws {
        // A shell that ends before its first output proves nothing: retry with more time.
        for (option, time) in [("500ms", "500 ms"), ("9s", "9 s"), ("150s", "150 s")] {
            let sut = try RunProgram("sleep 600 & echo $!; wait", options: ["--timeout", option])
            guard let line = try? sut.program.line() else { continue }
            let background = try process(line)
            let outcome = try sut.end()
            #expect(outcome.status == 1)
            #expect(outcome.errors.contains("failed: 0 of 1 expectation, 0 requests, timed out after \(time) ("))
            #expect(outcome.errors.contains("error: timed out after \(time): the command was ended by SIGTERM\n"))
            return #expect(!isAlive(background))
        }
        Issue.record("the command was ended before it had begun")
    }
}

/// Whether these tests run on Linux.
var isLinux: Bool {
    #if os(Linux)
        true
    #else
        false
    #endif
}
