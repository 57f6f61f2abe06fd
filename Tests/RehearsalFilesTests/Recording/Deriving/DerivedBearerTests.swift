import Rehearsal
import RehearsalTestSupport
import TestAdmission
import Testing

@testable import RehearsalDocuments

@Suite("Tokens of a recording that become a policy", .admitted)
struct DerivedBearerTests {
    static func get(
        _ target: String,
        _ token: String?,
        _ content: String = "{}",
        status: Int = 200,
        challenge: String? = nil
    ) -> RecordedExchange {
        var answer: Scenario.Headers = ["Content-Type": "application/json"]
        if let challenge { answer.append("WWW-Authenticate", challenge) }
        return RecordingSample.exchange(
            "GET",
            "https://api.corp.io\(target)",
            headers: token.map { ["Authorization": "Bearer \($0)"] } ?? [:],
            status: status,
            answer: answer,
            content: content
        )
    }

    static func token(_ body: String, _ content: String, status: Int = 200) -> RecordedExchange {
        RecordingSample.exchange(
            "POST",
            "https://api.corp.io/auth/token",
            headers: ["Content-Type": "application/json"],
            body: body,
            status: status,
            answer: ["Content-Type": "application/json"],
            content: content
        )
    }

    private static let stale = [
        get("/api/orders", "stale-one", #"{"error":"expired"}"#, status: 401),
        token(#"{"refresh_token":"long-lived"}"#, #"{"access_token":"fresh-one","refresh_token":"next-one"}"#),
        get("/api/orders", "fresh-one", "[1]"), get("/api/me", "fresh-one", "{}"), get("/open", nil, "[]"),
    ]

    @Test("A 401, a new token and the same request with it are a policy that refuses every token but those it issued.")
    func renewed() async throws {
        let sut = try DerivedSample(Self.stale)
        #expect(sut.findings(of: sut.path) == [])
        let bearer = try #require(try sut.document()["auth"]?["bearer"])
        #expect(bearer["protects"] == ["/api/**"] && bearer["token"] == "/access_token" && bearer["lasts"] == nil)
        #expect(bearer["issues"] == [["post": "/auth/token"]])
        #expect(
            bearer["denied"] == ["recording": "shop/get-api-orders", "headers": ["WWW-Authenticate": nil]]
        )
        #expect(try sut.endpoints().contains("GET /api/orders 1"))
        let answers = try await sut.answers()
        #expect(answers.scenario == answers.recording)
        // What the recording alone answers by turns, the policy answers by tokens.
        let other = try await sut.answers(of: sut.path, ["redacted 00000001": "x", "redacted 00000003": "y"])
        #expect(other.count { $0.contains(" 401 ") } >= 1)
    }

    @Test("A token that was good for so many requests lasts that long, and a refresh token that changed rotates.")
    func uses() async throws {
        let sut = try DerivedSample([
            Self.token("{}", #"{"access_token":"first-a","refresh_token":"first-r"}"#),
            Self.get("/me", "first-a", "[1]"), Self.get("/me", "first-a", "[2]"),
            Self.get("/me", "first-a", "{}", status: 401, challenge: "Bearer"),
            RecordingSample.exchange(
                "POST",
                "https://api.corp.io/auth/refresh",
                headers: ["Content-Type": "application/json"],
                body: #"{"refresh_token":"first-r"}"#,
                answer: ["Content-Type": "application/json"],
                content: #"{"access_token":"second-a","refresh_token":"second-r"}"#
            ),
            Self.get("/me", "second-a", "[3]"),
        ])
        let bearer = try #require(try sut.document()["auth"]?["bearer"])
        #expect(bearer["lasts"] == ["uses": 2] && bearer["protects"] == ["/me"])
        #expect(
            bearer["issues"] == [
                ["post": "/auth/token"],
                ["post": "/auth/refresh", "takes": "/refresh_token", "rotates": true],
            ]
        )
        #expect(sut.findings(of: sut.path) == [])
        let answers = try await sut.answers()
        #expect(answers.scenario == answers.recording)
    }

    @Test(
        "Where a policy would not have answered so, the sequence stays, and the reason is said.",
        arguments: [
            (
                [get("/me", "old", "[0]")] + [get("/me", "old", "{}", status: 401)] + stale[1...1]
                    + [get("/me", "fresh-one", "[1]")], "succeeded without a token from this recording"
            ),
            (
                [get("/me", "old", "{}", status: 401), token("{}", "{}"), get("/me", "other", "[1]")],
                "no reply contains the token"
            ),
            (
                [get("/me", "old", "{}", status: 401), get("/me", nil, "[]", status: 401)] + stale[1...1]
                    + [get("/me", "fresh-one", "[1]")], "the 401 replies differ"
            ),
        ]
    )
    func sequence(_ exchanges: [RecordedExchange], _ reason: String) async throws {
        let sut = try DerivedSample(exchanges)
        #expect(try sut.document()["auth"] == nil)
        #expect(try sut.text().contains("It stays a sequence: ") && sut.text().contains(reason))
        let answers = try await sut.answers()
        #expect(answers.scenario == answers.recording)
    }

    @Test("A 401 that nothing followed is an answer like any other.")
    func refused() throws {
        let sut = try DerivedSample([Self.get("/me", "old", "{}", status: 401), Self.get("/open", nil)])
        #expect(try sut.document()["auth"] == nil && !sut.text().contains("sequence"))
    }

    @Test("Tokens of a host whose requests another one answers are no story of what is played.")
    func unheard() async throws {
        func elsewhere(_ exchange: RecordedExchange) -> RecordedExchange {
            var exchange = exchange
            exchange.url = "https://other.corp.io" + exchange.url.dropFirst("https://api.corp.io".count)
            return exchange
        }
        let story = [
            Self.token("{}", #"{"access_token":"first-a"}"#), Self.get("/me", "first-a", "[1]"),
            Self.get("/me", "first-a", "[2]"),
        ]
        let unheard = [
            Self.get("/me", "first-a", #"{"error":"expired"}"#, status: 401),
            Self.token("{}", #"{"access_token":"second-a"}"#), Self.get("/me", "second-a", "[3]"),
        ]
        let sut = try DerivedSample(story + unheard.map(elsewhere))
        #expect(try sut.document()["auth"] == nil)
        let answers = try await sut.answers()
        #expect(answers.scenario == answers.recording)
    }
}
