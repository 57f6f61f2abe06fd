import Dispatch
import Rehearsal
import RehearsalReports
import RehearsalPlatform
import RehearsalTestSupport
import TestAdmission
import Testing

@testable import RehearsalCLI
@testable import RehearsalServer

@Suite("The end of a run", .limitedConcurrency)
struct RunWatchTests {
    /// A backend and the events of its run.
    private struct Stage: Sendable {
        let backend: Backend
        let events = RunEventQueue(requestSignals: { $0.post(.signalsDelivered) })
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
        ) async throws -> RunMonitor.Outcome {
            let deadline = SystemClock.now() + limit.nanoseconds
            let (backend, events) = (backend, events)
            return try await runBlocking {
                var sut = RunMonitor(
                    backend: backend,
                    events: events,
                    command: command,
                    isUntilMet: untilMet,
                    deadline: deadline
                )
                sut.gracePeriods = RunMonitor.GracePeriods(
                    openExchanges: .seconds(240),
                    commandExit: .milliseconds(20),
                    allExit: .milliseconds(20)
                )
                return sut.run()
            }
        }
    }

    private static let twice = Scenario.Expectation.requests(.get("/here"), count: 2)

    @Test("The option --until-met ends the command once the last expected request has its reply.")
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

    @Test("The option --until-met ends the run at once if a maximum is exceeded.")
    func exceeded() async throws {
        let stage = try Stage([.requests(.get("/here"), count: 0), .requests(.get("/here"), count: .atMost(5))])
        let client = try await RawClient(port: stage.backend.port)
        let command = ScriptedCommand(stage.events)
        // The request arrives before the watch begins; otherwise zero requests would meet the expectation.
        _ = await client.get("/here")
        let ended = try await stage.watch(command, untilMet: true)
        #expect(ended.reason == .met)
        #expect(!ended.judgement.isMet)
    }

    @Test("The option --until-met counts requests after the end of the command.")
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

    @Test("The option --until-met ends the run at its timeout if expected requests are missing.")
    func timeout() async throws {
        let stage = try Stage([Self.twice])
        let client = try await RawClient(port: stage.backend.port)
        let command = ScriptedCommand(stage.events)
        _ = await client.get("/here")
        let ended = try await stage.watch(command, untilMet: true, for: .milliseconds(100))
        #expect(ended.reason == .timeout)
        #expect(ended.commandEnd == .signaled(by: "SIGTERM"))
        #expect(ended.judgement.findings.count == 1)
        #expect(command.calls == [.ask])
    }

    @Test("A run waits for requests within their time even after its command has ended.", .timeLimit(.minutes(20)))
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

    @Test("A run waits for an expectation only until the end of its window, and not without a window.")
    func windowOver() async throws {
        let stage = try Stage([.requests(.get("/here"), count: 1, within: .milliseconds(150)), Self.twice])
        let command = ScriptedCommand(stage.events)
        command.exit(0)
        let ended = try await stage.watch(command)
        #expect(ended.reason == .command)
        #expect(ended.judgement.findings.map(\.isFinal) == [true, false])
        #expect(SystemClock.now() - stage.backend.startedAt >= 150_000_000)
    }

    @Test("A run waits for open exchanges after its command has ended.")
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

    @Test("The verdict includes requests that arrived unread before the command ended.")
    func unread() async throws {
        // The loop is not shared, because the test blocks it.
        let stage = try Stage([.requests(.get("/here"), count: 1)], loops: LoopGroup(threads: 1))
        let command = ScriptedCommand(stage.events)
        let resumption = DispatchSemaphore(value: 0)
        for loop in stage.backend.session.loops { loop.submit { _ in resumption.wait() } }
        let client = try await RawClient(port: stage.backend.port)
        await client.send("GET /here HTTP/1.1\r\nHost: localhost\r\n\r\n")
        command.exit(0)
        DispatchQueue.global().asyncAfter(deadline: .now() + 0.2) { resumption.signal() }
        #expect(try await stage.watch(command).judgement.isMet)
    }
}
