import Rehearsal
import RehearsalPlatform
import RehearsalServer
import RehearsalTestSupport
import TestAdmission
import Testing

@Suite("A virtual clock", .limitedConcurrency)
struct VirtualClockTests {
    private func backend(_ replies: [Scenario.Reply], _ clock: VirtualClock, _ kind: PollerKind) throws -> Backend {
        var options = BothLoops.options(kind)
        options.clock = clock
        return try Backend.start(Scenario("s", endpoints: [.get("/a", replies: replies)]), options: options)
    }

    private func get(_ sut: Backend) async throws -> Int? {
        let port = sut.port
        // The clock may need threads that other tests block.
        return try await RawClient(port: port, timeout: 240).get("/a")?.status
    }

    @Test("A sleep of an hour takes no real time and advances the clock by exactly an hour.")
    func sleeps() async throws {
        let sut = VirtualClock()
        try await sut.sleep(for: .seconds(3_600))
        #expect(sut.now.offset == .seconds(3_600))
        #expect(sut.requestedWaits.map(\.duration) == [.seconds(3_600)])
    }

    @Test("Sleepers wake in the order of their deadlines, in whatever order they began.")
    func order() async throws {
        let sut = VirtualClock(.manually)
        await withTaskGroup(of: Int.self) { group in
            for seconds in [3, 1, 2] {
                group.addTask {
                    try? await sut.sleep(for: .seconds(seconds))
                    return seconds
                }
            }
            await sut.waitForSleeps(atLeast: 3)
            for seconds in 1...3 {
                sut.advance(by: .seconds(1))
                #expect(await group.next() == seconds)
                #expect(sut.sleeping == 3 - seconds)
            }
        }
    }

    @Test("A task that waits for idle users wakes after all sleepers, and does not advance the clock itself.")
    func idle() async throws {
        let sut = VirtualClock()
        let events = Locked<[String]>([])
        let sleeper = Task {
            try await sut.sleep(for: .seconds(5))
            try await sut.sleep(for: .seconds(5))
            events.withLock { $0.append("slept") }
        }
        await sut.waitForSleeps(atLeast: 1)
        try await sut.untilIdle()
        events.withLock { $0.append("idle") }
        #expect(events.withLock { $0 } == ["slept", "idle"])
        #expect(sut.now.offset == .seconds(10))
        #expect(sut.requestedWaits.count == 2)
        try await sleeper.value
    }

    @Test("A task that waits for idle users wakes while a reply waits for its hold, and can release it.")
    func idleDuringHold() async throws {
        var options = Backend.Options()
        let clock = VirtualClock()
        (options.clock, options.clockAdvancesDuringHolds) = (clock, true)
        let endpoint = Scenario.Endpoint.get("/a", replies: [.init(201, hold: .init("h"))])
        let sut = try Backend.start(Scenario("s", endpoints: [endpoint]), options: options)
        let reply = Task { try await get(sut) }
        while sut.waitingHolds.isEmpty { try await clock.untilIdle() }
        try sut.release("h")
        #expect(try await reply.value == 201)
        #expect(clock.now.offset == .zero)
    }

    @Test("A task that waits for a pause wakes before a sleeper for which the clock advances.")
    func paused() async throws {
        let sut = VirtualClock()
        // The clock advances only after the tasks that are ready have run, so that this one begins to wait before.
        let pause = Task {
            try await sut.untilPaused()
            return sut.now.offset
        }
        let sleeper = Task { try await sut.sleep(for: .seconds(5)) }
        #expect(try await pause.value == .zero)
        try await sleeper.value
        #expect(sut.now.offset == .seconds(5))
        #expect(sut.requestedWaits.count == 1)
    }

    @Test("A task that waits for a pause is not a sleeping task, and ends when it is cancelled.")
    func cancelledPause() async {
        let sut = VirtualClock(.manually)
        let task = Task { try await sut.untilPaused() }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(sut.sleeping == 0)
    }

    @Test("A task that waits for idle users ends when it is cancelled.")
    func cancelledIdle() async {
        let sut = VirtualClock(.manually)
        let task = Task { try await sut.untilIdle() }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test(
        "A delayed reply arrives at once, and the clock has advanced by its delay.",
        arguments: PollerKind.allCases
    )
    func delays(_ kind: PollerKind) async throws {
        let clock = VirtualClock()
        let sut = try backend([.init(201, delay: .seconds(600))], clock, kind)
        #expect(try await get(sut) == 201)
        #expect(clock.now.offset == .seconds(600))
        #expect(try await get(sut) == 201)
        #expect(clock.now.offset == .seconds(1_200))
    }

    @Test("The clock skips the pauses inside a reply one by one.", arguments: PollerKind.allCases)
    func pauses(_ kind: PollerKind) async throws {
        let clock = VirtualClock()
        let events = Scenario.Body.events([
            .init("a"), .init("b", after: .seconds(60)), .init("c", after: .seconds(60)),
        ])
        let sut = try backend([.init(body: events)], clock, kind)
        let port = sut.port
        let client = try await RawClient(port: port, timeout: 240)
        await client.send("GET /a HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
        let bytes = await client.readToEnd().bytes
        #expect(String(decoding: bytes, as: UTF8.self).contains("data: c"))
        #expect(clock.now.offset == .seconds(120))
    }

    @Test("A reply is sent before a sleeper with the same deadline wakes.")
    func serverFirst() async throws {
        let clock = VirtualClock()
        let replies = [Scenario.Reply(200, hold: "list"), Scenario.Reply(201, delay: .seconds(10))]
        let sut = try backend(replies, clock, .native)
        // While this reply is held the clock stands still, so that both can begin to wait.
        async let held = get(sut)
        try await sut.wait(for: .get("/a"), within: .seconds(240))
        async let status = get(sut)
        try await sut.wait(for: .get("/a"), count: 2, within: .seconds(240))
        let sleeper = Task {
            try await clock.sleep(for: .seconds(10))
            return sut.isSettled
        }
        await clock.waitForSleeps(atLeast: 1)
        try sut.release("list")
        #expect(try await sleeper.value, "the sleeper woke before the reply was sent")
        let statuses = try await [held, status]
        #expect(statuses == [200, 201])
        #expect(clock.now.offset == .seconds(10))
    }

    @Test("The clock stands still while a reply is held, because its release has no time.")
    func held() async throws {
        let clock = VirtualClock()
        let sut = try backend([.init(201, hold: "list")], clock, .native)
        async let status = get(sut)
        try await sut.wait(for: .get("/a"), within: .seconds(240))
        let sleeper = Task { try await clock.sleep(for: .seconds(10)) }
        await clock.waitForSleeps(atLeast: 1)
        // The same thread advances this clock each time the process has been idle for long enough.
        let witness = VirtualClock()
        for _ in 0..<10 { try await witness.sleep(for: .seconds(1)) }
        #expect(clock.now.offset == .zero)
        try sut.release("list")
        #expect(try await status == 201)
        try await sleeper.value
        #expect(clock.now.offset == .seconds(10))
    }

    @Test("A clock that is advanced by hand stands still otherwise.")
    func byHand() async throws {
        let clock = VirtualClock(.manually)
        let sut = try backend([.init(201, delay: .seconds(5))], clock, .native)
        async let status = get(sut)
        try await sut.wait(for: .get("/a"), within: .seconds(240))
        sut.advance(by: .seconds(4))
        #expect(clock.now.offset == .seconds(4))
        #expect(!sut.isSettled)
        clock.advance(by: .seconds(1))
        #expect(try await status == 201)
        #expect(clock.now.offset == .seconds(5))
    }

    @Test("A cancelled sleeper wakes at once, and the clock has not advanced.")
    func cancelled() async throws {
        let sut = VirtualClock(.manually)
        let sleeper = Task { try await sut.sleep(for: .seconds(1)) }
        await sut.waitForSleeps(atLeast: 1)
        sleeper.cancel()
        await #expect(throws: CancellationError.self) { try await sleeper.value }
        #expect(sut.now.offset == .zero)
        #expect(sut.sleeping == 0)
    }

    @Test("A quota window of a minute lasts until the clock has advanced by a minute.")
    func lifetimes() async throws {
        var scenario = Scenario("s", endpoints: [.get("/a", replies: [.init()])])
        scenario.quotas = [.init(.any, "/**", limit: 1, window: .seconds(60))]
        var options = Backend.Options()
        options.clock = VirtualClock(.manually)
        let sut = try Backend.start(scenario, options: options)
        #expect(try await get(sut) == 200)
        #expect(try await get(sut) == 429)
        sut.advance(by: .seconds(61))
        #expect(try await get(sut) == 200)
    }
}
