import Foundation
import RehearsalTestSupport
import TestAdmission
import Testing

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

@Suite("rehearsal run and signals", .admitted, .enabled(if: isLinux, "orphans are found on Linux only"))
@BlockingThread
struct RunSignalTests {
    /// Starts something in the background, and ends with 3 when it gets the signal.
    private nonisolated static func script(_ signal: String) -> String {
        "trap 'echo caught; exit 3' \(signal); sleep 600 & echo $!; wait"
    }

    private func process(_ line: String) throws -> pid_t { try #require(pid_t(line)) }

    @Test(
        "A signal to us alone reaches the command, ends all that it started, and what was judged is said.",
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

    @Test("A signal to the whole group, as Ctrl-C sends it, ends everything.")
    func group() throws {
        let sut = try RunProgram("sleep 600 & echo $!; wait", hasOwnGroup: true)
        let background = try process(sut.program.line())
        sut.program.signalGroup(SIGINT)
        let outcome = try sut.end()
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("interrupted by SIGINT: the command was ended by SIGINT\n"))
        #expect(!isAlive(background))
    }

    @Test("Nothing slips away: not an orphan, not what has a session of its own and ignores what it can.")
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

    @Test("A second signal ends at once what ignores them.")
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
        "Signals that ask for no end are the command's.",
        arguments: [("USR1", SIGUSR1), ("USR2", SIGUSR2), ("QUIT", SIGQUIT)]
    )
    func handedOn(name: String, number: Int32) throws {
        let sut = try RunProgram("trap 'echo got; exit 0' \(name); sleep 600 >/dev/null & echo $!; wait")
        let background = try process(sut.program.line())
        sut.program.signal(number)
        let outcome = try sut.end()
        #expect(outcome.output == "got\n")
        #expect(outcome.status == 0)
        // It was left by a command that ended by itself.
        #expect(isAlive(background))
        kill(background, SIGKILL)
    }

    @Test("A command that has not ended when its time is up is ended, and that is a failure.")
    func timeout() throws {
        // A shell that is ended before it has said something proves nothing: it gets more time.
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
