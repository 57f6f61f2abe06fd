import Dispatch
import Rehearsal
import RehearsalReports
import RehearsalPlatform
import RehearsalTestSupport
import TestAdmission
import Testing

@testable import RehearsalCLI
@testable import RehearsalServer

@Suite("Waiting for the end of a run", .admitted)
struct RunWatchTests {
    /// A backend with its events.
    private struct Stage: Sendable {
        let backend: Backend
        let events = RunEvents(askForSignals: { $0.post(.signalsTold) })
        private let follower: JournalFollower

        init(_ expect: [Scenario.Expectation] = [], delay: Duration = .zero, loops: LoopGroup? = nil) throws {
            let reply = Scenario.Reply(200, delay: .fixed(delay))
            let scenario = Scenario("s", endpoints: [.get("/here", replies: [reply])], expect: expect)
            var options = Backend.Options()
            options.loops = loops
            backend = try Backend.start(scenario, options: options)
            let events = events
            follower = try JournalFollower(backend, onNews: { events.post(.journal) })
        }

        func watch(
            _ command: ScriptedCommand,
            untilMet: Bool = false,
            for limit: Duration = .seconds(240),
        ) async throws -> RunWatch.Outcome {
            let deadline = SystemClock.now() + limit.nanoseconds
            let (backend, events) = (backend, events)
            return try await onThread {
                var sut = RunWatch(
                    backend: backend,
                    events: events,
                    command: command,
                    isUntilMet: untilMet,
                    deadline: deadline
                )
                sut.graces = RunWatch.Graces(
                    settling: .seconds(240),
                    asked: .milliseconds(20),
                    allAsked: .milliseconds(20)
                )
                return sut.run()
            }
        }
    }

    private static let twice = Scenario.Expectation.requests(.get("/here"), count: 2)

    @Test("With --until-met the command is asked to end once the last thing that is expected has its answer.")
    func untilMet() async throws {
        let stage = try Stage([Self.twice], delay: .milliseconds(100))
        let client = try await RawClient(port: stage.backend.port)
        let command = ScriptedCommand(stage.events)
        async let outcome = stage.watch(command, untilMet: true)
        #expect(await client.get("/here")?.status == 200)
        #expect(command.calls.isEmpty)
        #expect(await client.get("/here")?.status == 200)
        let ended = try await outcome
        #expect(ended.reason == .met)
        #expect(ended.judgement.isMet)
        #expect(command.calls == [.ask])
    }

    @Test("With --until-met a client that has done too much already is not waited for.")
    func hopeless() async throws {
        let stage = try Stage([.requests(.get("/here"), count: 0), .requests(.get("/here"), count: .atMost(5))])
        let client = try await RawClient(port: stage.backend.port)
        let command = ScriptedCommand(stage.events)
        // Before the run is watched: without a request, no request is what is expected.
        _ = await client.get("/here")
        let ended = try await stage.watch(command, untilMet: true)
        #expect(ended.reason == .met)
        #expect(!ended.judgement.isMet)
    }

    @Test("With --until-met what comes after the end of the command counts too.")
    func afterTheEnd() async throws {
        let stage = try Stage([Self.twice])
        let client = try await RawClient(port: stage.backend.port)
        let command = ScriptedCommand(stage.events)
        command.exit(0)
        async let outcome = stage.watch(command, untilMet: true)
        _ = await client.get("/here")
        _ = await client.get("/here")
        let ended = try await outcome
        #expect(ended.reason == .command)
        #expect(ended.judgement.isMet)
        #expect(command.calls.isEmpty)
    }

    @Test("With --until-met and nothing more to come, the run ends when its time is up.")
    func timeout() async throws {
        let stage = try Stage([Self.twice])
        let client = try await RawClient(port: stage.backend.port)
        let command = ScriptedCommand(stage.events)
        _ = await client.get("/here")
        let ended = try await stage.watch(command, untilMet: true, for: .milliseconds(100))
        #expect(ended.reason == .timeout)
        #expect(ended.commandEnd == .ended(by: "SIGTERM"))
        #expect(ended.judgement.findings.count == 1)
        #expect(command.calls == [.ask])
    }

    @Test("What may come within a time is waited for also when the command has ended.", .timeLimit(.minutes(20)))
    func within() async throws {
        let stage = try Stage([.requests(.get("/here"), count: 1, within: .seconds(600))])
        let client = try await RawClient(port: stage.backend.port)
        let command = ScriptedCommand(stage.events)
        command.exit(0)
        async let outcome = stage.watch(command)
        _ = await client.get("/here")
        let ended = try await outcome
        #expect(ended.reason == .command)
        #expect(ended.judgement.isMet)
    }

    @Test("A window that is over is waited for no longer, and what has none is not waited for at all.")
    func windowOver() async throws {
        let stage = try Stage([.requests(.get("/here"), count: 1, within: .milliseconds(150)), Self.twice])
        let command = ScriptedCommand(stage.events)
        command.exit(0)
        let ended = try await stage.watch(command)
        #expect(ended.reason == .command)
        #expect(ended.judgement.findings.map(\.isFinal) == [true, false])
        #expect(SystemClock.now() - stage.backend.startedAt >= 150_000_000)
    }

    @Test("An exchange that is open when the command ends comes to its end first.")
    func settles() async throws {
        let stage = try Stage([.requests(.get("/here"), endedBy: .server)], delay: .milliseconds(500))
        let client = try await RawClient(port: stage.backend.port)
        let command = ScriptedCommand(stage.events)
        await client.send("GET /here HTTP/1.1\r\nHost: localhost\r\n\r\n")
        command.exit(0)
        let ended = try await stage.watch(command)
        #expect(ended.reason == .command)
        #expect(ended.judgement.isMet)
    }

    @Test("What had reached this machine when the command ended is judged, also if it has not been read yet.")
    func unread() async throws {
        // A loop of its own, as it is held for a while.
        let stage = try Stage([.requests(.get("/here"), count: 1)], loops: LoopGroup(threads: 1))
        let command = ScriptedCommand(stage.events)
        let gate = DispatchSemaphore(value: 0)
        for loop in stage.backend.session.loops { loop.submit { _ in gate.wait() } }
        let client = try await RawClient(port: stage.backend.port)
        await client.send("GET /here HTTP/1.1\r\nHost: localhost\r\n\r\n")
        command.exit(0)
        DispatchQueue.global().asyncAfter(deadline: .now() + 0.2) { gate.signal() }
        #expect(try await stage.watch(command).judgement.isMet)
    }
}
