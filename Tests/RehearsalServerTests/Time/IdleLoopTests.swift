import Rehearsal
import RehearsalPlatform
import RehearsalTestSupport
import TestAdmission
import Testing

@testable import RehearsalServer

@Suite("Idle event loops", .limitedConcurrency)
struct IdleLoopTests {
    @Test(
        "A loop is idle while it waits, no descriptor is ready and no command is enqueued.",
        arguments: PollerKind.allCases
    )
    func oneLoop(_ kind: PollerKind) throws {
        let (sut, poller) = try (LoopHandle(), kind.make())
        poller.setInterest(.read, of: sut.wakeReader, token: 1)
        sut.waits.follow(poller)
        // Not every poller shows other threads whether a descriptor is ready.
        let isShown = poller.readinessDescriptor != nil
        #expect(!LoopHandle.areIdle([sut]))
        // A timer that has expired is not ready any more.
        let soon = SystemClock.now() + 1_000_000
        while SystemClock.now() < soon { _ = poller.wait(until: soon) }
        sut.waits.begin()
        #expect(LoopHandle.areIdle([sut]) == isShown)
        sut.submit { _ in }
        #expect(!LoopHandle.areIdle([sut]))
        var byte: UInt8 = 0
        read(sut.wakeReader, &byte, 1)
        #expect(!LoopHandle.areIdle([sut]), "a command whose wake byte is missing is enqueued")
        #expect(sut.takeCommands().count == 1)
        #expect(LoopHandle.areIdle([sut]) == isShown)
        sut.waits.end()
        #expect(!LoopHandle.areIdle([sut]))
        poller.remove(sut.wakeReader)
    }

    @Test("A loop with a ready descriptor is not idle.")
    func readyDescriptor() throws {
        let (sut, poller, pipe) = try (LoopHandle(), PollerKind.native.make(), Pipe())
        defer { for end in [pipe.reading, pipe.writing] { close(end) } }
        poller.setInterest(.read, of: pipe.reading, token: 1)
        sut.waits.follow(poller)
        sut.waits.begin()
        write(pipe.writing, "a", 1)
        #expect(!LoopHandle.areIdle([sut]))
        var byte: UInt8 = 0
        read(pipe.reading, &byte, 1)
        #expect(LoopHandle.areIdle([sut]) == (poller.readinessDescriptor != nil))
        poller.remove(pipe.reading)
    }

    @Test("Several loops are idle only if each of them is.")
    func severalLoops() throws {
        let pollers = try [PollerKind.native.make(), PollerKind.native.make()]
        let sut = try pollers.map { poller in
            let loop = try LoopHandle()
            loop.waits.follow(poller)
            loop.waits.begin()
            return loop
        }
        let isShown = pollers[0].readinessDescriptor != nil
        #expect(LoopHandle.areIdle(sut) == isShown)
        sut[1].waits.end()
        #expect(!LoopHandle.areIdle(sut))
        sut[1].waits.begin()
        #expect(LoopHandle.areIdle(sut) == isShown)
        sut[0].waits.end()
        #expect(!LoopHandle.areIdle(sut))
        withExtendedLifetime(pollers) {}
    }

    @Test("A wait for an idle backend without open exchanges needs no turn of its loop.")
    func settling() async throws {
        var options = Backend.Options()
        options.loops = try LoopGroup(threads: 1)
        let sut = try Backend.start(Scenario("s", endpoints: [.get("/a", replies: [.init(200)])]), options: options)
        #expect(try await RawClient(port: sut.port).get("/a")?.status == 200)
        let loop = sut.session.loops[0]
        var settledWithoutTurn = false
        // The client's FIN can still arrive, and end a wait of the loop.
        for _ in 1...1_000 where !settledWithoutTurn {
            let (isIdle, before) = (LoopHandle.areIdle([loop]), loop.waits.count)
            #expect(await sut.settled(within: .seconds(240)))
            settledWithoutTurn = isIdle && loop.waits.count == before
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
        let resume = await loop.hold()
        defer { resume() }
        sut = nil
        #expect(loop.takeCommands().isEmpty)
    }

    @Test("A stopped owner of a shared port keeps no connection that one of its sessions returns to it.")
    func returnedConnection() async throws {
        var options = Backend.Options()
        (options.loops, options.sharesPort) = (try LoopGroup(threads: 1), true)
        var front: Backend? = try Backend.start(Scenario("front", endpoints: []), options: options)
        let client = try await RawClient(port: #require(front?.port))
        let loop: LoopHandle
        do {
            let one = Scenario("one", endpoints: [.get("/a", replies: [.init(200)])])
            let session = try Backend.start(one, as: "one", on: #require(front))
            loop = session.session.loops[0]
            #expect(await client.get("/~one/a")?.status == 200)
            await front?.stop()
            await session.stop()
        }
        front = nil
        let sessions = await withCheckedContinuation { continuation in
            loop.submit { continuation.resume(returning: $0.loopSessions.count) }
        }
        #expect(sessions == 0)
    }
}
