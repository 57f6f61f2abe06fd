import Rehearsal
import RehearsalServer
import RehearsalTestSupport
import Testing

@Suite("Idempotency on the wire")
struct IdempotencyTests {
    static func scenario(_ replies: [Scenario.Reply], _ quotas: [Scenario.Quota] = []) -> Scenario {
        let endpoint = Scenario.Endpoint.post("/pay", replies: replies)
        return Scenario("test", seed: 1, endpoints: [endpoint], quotas: quotas, idempotency: [.init(.post, "/pay")])
    }

    private let key = ["Idempotency-Key": "a"]

    @Test("A reply that is lost was applied, so it is saved, and the retry gets it.", arguments: PollerKind.allCases)
    func lost(_ kind: PollerKind) async throws {
        let lost = Scenario.Reply(
            201,
            headers: ["Location": "/pay/{{uuid}}"],
            body: .text("{{count}}"),
            fault: .init(.reset, at: .beforeHead, on: .first(1))
        )
        let sut = try Backend.start(Self.scenario([lost]), options: BothLoops.options(kind))
        try await onThread {
            let client = try RawClient(port: sut.port)
            #expect(client.ask("POST /pay", headers: key, body: "x") == nil)
        }
        await sut.journal.settled()
        try await onThread {
            let client = try RawClient(port: sut.port)
            let saved = client.ask("POST /pay", headers: key, body: "x")
            #expect(saved?.status == 201)
            #expect(saved?.text == "1")
            let again = client.ask("POST /pay", headers: key, body: "x")
            #expect(again?.header("Location") == saved?.header("Location"))
            #expect(again?.header("Location")?.contains("{") == false)
            #expect(client.ask("POST /pay", headers: key, body: "y")?.status == 422)
            #expect(client.ask("POST /pay", headers: ["Idempotency-Key": "b"], body: "x")?.text == "2")
        }
        await sut.journal.settled()
        #expect(
            sut.journal.entries.map(\.endpoint) == [
                "post /pay", "policy idempotency post /pay", "policy idempotency post /pay",
                "policy idempotency post /pay", "post /pay",
            ]
        )
        #expect(sut.journal.entries[1].policy == "idempotency: the saved reply again")
        #expect(sut.journal.entries.allSatisfy { !$0.isUnexpected })
    }

    @Test("While the first is held the second gets 409, and the saved reply once the first has ended.")
    func outstanding() async throws {
        let sut = try Backend.start(
            Self.scenario([.init(201, body: .text("done"), hold: "pay")]),
            options: BothLoops.options(.native)
        )
        try await onThread {
            let (first, second) = (try RawClient(port: sut.port), try RawClient(port: sut.port))
            first.send("POST /pay HTTP/1.1\r\nHost: a\r\nIdempotency-Key: a\r\nContent-Length: 1\r\n\r\nx")
            try sut.await(.post("/pay"))
            #expect(second.ask("POST /pay", headers: key, body: "x")?.status == 409)
            try sut.release("pay")
            #expect(first.response()?.text == "done")
            // The exchange ends before the connection's next begins.
            #expect(first.ask("POST /pay", headers: key, body: "x")?.text == "done")
        }
    }

    @Test("What a closure makes is saved, also for a client that has gone before.")
    func later() async throws {
        let (gate, opening) = AsyncStream<Void>.makeStream()
        let reply = Scenario.Reply.later { _ in
            for await _ in gate { break }
            return .init(201, body: .text("made"))
        }
        let sut = try Backend.start(Self.scenario([reply]), options: BothLoops.options(.native))
        try await onThread {
            let client = try RawClient(port: sut.port)
            client.send("POST /pay HTTP/1.1\r\nHost: a\r\nIdempotency-Key: a\r\nContent-Length: 1\r\n\r\nx")
            try sut.await(.post("/pay"))
            client.closeNow(reset: true)
        }
        await sut.journal.settled()
        try await onThread {
            let client = try RawClient(port: sut.port, patience: 60)
            #expect(client.ask("POST /pay", headers: key, body: "x")?.status == 409)
            opening.finish()
            // Nobody is told when it is made; until then each is told that the first is outstanding.
            let end = ContinuousClock.now + .seconds(60)
            var saved = client.ask("POST /pay", headers: key, body: "x")
            while saved?.status == 409, ContinuousClock.now < end {
                saved = client.ask("POST /pay", headers: key, body: "x")
            }
            #expect(saved?.text == "made")
        }
    }
}
