import Rehearsal
import RehearsalPlatform
import RehearsalServer
import RehearsalTestSupport
import TestAdmission
import Testing

@Suite("Advancing the time of a session", .limitedConcurrency)
struct AdvancingTests {
    /// Returns the bytes that a waiting client receives when the time advances, by default by an hour.
    private func waited(
        for reply: Scenario.Reply,
        on kind: PollerKind,
        advance: [Duration] = [.seconds(3_600)],
    ) async throws -> String {
        let sut = try BothLoops.backend([.get("/a", replies: [reply])], on: kind)
        let client = try await RawClient(port: sut.port)
        await client.send("GET /a HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
        try await sut.wait(for: .get("/a"), within: .seconds(300))
        for duration in advance { sut.advance(by: duration) }
        return await String(decoding: client.readToEnd().bytes, as: UTF8.self)
    }

    @Test(
        "A reply with a delay of an hour is sent at once when the time advances by an hour.",
        arguments: PollerKind.allCases
    )
    func delays(_ kind: PollerKind) async throws {
        let late = Scenario.Reply(body: .text("x"), delay: .fixed(.seconds(3_600)))
        #expect(try await waited(for: late, on: kind).hasSuffix("\r\n\r\nx"))
        let half = Duration.seconds(1_800)
        #expect(try await waited(for: late, on: kind, advance: [half, half]).hasSuffix("\r\n\r\nx"))
        let body = Scenario.Reply(body: .text("x"), bodyDelay: .fixed(.seconds(3_600)))
        #expect(try await waited(for: body, on: kind).hasSuffix("\r\n\r\nx"))
    }

    @Test("A slow reply sends the bytes that are due when the time advances.", arguments: PollerKind.allCases)
    func paces(_ kind: PollerKind) async throws {
        // Ten minutes a byte: without an advance the client would time out before the next byte.
        let slice = Fault(.slice(size: 1, every: .seconds(600)), at: .body(.bytes(0)))
        let slow = Scenario.Reply(body: .text("abcde"), fault: slice)
        #expect(try await waited(for: slow, on: kind).hasSuffix("\r\n\r\nabcde"))
        let events = Scenario.Reply(body: .events([.init("one"), .init("two", after: .seconds(3_600))]))
        #expect(try await waited(for: events, on: kind).contains("two"))
    }

    @Test("A network state with a duration ends when the time advances past it.", arguments: PollerKind.allCases)
    func network(_ kind: PollerKind) async throws {
        var scenario = Scenario("s", endpoints: [.get("/a", replies: [.init(201)])])
        scenario.network = [.init(.resetting, until: .after(.seconds(3_600))), .init(.open)]
        let sut = try Backend.start(scenario, options: BothLoops.options(kind))
        #expect(try await RawClient(port: sut.port).get("/a") == nil)
        sut.advance(by: .seconds(3_600))
        #expect(try await RawClient(port: sut.port).get("/a")?.status == 201)
    }

    @Test("The time advances by at most 136 years, which ends every wait.", arguments: [false, true])
    func farthest(_ isVirtual: Bool) async throws {
        let late = Scenario.Reply(body: .text("x"), delay: .fixed(.seconds(3_600)))
        var scenario = Scenario("s", endpoints: [.get("/a", replies: [late]), .get("/b", replies: [.init()])])
        scenario.network = [.init(.open)]
        scenario.quotas = [Scenario.Quota(.get, "/b", limit: 1, window: .seconds(1 << 32))]
        var options = BothLoops.options(.native)
        if isVirtual { options.clock = VirtualClock(.manually) }
        let sut = try Backend.start(scenario, options: options)
        let client = try await RawClient(port: sut.port)
        await client.send("GET /a HTTP/1.1\r\nHost: a\r\n\r\n")
        try await sut.wait(for: .get("/a"))
        for _ in 0..<5 { sut.advance(by: .seconds(1 << 32)) }
        #expect(await client.response()?.text == "x")
        #expect(sut.timeOffset == .seconds(1 << 32))
        #expect(await [client.get("/b")?.status, client.get("/b")?.status] == [200, 429])
    }

    @Test("Dates show the time of the session, on earlier connections and on new ones.")
    func dates() async throws {
        let reply = Scenario.Reply(headers: ["X-Now": "{{now | date}}"])
        let sut = try BothLoops.backend([.get("/a", replies: [reply]), .get("/b", replies: [.init()])])
        let client = try await RawClient(port: sut.port)
        let year = await client.get("/b")?.header("Date")?.split(separator: " ")[3]
        for _ in 0..<11 { sut.advance(by: .seconds(366 * 86_400)) }
        let later = try #require(Int(year ?? "")) + 11
        for client in try await [client, RawClient(port: sut.port)] {
            #expect(await client.get("/b")?.header("Date")?.contains(" \(later) ") == true)
            #expect(await client.get("/a")?.header("X-Now")?.hasPrefix("\(later)-") == true)
        }
        let other = try BothLoops.backend([.get("/b", replies: [.init()])])
        #expect(try await RawClient(port: other.port).get("/b")?.header("Date")?.contains(" \(later) ") == false)
    }

    @Test(
        "An idle fault takes effect when the time advances past its idle time.",
        arguments: PollerKind.allCases
    )
    func idle(_ kind: PollerKind) async throws {
        let fault = Fault(.close, at: .idle(.after(.seconds(3_600))))
        let sut = try BothLoops.backend([.get("/a", replies: [.init(fault: fault)])], on: kind)
        let client = try await RawClient(port: sut.port)
        #expect(await client.get("/a")?.status == 200)
        sut.advance(by: .seconds(3_600))
        #expect(await client.readToEnd().ending == .closed)
    }

    @Test("Advancing the time does not change the time limits of clients.")
    func limits() async throws {
        let sut = try BothLoops.backend([.get("/a", replies: [.init()]), .post("/a", replies: [.init(201)])])
        let client = try await RawClient(port: sut.port)
        await client.send("POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nx")
        sut.advance(by: .seconds(7_200))
        await client.send("y")
        #expect(await client.response()?.status == 201)
        sut.advance(by: .seconds(7_200))
        #expect(await client.get("/a")?.status == 200)
    }

    @Test("A quota window restarts when the time advances past its end.")
    func policies() async throws {
        var scenario = Scenario("s", endpoints: [.get("/a", replies: [.init()])])
        scenario.quotas = [Scenario.Quota(.any, "/a", limit: 1, window: .seconds(3_600))]
        let sut = try Backend.start(scenario)
        let client = try await RawClient(port: sut.port)
        #expect(await [client.get("/a")?.status, client.get("/a")?.status] == [200, 429])
        sut.advance(by: .seconds(3_600))
        #expect(await [client.get("/a")?.status, client.get("/a")?.status] == [200, 429])
    }
}
