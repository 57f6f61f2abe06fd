import Rehearsal
import TestAdmission
import Testing

@Suite("Idempotency keys", .limitedConcurrency)
struct IdempotencyTests {
    private func play(_ policy: Scenario.Idempotency = .init(.post, "/pay/**"), _ quotas: [Scenario.Quota] = [])
        throws -> PolicyPlay
    {
        let first = Scenario.Reply(201, headers: ["Location": "/1"], body: .text("one"), times: 1)
        let second = Scenario.Reply(201, headers: ["Location": "/2"], body: .text("two"))
        let endpoint = Scenario.Endpoint.post("/pay/**", replies: [first, second])
        return try PolicyPlay(Scenario("s", endpoints: [endpoint], quotas: quotas, idempotency: [policy]))
    }

    private func text(_ outcome: PolicyPlay.Outcome) -> String? {
        if case .text(let text)? = outcome.reply?.body { text } else { nil }
    }

    @Test("A repeated request gets the saved reply and does not consume a turn.")
    func saved() throws {
        var sut = try play()
        let key = "Idempotency-Key:a"
        #expect(text(sut.ask("POST /pay", key, body: "1")) == "one")
        let again = sut.ask("POST /pay", key, body: "1")
        #expect(text(again) == "one")
        #expect(again.status == 201)
        #expect(again.header("Location") == "/1")
        #expect(again.note == "idempotency: sent the stored reply again")
        #expect(again.label == "policy idempotency post /pay/**")
        #expect(text(sut.ask("POST /pay", "Idempotency-Key:b", body: "1")) == "two")
        #expect(text(sut.ask("POST /pay", body: "1")) == "two")
        #expect(text(sut.ask("POST /pay", key, body: "1")) == "one")
    }

    @Test("A key is rejected with another request: another body of any length, or another target.")
    func other() throws {
        var sut = try play()
        let long = String(repeating: "x", count: 300)
        _ = sut.ask("POST /pay", "Idempotency-Key:a", body: long + "1")
        #expect(sut.ask("POST /pay", "Idempotency-Key:a", body: long + "2").status == 422)
        #expect(sut.ask("POST /pay", "Idempotency-Key:a", body: "1").status == 422)
        #expect(sut.ask("POST /pay/2", "Idempotency-Key:a", body: long + "1").status == 422)
        #expect(sut.ask("POST /pay", "Idempotency-Key:a", body: long + "1").status == 201)
    }

    @Test("A repetition gets 409 during the first exchange, and the saved reply afterwards.")
    func outstanding() throws {
        var sut = try play()
        let first = sut.ask("POST /pay", "Idempotency-Key:a", ends: false)
        #expect(sut.ask("POST /pay", "Idempotency-Key:a").status == 409)
        #expect(sut.ask("POST /pay", "Idempotency-Key:a", body: "other").status == 422)
        sut.end(try #require(first.ticket))
        #expect(text(sut.ask("POST /pay", "Idempotency-Key:a")) == "one")
    }

    @Test("A request without the required key is rejected, and the header's name can be configured.")
    func missing() throws {
        var sut = try play(.init(header: "X-Once", .post, "/pay", required: true))
        let refused = sut.ask("POST /pay", "Idempotency-Key:a")
        #expect(refused.status == 400)
        #expect(refused.note?.contains("X-Once is required") == true)
        #expect(text(sut.ask("POST /pay", "x-once:a")) == "one")
        #expect(text(sut.ask("POST /pay", "x-once:a")) == "one")
    }

    @Test("A saved reply counts for quotas and has the current values of their headers.")
    func quotas() throws {
        var sut = try play(.init(.post, "/pay"), [.init(.any, "/pay", limit: 2, window: .seconds(10))])
        #expect(sut.ask("POST /pay", "Idempotency-Key:a").header("RateLimit") == #""default";r=1;t=10"#)
        let again = sut.ask("POST /pay", "Idempotency-Key:a")
        #expect(again.reply?.headers.values(of: "RateLimit") == [#""default";r=0;t=10"#])
        #expect(sut.ask("POST /pay", "Idempotency-Key:a").status == 429)
    }

    @Test("An unanswered request is not saved.")
    func unanswered() throws {
        let endpoint = Scenario.Endpoint(.post, "/pay", replies: [.init(201, times: 1)])
        var sut = try PolicyPlay(Scenario("s", endpoints: [endpoint], idempotency: [.init(.post, "/**")]))
        #expect(sut.ask("POST /other", "Idempotency-Key:a").status == nil)
        #expect(sut.ask("POST /pay", "Idempotency-Key:a").status == 201)
    }

    @Test("An invalid header name is rejected.")
    func refused() {
        let scenario = Scenario("s", endpoints: [], idempotency: [.init(header: "a b", .post, "/")])
        #expect(throws: CompiledScenario.CompilationError.self) { try CompiledScenario(scenario) }
    }
}
