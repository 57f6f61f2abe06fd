import Rehearsal
import RehearsalServer
import RehearsalTestSupport
import TestAdmission
import Testing

@testable import RehearsalDocuments

@Suite("Limits of a recording that become a policy", .admitted)
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

    @Test("A 429 after so many requests, which says when to come again, is a quota that lets in who waits.")
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
        let played = try await sut.answers(of: sut.path, clock: VirtualClock(.byHand))
        #expect(played.prefix(3) == recorded.prefix(3))
        // Nobody waited, so nobody is let in.
        #expect(played.dropFirst(3).allSatisfy { $0 == recorded[2] })
        let scenario = try #require(ScenarioFiles.load([sut.path]).scenario)
        let backend = try Backend.start(scenario)
        let client = try await RawClient(port: backend.port)
        for _ in 0..<2 { _ = await client.get("/search") }
        // Asked until the window is over.
        var texts: [String] = []
        while texts.count < 2 {
            guard let response = await client.get("/search") else { break }
            if response.status == 200 { texts.append(response.text) }
        }
        await backend.stop()
        #expect(texts == ["[3]", "[4]"])
    }

    @Test("The window that a policy field says is the window, and its limit the limit.")
    func said() throws {
        let limits: Scenario.Headers = ["RateLimit-Policy": #""default";q=2;w=60"#, "Retry-After": "7"]
        let sut = try DerivedSample(Self.answers([200, 200, 429], limits))
        guard case .array(let quotas)? = try sut.document()["quotas"] else {
            Issue.record("no quotas")
            return
        }
        #expect(quotas.map { $0["limit"] } == [2] && quotas.map { $0["window"] } == ["60s"])
    }

    @Test(
        "What is not known for certain stays a sequence, with the reason.",
        arguments: [
            ([200, 429, 200], [:], "header states the window"),
            ([429, 200], ["Retry-After": "1"], "no request was answered before it"),
            ([200, 200, 429, 200, 429], ["Retry-After": "1"], "the number of requests before it differs (2, 1, 0)"),
            ([200, 429, 429, 200], ["Retry-After": "1"], "the number of requests before it differs (1, 0, 1)"),
            ([200, 429, 200], ["Retry-After": "1", "X-RateLimit-Limit": "60"], "a limit of 60, but it came after 1"),
            ([200, 429, 200], ["Retry-After": "Sat, 21 Nov 2026 09:00:00 GMT"], "header states the window"),
        ] as [([Int], Scenario.Headers, String)]
    )
    func sequence(_ statuses: [Int], _ limits: Scenario.Headers, _ reason: String) async throws {
        let sut = try DerivedSample(Self.answers(statuses, limits))
        #expect(try sut.document()["quotas"] == nil)
        #expect(try sut.text().contains("The 429 stays in the sequence: ") && sut.text().contains(reason))
        let answers = try await sut.answers()
        #expect(answers.scenario == answers.recording)
    }

    @Test("Requests of other hosts, or for the head alone, are none that are known to count.")
    func others() async throws {
        for (method, url) in [
            ("GET", "https://other.corp.io/search?id=2"), ("GET", "https://other.corp.io/search"),
            ("HEAD", "https://api.corp.io/search"),
        ] {
            var exchanges = Self.answers([200, 200, 429])
            exchanges.insert(RecordingSample.exchange(method, url, content: method == "GET" ? "[9]" : ""), at: 2)
            let sut = try DerivedSample(exchanges)
            #expect(try sut.document()["quotas"] == nil && sut.text().contains("The 429 stays in the sequence: "))
            let answers = try await sut.answers()
            #expect(answers.scenario == answers.recording)
        }
    }

    @Test("A 429 of a host whose requests another one answers limits nothing.")
    func unheard() async throws {
        var exchanges = Self.answers([200, 429])
        exchanges.insert(RecordingSample.exchange("GET", "https://other.corp.io/search", content: "[9]"), at: 0)
        let sut = try DerivedSample(exchanges)
        #expect(try sut.document()["quotas"] == nil)
        let answers = try await sut.answers()
        #expect(answers.scenario == answers.recording)
    }
}
