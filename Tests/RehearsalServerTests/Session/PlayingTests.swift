import Rehearsal
import RehearsalPlatform
import RehearsalServer
import RehearsalTestSupport
import TestAdmission
import Testing

@Suite("Switching a backend to another scenario", .limitedConcurrency)
struct PlayingTests {
    private static func scenario(_ name: String, _ status: Int) -> Scenario {
        Scenario(
            name,
            endpoints: [.get(.init("/\(name)"), replies: [.init(500)]), .get("/me", replies: [.init(status)])]
        )
    }

    @Test(
        "Connections stay open after a switch, and the new scenario replies to their next requests.",
        arguments: PollerKind.allCases
    )
    func goesOn(_ kind: PollerKind) async throws {
        let sut = try Backend.start(Self.scenario("one", 201), options: BothLoops.options(kind))
        let client = try await RawClient(port: sut.port)
        #expect(await client.get("/me")?.status == 201)
        try sut.play(Self.scenario("two", 202))
        #expect(await client.get("/me")?.status == 202)
        #expect(try await RawClient(port: sut.port).get("/me")?.status == 202)
        #expect(await client.get("/one")?.status == 501)
        #expect(sut.journal.entries.map(\.connection) == [0, 0, 1, 0])
        #expect(sut.journal.entries.map(\.endpoint) == ["get /me", "get /me", "get /me", nil])
    }

    @Test("A switch restarts sequences and state, and each entry names its own endpoint.")
    func anew() async throws {
        let replies: [Scenario.Reply] = [.init(201, then: .init(state: "x")), .init(202)]
        let first = Scenario("s", endpoints: [.get("/a", replies: replies)])
        let second = Scenario(
            "s",
            endpoints: [.get("/b", replies: [.init()]), .get("/a", when: .state("x"), replies: [.init(203)])]
                + first.endpoints
        )
        let sut = try Backend.start(first, options: BothLoops.options(.native))
        let client = try await RawClient(port: sut.port)
        #expect(await [client.get("/a")?.status, client.get("/a")?.status] == [201, 202])
        try sut.play(second)
        #expect(await [client.get("/a")?.status, client.get("/a")?.status] == [201, 203])
        #expect(await client.get("/b")?.status == 200)
        #expect(sut.journal.entries.compactMap(\.endpoint) == ["get /a", "get /a", "get /a", "get /a", "get /b"])
        #expect(sut.findings.isEmpty)
    }

    @Test("A backend releases the previous scenario but keeps the endpoint names of its entries.")
    func forgotten() async throws {
        weak var former: AnyObject?
        let sut = try Backend.start(Self.scenario("one", 201))
        let client = try await RawClient(port: sut.port)
        #expect(await client.get("/me")?.status == 201)
        await client.closeNow()
        former = sut.currentRun
        for _ in 0..<3 { try sut.play(Self.scenario("two", 202)) }
        // An open connection keeps the scenario of its last request.
        _ = await sut.connections { $0.allSatisfy { $0.end != nil } }
        await sut.drained()
        #expect(former == nil)
        #expect(sut.journal.entries.map(\.endpoint) == ["get /me"])
    }

    @Test("Endpoints of the same name, and keys of one endpoint, draw their own template values.")
    func draws() async throws {
        let text = Scenario.Reply(body: .text("{{uuid}} {{random 1 1000000}}"))
        var keyed = Scenario.Endpoint.get("/u/{id}", replies: [text])
        keyed.per = .capture("id")
        let twin = Scenario.Endpoint.get("/o", when: .init(query: [.init("k", .present)]), replies: [text])
        let sut = try Backend.start(Scenario("s", seed: 7, endpoints: [twin, .get("/o", replies: [text]), keyed]))
        let client = try await RawClient(port: sut.port)
        let drawn = await client.run { client in
            ["/o?k=1", "/o", "/o?k=1", "/o", "/u/1", "/u/2", "/u/1"].map { client.get($0)?.text }
        }
        #expect(Set(drawn).count == drawn.count)
    }

    @Test("The journal has a mark for each switch, between the exchanges before and after it.")
    func marks() async throws {
        let sut = try Backend.start(Self.scenario("one", 201))
        let tail = JournalTail(sut)
        let client = try await RawClient(port: sut.port)
        #expect(await client.get("/me")?.status == 201)
        try sut.play(Self.scenario("two", 202))
        #expect(await client.get("/me")?.status == 202)
        try sut.reset()
        await sut.journal.settled()
        #expect(sut.journal.scenarioSwitches.map(\.scenario) == ["two", "two"])
        #expect(sut.journal.scenarioSwitches.map(\.number) == [1, 2])
        let items = await tail.next(within: .seconds(60))
        let shown = items.map { item in
            switch item {
            case .exchange(let entry): "\(entry.status ?? 0)"
            case .scenarioSwitch(let mark): mark.scenario
            }
        }
        #expect(shown == ["201", "two", "202", "two"])
    }

    @Test("A switch releases a held reply as it was decided.", arguments: PollerKind.allCases)
    func held(_ kind: PollerKind) async throws {
        let first = Scenario("s", endpoints: [.get("/a", replies: [.init(201, hold: "h")])])
        let sut = try Backend.start(first, options: BothLoops.options(kind))
        let client = try await RawClient(port: sut.port)
        await client.send("GET /a HTTP/1.1\r\nHost: a\r\n\r\n")
        try await sut.wait(for: .get("/a"), within: .seconds(300))
        try sut.play(Self.scenario("two", 202))
        #expect(await client.response()?.status == 201)
        #expect(await client.get("/me")?.status == 202)
    }

    @Test("A reply that reaches its hold after a switch is sent at once.", arguments: PollerKind.allCases)
    func heldLate(_ kind: PollerKind) async throws {
        let (played, next) = AsyncStream.makeStream(of: Void.self)
        let reply = Scenario.Reply.later { _ in
            for await _ in played { break }
            return .init(201, hold: "h")
        }
        let first = Scenario("s", endpoints: [.get("/a", replies: [reply])])
        let sut = try Backend.start(first, options: BothLoops.options(kind))
        let client = try await RawClient(port: sut.port)
        async let statuses = client.run { client in [client.get("/a")?.status, client.get("/me")?.status] }
        try await sut.wait(for: .get("/a"), within: .seconds(300))
        try sut.play(Self.scenario("two", 202))
        next.yield()
        #expect(await statuses == [201, 202])
    }

    @Test("The endpoint that matched the head replies to a body that arrives after a switch.")
    func upload() async throws {
        let first = Scenario("s", endpoints: [.post("/a", replies: [.init(201)])])
        let sut = try Backend.start(first, options: BothLoops.options(.native))
        let client = try await RawClient(port: sut.port)
        await client.send("POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\na")
        try await sut.wait(for: .post("/a"), within: .seconds(300))
        try sut.play(Self.scenario("two", 202))
        await client.send("b")
        #expect(await client.response()?.status == 201)
        #expect(sut.journal.entries.map(\.endpoint) == ["post /a"])
    }

    @Test("A switch to an invalid scenario changes nothing.")
    func malformed() async throws {
        let sut = try Backend.start(Self.scenario("one", 201))
        #expect(throws: Backend.StartError.self) {
            try sut.play(Scenario("s", endpoints: [.get("no", replies: [.init()])]))
        }
        #expect(try await RawClient(port: sut.port).get("/me")?.status == 201)
    }

    @Test(
        "A switch ends the network states of the old scenario and begins those of the new one.",
        arguments: PollerKind.allCases
    )
    func network(_ kind: PollerKind) async throws {
        var offline = Self.scenario("one", 201)
        offline.network = [.init(.refusing, until: .released("up"))]
        let sut = try Backend.start(offline, options: BothLoops.options(kind))
        await #expect(throws: RawClient.Failure.self) { try await RawClient(port: sut.port) }
        try sut.play(Self.scenario("two", 202))
        #expect(try await RawClient(port: sut.port).get("/me")?.status == 202)
        try sut.play(offline)
        await #expect(throws: RawClient.Failure.self) { try await RawClient(port: sut.port) }
        try sut.release("up")
        await sut.drained()
        #expect(try await RawClient(port: sut.port).get("/me")?.status == 201)
    }

    @Test("Fifty switches under load lose no request and no connection.", arguments: [1, 4])
    func underLoad(_ threads: Int) async throws {
        var options = Backend.Options()
        options.loops = try LoopGroup(threads: threads)
        let sut = try Backend.start(Self.scenario("s0", 200), options: options)
        let failures = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    try await RawClient(port: sut.port).run { client in
                        var failures = 0
                        for _ in 0..<400 where client.get("/me")?.status != 200 { failures += 1 }
                        return failures
                    }
                }
            }
            group.addTask {
                try await runBlocking {
                    for number in 1...50 { try sut.play(Self.scenario("s\(number)", 200)) }
                    return 0
                }
            }
            return try await group.reduce(0, +)
        }
        #expect(failures == 0)
        #expect(sut.journal.connections.count == 8)
        #expect(sut.journal.entries.allSatisfy { $0.endpoint == "get /me" && $0.status == 200 })
        #expect(try await RawClient(port: sut.port).get("/s50")?.status == 500)
    }
}
