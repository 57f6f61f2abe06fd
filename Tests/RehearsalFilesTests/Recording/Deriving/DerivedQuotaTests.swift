import Rehearsal
import RehearsalServer
import RehearsalTestSupport
import TestAdmission
import Testing

@testable import RehearsalDocuments

@Suite("A quota derived from the 429 replies of a recording", .limitedConcurrency)
struct DerivedQuotaTests {
    private static func answers(_ statuses: [Int], _ limits: Scenario.Headers = ["Retry-After": "1"])
        -> [RecordedExchange]
    {
        statuses.enumerated().map { index, status in
            RecordingSample.exchange(
                "GET",
                "https://api.corp.io/search",
                status: status,
                answer: Scenario.Headers(
                    [Scenario.Headers.Field("Content-Type", "application/json")] + (status == 429 ? limits.fields : [])
                ),
                content: status == 429 ? #"{"error":"slow down"}"# : "[\(index)]"
            )
        }
    }

    @Test("A 429 with Retry-After becomes a quota that accepts requests again after its window.")
    func quota() async throws {
        let sut = try DerivedSample(Self.answers([200, 200, 429, 200, 200, 429]))
        #expect(sut.findings(of: sut.path) == [])
        #expect(
            try sut.document()["quotas"] == [
                [
                    "get": "/search", "limit": 2, "window": "1s", "headers": "none", "retryAfter": "none",
                    "reply": ["recording": "shop/get-search-3"],
                ]
            ]
        )
        let recorded = try await sut.answers(of: sut.har)
        let played = try await sut.answers(of: sut.path, clock: VirtualClock(.manually))
        #expect(played.prefix(3) == recorded.prefix(3))
        // The virtual clock stands still, so the window does not end.
        #expect(played.dropFirst(3).allSatisfy { $0 == recorded[2] })
        let scenario = try #require(ScenarioFiles.load([sut.path]).scenario)
        let backend = try Backend.start(scenario)
        let client = try await RawClient(port: backend.port)
        for _ in 0..<2 { _ = await client.get("/search") }
        // The client repeats its request until the window has ended.
        var texts: [String] = []
        while texts.count < 2 {
            guard let response = await client.get("/search") else { break }
            if response.status == 200 { texts.append(response.text) }
        }
        await backend.stop()
        #expect(texts == ["[3]", "[4]"])
    }

    @Test("A RateLimit-Policy field sets the window and the limit of the quota.")
    func said() throws {
        let limits: Scenario.Headers = ["RateLimit-Policy": #""default";q=2;w=60"#, "Retry-After": "7"]
        let sut = try DerivedSample(Self.answers([200, 200, 429], limits))
        guard case .array(let quotas)? = try sut.document()["quotas"] else {
            Issue.record("the document has no quotas")
            return
        }
        #expect(quotas.map { $0["limit"] } == [2])
        #expect(quotas.map { $0["window"] } == ["60s"])
    }

    @Test(
        "A 429 without a certain window and limit stays in the sequence, with the reason in a comment.",
        arguments: [
            ([200, 429, 200], [:], "header states the window"),
            ([429, 200], ["Retry-After": "1"], "no request was answered before the 429"),
            (
                [200, 200, 429, 200, 429], ["Retry-After": "1"],
                "the number of requests before each 429 differs (2, 1, 0)"
            ),
            ([200, 429, 429, 200], ["Retry-After": "1"], "the number of requests before each 429 differs (1, 0, 1)"),
            (
                [200, 429, 200], ["Retry-After": "1", "X-RateLimit-Limit": "60"],
                "a limit of 60, but the first 429 came after 1"
            ),
            ([200, 429, 200], ["Retry-After": "Sat, 21 Nov 2026 09:00:00 GMT"], "header states the window"),
        ] as [([Int], Scenario.Headers, String)]
    )
    func sequence(_ statuses: [Int], _ limits: Scenario.Headers, _ reason: String) async throws {
        let sut = try DerivedSample(Self.answers(statuses, limits))
        #expect(try sut.document()["quotas"] == nil)
        #expect(try sut.text().contains("\"quotas\" cannot be derived: "))
        #expect(try sut.text().contains(reason))
        let answers = try await sut.answers()
        #expect(answers.scenario == answers.recording)
    }

    @Test("A 429 after requests of other hosts or HEAD requests stays in the sequence.")
    func others() async throws {
        for (method, url) in [
            ("GET", "https://other.corp.io/search?id=2"), ("GET", "https://other.corp.io/search"),
            ("HEAD", "https://api.corp.io/search"),
        ] {
            var exchanges = Self.answers([200, 200, 429])
            exchanges.insert(RecordingSample.exchange(method, url, content: method == "GET" ? "[9]" : ""), at: 2)
            let sut = try DerivedSample(exchanges)
            #expect(try sut.document()["quotas"] == nil)
            #expect(try sut.text().contains("\"quotas\" cannot be derived: "))
            let answers = try await sut.answers()
            #expect(answers.scenario == answers.recording)
        }
    }

    @Test("A 429 of a host whose path another host answers does not become a quota.")
    func unheard() async throws {
        var exchanges = Self.answers([200, 429])
        exchanges.insert(RecordingSample.exchange("GET", "https://other.corp.io/search", content: "[9]"), at: 0)
        let sut = try DerivedSample(exchanges)
        #expect(try sut.document()["quotas"] == nil)
        let answers = try await sut.answers()
        #expect(answers.scenario == answers.recording)
    }
}
