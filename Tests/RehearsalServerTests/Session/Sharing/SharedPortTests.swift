import Rehearsal
import RehearsalPlatform
import RehearsalServer
import RehearsalTestSupport
import TestAdmission
import Testing

@Suite("Sessions on one port", .limitedConcurrency)
struct SharedPortTests {
    private static func scenario(_ name: String, _ status: Int) -> Scenario {
        Scenario(
            name,
            endpoints: [
                .get("/me", replies: [.init(status, headers: ["X-Base": "{{baseURL}}"])]),
                .post("/me", replies: [.init(status)]),
                .get("/", replies: [.init(status)]),
                .get("/turn", replies: [.init(500, times: 1), .init(status)]),
            ]
        )
    }

    private static func front(_ kind: PollerKind = .native, threads: Int = 1) throws -> Backend {
        var options = BothLoops.options(kind)
        if threads > 1 { options.loops = try LoopGroup(threads: threads) }
        options.sharesPort = true
        return try Backend.start(scenario("front", 200), options: options)
    }

    @Test("A path prefix or a header selects the session of a request.", arguments: PollerKind.allCases)
    func named(_ kind: PollerKind) async throws {
        let front = try Self.front(kind)
        let one = try Backend.start(Self.scenario("one", 201), as: "one", on: front)
        let two = try Backend.start(Self.scenario("two", 202), as: "2.-_x", on: front)
        let client = try await RawClient(port: front.port)
        #expect(await client.get("/~one/me")?.status == 201)
        #expect(await client.get("/~2.-_x/me?q=1")?.status == 202)
        #expect(await client.get("/me")?.status == 200)
        #expect(await client.get("/~one")?.status == 201)
        #expect(await client.get("/~one?q")?.status == 201)
        await client.send("GET /me HTTP/1.1\r\nHost: a\r\nREHEARSAL-session:  one\r\n\r\n")
        #expect(await client.response()?.status == 201)
        #expect(one.journal.entries.map(\.target) == ["/me", "/", "/?q", "/me"])
        #expect(two.journal.entries.map(\.target) == ["/me?q=1"])
        #expect(front.journal.entries.map(\.target) == ["/me"])
        #expect(one.journal.entries.map(\.connection) == [0, 1, 1, 1])
        #expect(one.journal.connections.map(\.end) == [.moved, nil])
    }

    @Test("A path prefix selects the session of a request whose target is a URL.", arguments: PollerKind.allCases)
    func namedInURL(_ kind: PollerKind) async throws {
        let front = try Self.front(kind)
        let one = try Backend.start(Self.scenario("one", 201), as: "one", on: front)
        let client = try await RawClient(port: front.port)
        #expect(await client.get("http://127.0.0.1:\(front.port)/~one/me?q=1")?.status == 201)
        #expect(await client.get("HTTP://example.com/~one")?.status == 201)
        #expect(await client.get("http://example.com/me")?.status == 200)
        #expect(await client.get("http://example.com?/~one/me")?.status == 200)
        #expect(await client.get("http://example.com/~two/me")?.text.contains("no-session") == true)
        #expect(one.journal.count == 2)
        #expect(front.journal.count == 3)
    }

    @Test("Each session has its own turns, addresses and journal.")
    func apart() async throws {
        let front = try Self.front()
        let one = try Backend.start(Self.scenario("one", 201), as: "one", on: front)
        let two = try Backend.start(Self.scenario("two", 202), as: "two", on: front)
        let client = try await RawClient(port: front.port)
        #expect(await [client.get("/~one/turn")?.status, client.get("/~one/turn")?.status] == [500, 201])
        #expect(await [client.get("/~two/turn")?.status, client.get("/turn")?.status] == [500, 500])
        let base = "http://127.0.0.1:\(front.port)/~one"
        #expect(await client.get("/~one/me")?.header("X-Base") == base)
        #expect("\(one.baseURL)" == base)
        #expect(two.findings.isEmpty)
        #expect(one.journal.count == 3)
    }

    @Test(
        "A request to a session that does not exist or has ended receives 501 no-session.",
        arguments: PollerKind.allCases
    )
    func gone(_ kind: PollerKind) async throws {
        let front = try Self.front(kind)
        let one = try Backend.start(Self.scenario("one", 201), as: "one", on: front)
        let client = try await RawClient(port: front.port)
        #expect(await client.get("/~one/me")?.status == 201)
        await one.stop()
        let reply = await client.get("/~one/me")
        #expect(reply?.status == 501)
        #expect(reply?.text.contains("urn:rehearsal:problem:no-session") == true)
        await client.send("POST /~one/me HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nab")
        #expect(await client.response()?.status == 501)
        #expect(await client.get("/me")?.status == 200)
        #expect(front.journal.unexpected.map(\.target) == ["/~one/me", "/~one/me"])
        let again = try Backend.start(Self.scenario("again", 203), as: "one", on: front)
        #expect(await client.get("/~one/me")?.status == 203)
        #expect(again.journal.count == 1)
    }

    @Test("A session that ends closes its open exchanges and leaves idle connections to the others.")
    func ending() async throws {
        let front = try Self.front()
        let held = Scenario(
            "held",
            endpoints: [.get("/a", replies: [.init(hold: "h")]), .get("/b", replies: [.init()])]
        )
        let one = try Backend.start(held, as: "one", on: front)
        let waiting = try await RawClient(port: front.port)
        let idle = try await RawClient(port: front.port)
        #expect(await idle.get("/~one/b")?.status == 200)
        await waiting.send("GET /~one/a HTTP/1.1\r\nHost: a\r\n\r\n")
        try await one.wait(for: .get("/a"), within: .seconds(300))
        await one.stop()
        #expect(await waiting.response() == nil)
        #expect(await idle.get("/me")?.status == 200)
        #expect(one.journal.entries.map(\.end) == [.completed, .stopped])
    }

    @Test("An idle fault of one session does not affect requests of another on the same connection.")
    func faults() async throws {
        let front = try Self.front()
        let fault = Fault(.close, at: .idle(.nextRequest))
        let cutting = Scenario("cutting", endpoints: [.get("/a", replies: [.init(fault: fault)])])
        let one = try Backend.start(cutting, as: "one", on: front)
        let client = try await RawClient(port: front.port)
        #expect(await client.get("/~one/a")?.status == 200)
        #expect(await client.get("/me")?.status == 200)
        #expect(await client.get("/~one/a")?.status == 200)
        #expect(await client.get("/~one/a") == nil)
        #expect(one.journal.count == 3)
    }

    @Test("Pipelined requests to several sessions each receive the reply of their session, in order.")
    func pipelined() async throws {
        let front = try Self.front()
        let one = try Backend.start(Self.scenario("one", 201), as: "one", on: front)
        let two = try Backend.start(Self.scenario("two", 202), as: "two", on: front)
        let client = try await RawClient(port: front.port)
        let heads = ["GET /~one/ ", "GET /me?and=longer ", "GET /~two/me ", "GET /~one/me?and=longer+still "]
            .map { $0 + "HTTP/1.1\r\nHost: a\r\n\r\n" }
        await client.send(heads.joined())
        var statuses: [Int?] = []
        for _ in heads { statuses.append(await client.response()?.status) }
        #expect(statuses == [201, 200, 202, 201])
        #expect(one.journal.entries.map(\.target) == ["/", "/me?and=longer+still"])
        #expect(front.journal.entries.map(\.target) == ["/me?and=longer"])
        #expect(two.journal.entries.map(\.target) == ["/me"])
        #expect(one.journal.connections.first?.received == heads[0].utf8.count)
        #expect(front.journal.connections.map(\.received) == [0, heads[1].utf8.count])
        #expect(two.journal.connections.first?.received == heads[2].utf8.count)
    }

    @Test("A request that has begun when its session ends continues with its bytes in the next session.")
    func carried() async throws {
        let front = try Self.front()
        let one = try Backend.start(Self.scenario("one", 201), as: "one", on: front)
        let two = try Backend.start(Self.scenario("two", 202), as: "two", on: front)
        let client = try await RawClient(port: front.port)
        let (beginning, end) = ("GET /~two/me?of=some&length=1 HTTP/1.1\r\nHost: a\r\n", "\r\n")
        // One segment, so that the beginning has arrived before the earlier reply is sent.
        await client.send("GET /~one/me HTTP/1.1\r\nHost: a\r\n\r\n" + beginning)
        #expect(await client.response()?.status == 201)
        await one.stop()
        await client.send(end)
        #expect(await client.response()?.status == 202)
        #expect(two.journal.entries.map(\.target) == ["/me?of=some&length=1"])
        await client.closeNow()
        await two.journal.settled()
        #expect(one.journal.connections.map(\.end) == [.stopped])
        #expect(front.journal.connections.map(\.received) == [0, 0])
    }

    @Test("The server rejects duplicate names, invalid names and scenarios that cannot share a port.")
    func refused() async throws {
        let front = try Self.front()
        let one = try Backend.start(Self.scenario("one", 201), as: "one", on: front)
        #expect(Self.refusal("one", on: front) == "the session \"one\" exists already; end it, or choose another name")
        for name in ["", "a/b", "a b", "\u{E9}", String(repeating: "x", count: 65)] {
            #expect(Self.refusal(name, on: front)?.contains("is not a valid session name; a name has 1 to 64") == true)
        }
        var network = Self.scenario("x", 201)
        network.network = [.init(.resetting)]
        let refusal = Self.refusal("x", playing: network, on: front)
        #expect(refusal?.contains("give the session a port of its own") == true)
        #expect(one.journal.count == 0)
    }

    @Test("The error of a session on a port that is not shared says so, and how to share the port.")
    func unshared() async throws {
        let sut = try Backend.start(Self.scenario("p", 200))
        let refusal =
            "the session \"x\" cannot start on port \(sut.port), which is not shared; "
            + "start that backend with sharesPort = true, or give the session a port of its own"
        #expect(Self.refusal("x", on: sut) == refusal)
        let front = try Self.front()
        let one = try Backend.start(Self.scenario("one", 201), as: "one", on: front)
        #expect(Self.refusal("x", on: one)?.contains("start it on the backend that owns the port") == true)
        #expect(try await RawClient(port: sut.port).get("/~x/me")?.status == 501)
    }

    /// Returns the text of the error when a session cannot start; nil if it starts.
    private static func refusal(
        _ name: String,
        playing scenario: Scenario = scenario("x", 201),
        on front: Backend,
    ) -> String? {
        do throws(Backend.StartError) {
            _ = try Backend.start(scenario, as: name, on: front)
            return nil
        } catch {
            return error.description
        }
    }

    @Test("A thousand sessions on four loops each receive exactly their own requests.")
    func thousand() async throws {
        let front = try Self.front(threads: 4)
        let sessions = try (0..<1_000).map { number in
            try Backend.start(Self.scenario("s\(number)", 200 + number % 100), as: "k\(number)", on: front)
        }
        let wrong = await withTaskGroup(of: Int.self) { group in
            for worker in 0..<8 {
                group.addTask {
                    guard let client = try? await RawClient(port: front.port) else { return 1_000 }
                    return await client.run { client in
                        var wrong = 0
                        for number in stride(from: worker, to: 1_000, by: 8) {
                            let first = client.get("/~k\(number)/turn")?.status
                            let second = client.get("/~k\(number)/turn")?.status
                            if first != 500 || second != 200 + number % 100 { wrong += 1 }
                        }
                        return wrong
                    }
                }
            }
            return await group.reduce(0, +)
        }
        #expect(wrong == 0)
        #expect(sessions.allSatisfy { $0.journal.count == 2 })
        #expect(front.journal.count == 0)
    }
}
