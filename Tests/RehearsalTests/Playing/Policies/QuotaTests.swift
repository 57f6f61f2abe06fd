import Rehearsal
import TestAdmission
import Testing

@Suite("Quotas", .limitedConcurrency)
struct QuotaTests {
    private func play(_ quotas: Scenario.Quota...) throws -> PolicyPlay {
        let endpoints: [Scenario.Endpoint] = [.any("/api/**", replies: [.init(204)]), .noise("/noise")]
        return try PolicyPlay(Scenario("s", endpoints: endpoints, quotas: quotas))
    }

    @Test(
        "A quota allows its number of requests in a window that begins with the first, then replies 429 until it ends."
    )
    func window() throws {
        var sut = try play(.init(.any, "/api/**", limit: 2, window: .seconds(10)))
        let times: [Double] = [100, 109.9, 109.95, 110, 119, 119.99, 120]
        #expect(times.map { sut.ask("GET /api/a", at: $0).status } == [204, 204, 429, 204, 204, 429, 204])
    }

    @Test("Replies state the remaining requests and the end of the window (draft-ietf-httpapi-ratelimit-headers).")
    func ietf() throws {
        var sut = try play(.init(.any, "/api/**", limit: 2, window: .seconds(10)))
        let first = sut.ask("GET /api/a", at: 0)
        #expect(first.header("RateLimit-Policy") == #""default";q=2;w=10"#)
        #expect(first.header("RateLimit") == #""default";r=1;t=10"#)
        #expect(sut.ask("GET /api/a", at: 2.5).header("RateLimit") == #""default";r=0;t=8"#)
        let limited = sut.ask("GET /api/a", at: 9.2)
        #expect(limited.header("RateLimit") == #""default";r=0;t=1"#)
        #expect(limited.header("Retry-After") == "1")
        #expect(limited.label == "policy quota any /api/**")
        #expect(limited.note == "quota: the limit is 2 requests in 10 s")
        #expect(limited.json?["title"] == "Too Many Requests")
    }

    @Test("A quota sends legacy fields, a date as Retry-After, or neither, and keeps the fields of its reply.")
    func styles() throws {
        let reply = Scenario.Reply(503, headers: ["retry-after": "9"])
        var sut = try play(
            .init(.get, "/api/l", limit: 1, window: .seconds(60), headers: .legacy, retryAfter: .date),
            .init(.get, "/api/n", limit: 1, window: .seconds(60), headers: .none, retryAfter: .none),
            .init(.get, "/api/o", limit: 1, window: .seconds(60), reply: reply)
        )
        let first = sut.ask("GET /api/l", at: 0)
        #expect(["Limit", "Remaining", "Reset"].map { first.header("X-RateLimit-\($0)") } == ["1", "0", "60"])
        #expect(sut.ask("GET /api/l", at: 0.5).header("Retry-After") == "Thu, 01 Jan 1970 00:01:01 GMT")
        #expect(sut.ask("GET /api/n").reply?.headers.fields == [])
        let silent = sut.ask("GET /api/n")
        #expect(silent.status == 429)
        #expect(silent.reply?.headers.fields == [])
        _ = sut.ask("GET /api/o")
        #expect(sut.ask("GET /api/o").reply?.headers.values(of: "Retry-After") == ["9"])
    }

    @Test(
        "Each key has a window of its own.",
        arguments: [
            (.header("Authorization"), "GET /api/a", "GET /api/b", "Authorization:x"),
            (.target, "GET /api/a", "GET /api/a?1", ""), (.capture("id"), "GET /api/a", "GET /api/b", ""),
        ] as [(Scenario.CountingScope, String, String, String)]
    )
    func keys(_ key: Scenario.CountingScope, _ one: String, _ other: String, _ headers: String) throws {
        var sut = try play(.init(.any, "/api/{id}", limit: 1, window: .seconds(10), key: key))
        #expect(sut.ask(one).status == 204)
        #expect(sut.ask(one).status == 429)
        #expect(sut.ask(other, headers).status == 204)
        #expect(sut.ask(other, headers).status == 429)
    }

    @Test("A request must fit all quotas that apply, and a rejected one counts for none.")
    func several() throws {
        var sut = try play(
            .init(.any, "/api/**", limit: 3, window: .seconds(60)),
            .init(.get, "/api/a", limit: 1, window: .seconds(1))
        )
        #expect(sut.ask("GET /api/a", at: 0).header("RateLimit") == #""default";r=2;t=60, "default-2";r=0;t=1"#)
        #expect(sut.ask("GET /api/a", at: 0.5).status == 429)
        #expect(sut.ask("HEAD /api/a", at: 0.6).status == 429)
        #expect(sut.ask("POST /api/a", at: 0.7).header("RateLimit") == #""default";r=1;t=60"#)
    }

    @Test(
        "An invalid quota is rejected with the reason.",
        arguments: [
            (.init(.any, "/a", limit: 0, window: .seconds(1)), "at least 1"),
            (.init(.any, "/a", limit: 1, window: .zero), "longer than zero"),
            (.init(.any, "/a", limit: 1, window: .seconds(1), key: .capture("id")), "{id}"),
            (.init(.any, "a", limit: 1, window: .seconds(1)), "begin with"),
        ] as [(Scenario.Quota, String)]
    )
    func refused(_ quota: Scenario.Quota, _ reason: String) throws {
        let error = #expect(throws: CompiledScenario.CompilationError.self) {
            try CompiledScenario(Scenario("s", endpoints: [], quotas: [quota]))
        }
        #expect(error?.description.contains(reason) == true)
    }
}
