import Rehearsal
import RehearsalPlatform
import RehearsalServer
import RehearsalTestSupport
import TestAdmission
import Testing

@testable import RehearsalCLI

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

@Suite("Ending the command of a run", .limitedConcurrency)
struct RunEndingTests {
    private let backend: Backend
    private let events = RunEventQueue(requestSignals: { $0.post(.signalsDelivered) })

    init() throws { backend = try Backend.start(Scenario("s", endpoints: [.get("/", replies: [.init(200)])])) }

    private func watch(
        _ command: ScriptedCommand,
        _ events: RunEventQueue? = nil,
        for limit: Duration = .seconds(240),
    ) async throws -> RunMonitor.Outcome {
        let (backend, events) = (backend, events ?? self.events)
        return try await runBlocking {
            var sut = RunMonitor(
                backend: backend,
                events: events,
                command: command,
                isUntilMet: false,
                deadline: SystemClock.now() + limit.nanoseconds
            )
            sut.gracePeriods = RunMonitor.GracePeriods(commandExit: .milliseconds(20), allExit: .milliseconds(20))
            return sut.run()
        }
    }

    private func signal(_ number: Int32, fromTerminal: Bool = false) {
        events.post(.signal(HandledSignals.Arrival(number: number, isFromTerminal: fromTerminal)))
    }

    @Test("A run relays a signal to its command and does nothing else if the command ends.")
    func handedOn() async throws {
        let command = ScriptedCommand(events, endsBy: [.signal(SIGINT)])
        signal(SIGINT)
        let outcome = try await watch(command)
        #expect(outcome.reason == .signal(SIGINT))
        #expect(outcome.commandEnd != nil)
        #expect(command.calls == [.signal(SIGINT)])
    }

    @Test("A run relays a signal from the terminal only to a command in another process group.")
    func terminal() async throws {
        let near = ScriptedCommand(events)
        signal(SIGINT, fromTerminal: true)
        near.exit(0)
        #expect(try await watch(near).reason == .signal(SIGINT))
        #expect(near.calls.isEmpty)

        let far = ScriptedCommand(events, endsBy: [.signal(SIGINT)], isInOurGroup: false)
        signal(SIGINT, fromTerminal: true)
        _ = try await watch(far)
        #expect(far.calls == [.signal(SIGINT)])
    }

    @Test("If a signal also ended the command, the run names the signal as the reason, even if it arrives later.")
    func reportedLater() async throws {
        let arrival = HandledSignals.Arrival(number: SIGINT, isFromTerminal: true)
        let events = RunEventQueue(requestSignals: {
            $0.post(.signal(arrival))
            $0.post(.signalsDelivered)
        })
        let command = ScriptedCommand(events, leavesSomething: true)
        command.exit(130)
        #expect(try await watch(command, events).reason == .signal(SIGINT))
        #expect(command.calls == [.askAll])
    }

    @Test("A run asks all processes to end if the signal had no effect, and then kills them.")
    func pressure() async throws {
        let command = ScriptedCommand(events, endsBy: [])
        signal(SIGTERM)
        _ = try await watch(command)
        #expect(command.calls == [.signal(SIGTERM), .askAll, .endAll])
    }

    @Test("A signalled run asks the remaining processes to end as soon as the command has ended.")
    func leftovers() async throws {
        let command = ScriptedCommand(events, endsBy: [.signal(SIGHUP)], leavesSomething: true)
        signal(SIGHUP)
        _ = try await watch(command)
        #expect(command.calls == [.signal(SIGHUP), .askAll])
    }

    @Test("A run leaves the remaining processes alone if the command ended by itself.")
    func leftAlone() async throws {
        let command = ScriptedCommand(events, leavesSomething: true)
        command.exit(0)
        #expect(try await watch(command).reason == .command)
        #expect(command.calls.isEmpty)
    }

    @Test("A second signal kills all processes at once.")
    func urgent() async throws {
        let command = ScriptedCommand(events, endsBy: [])
        signal(SIGINT)
        signal(SIGINT)
        _ = try await watch(command)
        #expect(command.calls.contains(.endAll))
        #expect(!command.calls.contains(.askAll))
    }

    @Test("A run relays a signal that is not a request to end, and continues.")
    func others() async throws {
        let command = ScriptedCommand(events, endsBy: [.signal(SIGUSR2)])
        signal(SIGUSR1)
        signal(SIGUSR2)
        #expect(try await watch(command).reason == .command)
        #expect(command.calls == [.signal(SIGUSR1), .signal(SIGUSR2)])
    }

    @Test("A run whose time is up asks its command to end and then kills it.")
    func timeout() async throws {
        let command = ScriptedCommand(events, endsBy: [])
        let outcome = try await watch(command, for: .milliseconds(50))
        #expect(outcome.reason == .timeout)
        #expect(command.calls == [.ask, .endAll])
    }
}
