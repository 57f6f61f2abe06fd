import Rehearsal
import RehearsalControl
import RehearsalServer
import RehearsalTestSupport
import TestAdmission
import Testing

@Suite("The state of a scenario after a change", .limitedConcurrency)
struct ContinuationTests {
    private func overlay(_ name: String, on isOn: Bool, _ sut: ControlCase) async throws {
        let body: JSON = ["overlay": .string(name), "on": .bool(isOn)]
        #expect(try await sut.ask("POST", "/v1/sessions/main/overlays", body).status == 200)
    }

    @Test("Sequences that are counted by key continue when an overlay is switched on.")
    func keyedSequence() async throws {
        let endpoint = Scenario.Endpoint(
            .get,
            "/jobs/{id}",
            replies: [.init(202, times: 1), .init(203, times: 1), .init(204)],
            per: .capture("id")
        )
        let sut = try ControlCase(Scenario("jobs", endpoints: [endpoint]))
        #expect(try await [sut.get("/jobs/1"), sut.get("/jobs/1"), sut.get("/jobs/2")] == [202, 203, 202])
        try await overlay("captive-portal", on: true, sut)
        try await overlay("captive-portal", on: false, sut)
        #expect(try await [sut.get("/jobs/1"), sut.get("/jobs/2"), sut.get("/jobs/3")] == [204, 203, 202])
    }

    @Test("The selections of a fault by number continue when an endpoint is added.")
    func numberedFault() async throws {
        let fault = Fault(.reset, at: .beforeHead, on: .first(2))
        let sut = try ControlCase(Scenario("first", endpoints: [.get("/a", replies: [.init(200, fault: fault)])]))
        #expect(try await sut.get("/a") == nil)
        _ = try await sut.ask("POST", "/v1/sessions/main/endpoints", ["endpoint": ["get": "/b", "replies": [[:]]]])
        #expect(try await sut.get("/a") == nil)
        #expect(try await sut.get("/a") == 200)
    }

    @Test("A variable that a request has removed stays removed, and an overlay adds its own variables.")
    func variables() async throws {
        let remove = Scenario.Change(remove: ["cart"])
        let sut = try ControlCase(
            Scenario(
                "cart",
                endpoints: [Scenario.Endpoint(.post, "/clear", replies: [.init(204)], then: remove)],
                state: [JSON.Member("cart", "full")]
            )
        )
        let port = sut.front.port
        #expect(try await RawClient(port: port, timeout: 240).status(of: "POST", "/clear") == 204)
        let endpoint: JSON = ["get": "/x", "replies": [[:]]]
        let document: JSON = ["scenario": "extra", "state": ["extra": 1], "endpoints": [endpoint]]
        _ = try await sut.ask("POST", "/v1/sessions/main/overlays", ["scenario": document])
        #expect(sut.front.runState.variables == ["extra": 1])
        try await overlay("slow", on: true, sut)
        #expect(sut.front.runState.variables == ["extra": 1])
    }

    @Test("A request whose body arrives after a change advances the sequence of the changed scenario.")
    func lateBody() async throws {
        let body = Scenario.Condition(body: [.text(.equals("a"))])
        let endpoint = Scenario.Endpoint(
            .post,
            "/steps",
            when: body,
            replies: [.init(201, times: 1), .init(202, times: 1), .init(203)]
        )
        let sut = try ControlCase(Scenario("late", endpoints: [endpoint]))
        let port = sut.front.port
        let late = try await RawClient(port: port, timeout: 240)
        await late.send("POST /steps HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\n")
        try await sut.front.wait(for: .post("/steps"), within: .seconds(300))
        try await overlay("slow", on: true, sut)
        try await overlay("slow", on: false, sut)
        #expect(try await RawClient(port: port, timeout: 240).status(of: "POST", "/steps", body: "a") == 201)
        await late.send("a")
        #expect(await late.response()?.status == 202)
        #expect(try await RawClient(port: port, timeout: 240).status(of: "POST", "/steps", body: "a") == 203)
    }

    @Test("A request with an idempotency key that is open during a change is repeated afterwards.")
    func openIdempotencyKey() async throws {
        let sut = try ControlCase(
            Scenario(
                "pay",
                endpoints: [.post("/pay", replies: [.init(201, hold: "pay")])],
                idempotency: [Scenario.Idempotency(.post, "/pay")]
            )
        )
        let port = sut.front.port
        let first = try await RawClient(port: port, timeout: 240)
        let request = "POST /pay HTTP/1.1\r\nHost: a\r\nIdempotency-Key: k\r\nContent-Length: 0\r\n\r\n"
        await first.send(request)
        try await sut.front.wait(for: .post("/pay"), within: .seconds(300))
        try await overlay("slow", on: true, sut)
        try await overlay("slow", on: false, sut)
        try sut.front.release("pay")
        #expect(await first.response()?.status == 201)
        await sut.front.journal.settled()
        let second = try await RawClient(port: port, timeout: 240)
        await second.send(request)
        #expect(await second.response()?.status == 201)
        #expect(sut.front.journal.entries.count == 2)
    }

    @Test("With several loops, changes during requests lose no position of a sequence.")
    func severalLoops() async throws {
        let replies = (0..<200).map { Scenario.Reply(200, body: .text("\($0)"), times: 1) }
        var options = Backend.Options()
        options.loops = try LoopGroup(threads: 3)
        let sut = try Backend.start(Scenario("s", endpoints: [.get("/n", replies: replies)]), options: options)
        let port = sut.port
        let texts = try await withThrowingTaskGroup(of: [String].self) { group in
            for _ in 0..<4 {
                group.addTask {
                    let client = try await RawClient(port: port, timeout: 240)
                    var texts: [String] = []
                    for _ in 0..<50 { await client.get("/n").map { texts.append($0.text) } }
                    return texts
                }
            }
            for _ in 0..<20 {
                try sut.activate(.slow)
                try sut.deactivate(.slow)
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        #expect(texts.compactMap { Int($0) }.sorted() == Array(0..<200))
        await sut.stop()
    }
}

extension RawClient {
    /// Sends a request and returns the status of its reply.
    func status(of method: String, _ path: String, body: String = "") -> Int? {
        send("\(method) \(path) HTTP/1.1\r\nHost: a\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
        return response()?.status
    }
}
