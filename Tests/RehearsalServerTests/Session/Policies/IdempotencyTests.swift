import Rehearsal
import RehearsalPlatform
import RehearsalServer
import RehearsalTestSupport
import TestAdmission
import Testing

@Suite("Idempotency on the wire", .limitedConcurrency)
struct IdempotencyTests {
    static func scenario(_ replies: [Scenario.Reply], _ quotas: [Scenario.Quota] = []) -> Scenario {
        let endpoint = Scenario.Endpoint.post("/pay", replies: replies)
        return Scenario("test", seed: 1, endpoints: [endpoint], quotas: quotas, idempotency: [.init(.post, "/pay")])
    }

    private let key = ["Idempotency-Key": "a"]

    @Test("A reply that a fault loses is saved, and a retry receives it.", arguments: PollerKind.allCases)
    func lost(_ kind: PollerKind) async throws {
        let lost = Scenario.Reply(
            201,
            headers: ["Location": "/pay/{{uuid}}"],
            body: .text("{{count}}"),
            fault: .init(.reset, at: .beforeHead, on: .first(1))
        )
        let sut = try Backend.start(Self.scenario([lost]), options: BothLoops.options(kind))
        let first = try await RawClient(port: sut.port).ask("POST /pay", headers: key, body: "x")
        #expect(first == nil)
        await sut.journal.settled()
        let client = try await RawClient(port: sut.port)
        let replies = await [
            await client.ask("POST /pay", headers: key, body: "x"), client.ask("POST /pay", headers: key, body: "x"),
            client.ask("POST /pay", headers: key, body: "y"),
            client.ask("POST /pay", headers: ["Idempotency-Key": "b"], body: "x"),
        ]
        #expect(replies.map { $0?.status } == [201, 201, 422, 201])
        #expect([0, 1, 3].map { replies[$0]?.text } == ["1", "1", "2"])
        #expect(replies[0]?.header("Location")?.contains("{") == false)
        #expect(replies[0]?.header("Location") == replies[1]?.header("Location"))
        #expect(replies[0]?.header("Location") != replies[3]?.header("Location"))
        await sut.journal.settled()
        #expect(
            sut.journal.entries.map(\.endpoint) == [
                "post /pay", "policy idempotency post /pay", "policy idempotency post /pay",
                "policy idempotency post /pay", "post /pay",
            ]
        )
        #expect(sut.journal.entries[1].policy == "idempotency: sent the stored reply again")
        #expect(sut.journal.entries.allSatisfy { !$0.isUnexpected })
    }

    @Test("A second request receives 409 while the first is held, and the saved reply afterwards.")
    func outstanding() async throws {
        let sut = try Backend.start(
            Self.scenario([.init(201, body: .text("done"), hold: "pay")]),
            options: BothLoops.options(.native)
        )
        let (first, second) = try await (RawClient(port: sut.port), RawClient(port: sut.port))
        await first.send("POST /pay HTTP/1.1\r\nHost: a\r\nIdempotency-Key: a\r\nContent-Length: 1\r\n\r\nx")
        try await sut.wait(for: .post("/pay"), within: .seconds(300))
        let status = await second.ask("POST /pay", headers: key, body: "x")?.status
        try sut.release("pay")
        let text = await first.response()?.text
        // The exchange ends before the next one of its connection begins.
        let texts = await [text, first.ask("POST /pay", headers: key, body: "x")?.text]
        #expect(status == 409)
        #expect(texts == ["done", "done"])
    }

    @Test("An asynchronous reply is saved even if its client has left.")
    func later() async throws {
        let (opened, opening) = AsyncStream<Void>.makeStream()
        let reply = Scenario.Reply.later { _ in
            for await _ in opened { break }
            return .init(201, body: .text("made"))
        }
        let sut = try Backend.start(Self.scenario([reply]), options: BothLoops.options(.native))
        let leaving = try await RawClient(port: sut.port)
        await leaving.send("POST /pay HTTP/1.1\r\nHost: a\r\nIdempotency-Key: a\r\nContent-Length: 1\r\n\r\nx")
        try await sut.wait(for: .post("/pay"), within: .seconds(300))
        await leaving.closeNow(reset: true)
        await sut.journal.settled()
        let client = try await RawClient(port: sut.port)
        let status = await client.ask("POST /pay", headers: key, body: "x")?.status
        opening.finish()
        // Nothing signals the end of the closure; until then each request receives 409.
        let end = ContinuousClock.now + .seconds(240)
        var saved = await client.ask("POST /pay", headers: key, body: "x")
        while saved?.status == 409, ContinuousClock.now < end {
            saved = await client.ask("POST /pay", headers: key, body: "x")
        }
        let text = saved?.text
        #expect(status == 409)
        #expect(text == "made")
    }
}
