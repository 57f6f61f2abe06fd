import Rehearsal
import RehearsalTestSupport
import TestAdmission
import Testing

@testable import RehearsalDocuments

@Suite("A bearer policy derived from the tokens of a recording", .limitedConcurrency)
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

    @Test("A 401 that is followed by a new token and a retry becomes a policy that accepts only issued tokens.")
    func renewed() async throws {
        let sut = try DerivedSample(Self.stale)
        #expect(sut.findings(of: sut.path) == [])
        let bearer = try #require(try sut.document()["auth"]?["bearer"])
        #expect(bearer["protects"] == ["/api/**"])
        #expect(bearer["token"] == "/access_token")
        #expect(bearer["lasts"] == nil)
        #expect(bearer["issues"] == [["post": "/auth/token"]])
        #expect(
            bearer["denied"] == ["recording": "shop/get-api-orders", "headers": ["WWW-Authenticate": nil]]
        )
        #expect(try sut.endpoints().contains("GET /api/orders 1"))
        let answers = try await sut.answers()
        #expect(answers.scenario == answers.recording)
        // The recording replays in order; the policy decides by the token.
        let other = try await sut.answers(of: sut.path, ["redacted 00000001": "x", "redacted 00000003": "y"])
        #expect(other.count { $0.contains(" 401 ") } >= 1)
    }

    @Test("A token lasts as many uses as were recorded, and a refresh token that changed rotates.")
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
        #expect(bearer["lasts"] == ["uses": 2])
        #expect(bearer["protects"] == ["/me"])
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
        "Recorded replies that no policy would send stay a sequence, with the reason in a comment.",
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
        #expect(try sut.text().contains("\"auth\" cannot be derived: "))
        #expect(try sut.text().contains(reason))
        let answers = try await sut.answers()
        #expect(answers.scenario == answers.recording)
    }

    @Test("A 401 without a later token and retry becomes a plain reply.")
    func refused() throws {
        let sut = try DerivedSample([Self.get("/me", "old", "{}", status: 401), Self.get("/open", nil)])
        #expect(try sut.document()["auth"] == nil)
        #expect(try !sut.text().contains("sequence"))
    }

    @Test("Tokens of a host whose paths another host answers do not become a policy.")
    func unheard() async throws {
        func elsewhere(_ exchange: RecordedExchange) -> RecordedExchange {
            var exchange = exchange
            exchange.url = "https://other.corp.io" + exchange.url.dropFirst("https://api.corp.io".count)
            return exchange
        }
        let replayed = [
            Self.token("{}", #"{"access_token":"first-a"}"#), Self.get("/me", "first-a", "[1]"),
            Self.get("/me", "first-a", "[2]"),
        ]
        let shadowed = [
            Self.get("/me", "first-a", #"{"error":"expired"}"#, status: 401),
            Self.token("{}", #"{"access_token":"second-a"}"#), Self.get("/me", "second-a", "[3]"),
        ]
        let sut = try DerivedSample(replayed + shadowed.map(elsewhere))
        #expect(try sut.document()["auth"] == nil)
        let answers = try await sut.answers()
        #expect(answers.scenario == answers.recording)
    }
}
