import Dispatch
import Rehearsal
import RehearsalPlatform
import RehearsalTestSupport
import TestAdmission
import Testing

@testable import RehearsalServer

@Suite("Counters of an event loop's waits", .limitedConcurrency)
struct WaitCounterTests {
    @Test("A loop is idle while it waits and no descriptor is ready.", arguments: PollerKind.allCases)
    func oneLoop(_ kind: PollerKind) throws {
        let (sut, poller, pipe) = try (WaitCounter(), kind.make(), Pipe())
        defer { for end in [pipe.reading, pipe.writing] { close(end) } }
        poller.setInterest(.read, of: pipe.reading, token: 1)
        sut.follow(poller)
        // Not every poller shows other threads whether a descriptor is ready.
        let isShown = poller.readinessDescriptor != nil
        #expect(!WaitCounter.areIdle([sut]))
        sut.begin()
        #expect(WaitCounter.areIdle([sut]) == isShown)
        write(pipe.writing, "a", 1)
        #expect(!WaitCounter.areIdle([sut]))
        var byte: UInt8 = 0
        read(pipe.reading, &byte, 1)
        #expect(WaitCounter.areIdle([sut]) == isShown)
        sut.end()
        #expect(!WaitCounter.areIdle([sut]))
        poller.remove(pipe.reading)
    }

    @Test("Several loops are idle only if each of them is.")
    func severalLoops() throws {
        let pollers = try [PollerKind.native.make(), PollerKind.native.make()]
        let sut = pollers.map { poller in
            let counter = WaitCounter()
            counter.follow(poller)
            counter.begin()
            return counter
        }
        let isShown = pollers[0].readinessDescriptor != nil
        #expect(WaitCounter.areIdle(sut) == isShown)
        sut[1].end()
        #expect(!WaitCounter.areIdle(sut))
        sut[1].begin()
        #expect(WaitCounter.areIdle(sut) == isShown)
        sut[0].end()
        #expect(!WaitCounter.areIdle(sut))
        withExtendedLifetime(pollers) {}
    }

    @Test("A wait for an idle backend without open exchanges needs no turn of its loop.")
    func settling() async throws {
        var options = Backend.Options()
        options.loops = try LoopGroup(threads: 1)
        let sut = try Backend.start(Scenario("s", endpoints: [.get("/a", replies: [.init(200)])]), options: options)
        #expect(try await RawClient(port: sut.port).get("/a")?.status == 200)
        let waits = sut.session.loops[0].waits
        var settledWithoutTurn = false
        // The client's FIN can still arrive, and end a wait of the loop.
        for _ in 1...1_000 where !settledWithoutTurn {
            let (isIdle, before) = (WaitCounter.areIdle([waits]), waits.count)
            #expect(await sut.settled(within: .seconds(240)))
            settledWithoutTurn = isIdle && waits.count == before
        }
        let isShown = try PollerKind.native.make().readinessDescriptor != nil
        #expect(settledWithoutTurn == isShown)
        await sut.stop()
    }

    @Test("The loops of a stopped backend are not told to end its session again.", arguments: [true, false])
    func release(resets: Bool) async throws {
        var options = Backend.Options()
        options.loops = try LoopGroup(threads: 1)
        var sut: Backend? = try Backend.start(Scenario("s", endpoints: []), options: options)
        let loop = try #require(sut?.session.loops[0])
        if resets { await sut?.stopWithReset() } else { await sut?.stop() }
        let release = DispatchSemaphore(value: 0)
        defer { release.signal() }
        await withCheckedContinuation { isHeld in
            loop.submit { _ in
                isHeld.resume()
                release.wait()
            }
        }
        sut = nil
        #expect(loop.takeCommands().isEmpty)
    }
}
