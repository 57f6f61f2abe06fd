import Rehearsal
import RehearsalPlatform
import RehearsalServer
import RehearsalTestSupport
import TestAdmission
import Testing

@Suite("Ports that refuse connections for a while", .limitedConcurrency)
struct RefusingTests {
    private static func isRefused(_ port: Int, ipv6: Bool) async throws -> Bool {
        do {
            _ = try await RawClient(port: port, ipv6: ipv6)
            return false
        } catch {
            if error.isRefused { return true }
            throw error
        }
    }

    /// Waits until both addresses refuse, or until both accept.
    private static func becomes(refused: Bool, _ port: Int) async throws -> Bool {
        let end = ContinuousClock.now + .seconds(240)
        while ContinuousClock.now < end {
            if try await isRefused(port, ipv6: false) == refused, try await isRefused(port, ipv6: true) == refused {
                return true
            }
        }
        return false
    }

    @Test("A release opens a port that refuses from the start, on both addresses.", arguments: PollerKind.allCases)
    func released(_ kind: PollerKind) async throws {
        let sut = try FaultPlay([.init()], on: kind, network: [.init(.refusing, until: .released("up"))])
        let port = sut.backend.port
        for ipv6 in [false, true] { #expect(try await Self.isRefused(port, ipv6: ipv6)) }
        #expect(sut.connections.isEmpty)
        // No other server gets the port in the meantime.
        var options = Backend.Options()
        options.port = port
        #expect(throws: Backend.StartError.self) {
            _ = try Backend.start(Scenario("other", endpoints: []), options: options)
        }
        try sut.backend.release("up")
        #expect(try await Self.becomes(refused: false, port))
        #expect(try await sut.isWell())
        #expect(throws: Backend.UnknownHold.self) { try sut.backend.release("down") }
    }

    @Test("A port accepts again when its time is up, no sooner.", arguments: PollerKind.allCases)
    func after(_ kind: PollerKind) async throws {
        // A machine that delays the client for that long proves nothing: retry with more time.
        for milliseconds: Int64 in [150, 1_500, 15_000, 150_000] {
            let time = Duration.milliseconds(milliseconds)
            let network: [Scenario.Network] = [.init(.refusing, until: .after(time)), .init(.open)]
            let sut = try FaultPlay([.init()], on: kind, network: network)
            let isRefused = try await Self.isRefused(sut.backend.port, ipv6: false)
            if !isRefused, SystemClock.now() - sut.backend.startedAt >= time.nanoseconds { continue }
            #expect(isRefused)
            #expect(try await Self.becomes(refused: false, sut.backend.port))
            let first = try #require(await sut.connection(0) { _ in true })
            #expect(first.openedAt - sut.backend.startedAt >= time.nanoseconds)
            return #expect(try await sut.isWell())
        }
        Issue.record("the client was delayed for two minutes")
    }

    @Test(
        "A port refuses on both addresses, whichever a client used, and accepts again on both.",
        arguments: [false, true],
        PollerKind.allCases
    )
    func inBetween(_ ipv6: Bool, _ kind: PollerKind) async throws {
        let network: [Scenario.Network] = [
            .init(.closing, until: .connections(2)), .init(.refusing, until: .released("up")),
            .init(.resetting, until: .connections(1)),
        ]
        let sut = try FaultPlay([.init()], on: kind, network: network, isIPv6: ipv6)
        let port = sut.backend.port
        for _ in 0..<2 { #expect(try await sut.client().readToEnd().ending == .closed) }
        for number in 0..<2 { _ = await sut.connection(number) { $0.end != nil } }
        // Connection attempts would count as connections that meet the state.
        #expect(try await Self.becomes(refused: true, port))
        let count = sut.connections.count
        #expect(count == 2)
        try sut.backend.release("up")
        // The listener that was tried first has reached the last state; then both serve.
        var endings: [RawClient.Ending] = []
        while endings.isEmpty {
            if let client = try? await sut.client() {
                endings.append(await client.readToEnd().ending)
            } else {
                await Task.yield()
            }
        }
        #expect(endings == [.reset])
        #expect(try await Self.becomes(refused: false, port))
        #expect(try await sut.isWell())
    }

    @Test("An open connection continues while others are refused.", arguments: PollerKind.allCases)
    func open(_ kind: PollerKind) async throws {
        let sut = try FaultPlay([.init()], on: kind, network: [.init(.open, until: .connections(1)), .init(.refusing)])
        let client = try await sut.client()
        #expect(await client.get("/well")?.text == "well")
        #expect(try await Self.becomes(refused: true, sut.backend.port))
        #expect(await client.get("/well")?.text == "well")
        #expect(sut.connections.count == 1)
        await sut.backend.stop()
        #expect(sut.connections.first?.end == .stopped)
    }

    @Test("A state that lasts for zero connections or zero time is skipped.", arguments: PollerKind.allCases)
    func empty(_ kind: PollerKind) async throws {
        let network: [Scenario.Network] = [
            .init(.refusing, until: .after(.zero)), .init(.resetting, until: .connections(0)),
        ]
        let sut = try FaultPlay([.init()], on: kind, network: network)
        #expect(try await Self.becomes(refused: false, sut.backend.port))
        #expect(try await sut.isWell())
    }

    @Test("Stopping a backend that refuses connections frees its port.", arguments: PollerKind.allCases)
    func stop(_ kind: PollerKind) async throws {
        // Other tests take free ports in the meantime, perhaps this one: retry.
        for attempt in 1...20 {
            let sut = try FaultPlay([.init()], on: kind, network: [.init(.refusing)])
            await sut.backend.stop()
            var options = Backend.Options()
            options.port = sut.backend.port
            guard let other = try? Backend.start(Scenario("other", endpoints: []), options: options) else {
                #expect(attempt < 20)
                continue
            }
            return #expect(try await RawClient(port: other.port).get("/")?.status == 501)
        }
    }
}
