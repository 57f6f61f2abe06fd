import Rehearsal
import RehearsalServer
import RehearsalTestSupport
import TestAdmission
import Testing

@Suite("Secrets in conditions", .limitedConcurrency)
struct NearMissSecretTests {
    private static let secret = "sk-live-4711"
    private static let conditions: [Scenario.Condition] = [
        .init(headers: [.init("Authorization", .startsWith("Bearer \(secret)"))]),
        .init(cookies: [.init("sid", .equals(secret))]),
        .init(query: [.init("access_token", .oneOf([secret, "b"]))]),
        .init(form: [.init("password", .contains(secret))]),
        .init(body: [.json(["password": .string(secret), "user": "u"])]),
        .init(body: [.contains(["a": [["token": .string(secret)]]])]),
    ]

    @Test(
        "A near miss shows the secret of a condition neither to the client nor in the journal.",
        arguments: conditions.indices
    )
    func hidden(_ index: Int) async throws {
        let endpoint = Scenario.Endpoint.post("/a", when: Self.conditions[index], replies: [.init()])
        let sut = try BothLoops.backend([endpoint])
        let client = try await RawClient(port: sut.port)
        let body = #"{ "password": "z" }"#
        await client.send("POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
        let response = try #require(await client.response())
        #expect(response.status == 501)
        #expect(response.text.contains("post /a"), "\(response.text)")
        #expect(!response.text.contains(Self.secret), "\(response.text)")
        let nearest = sut.journal.entries.flatMap(\.nearest)
        #expect(!nearest.isEmpty)
        #expect(nearest.allSatisfy { !$0.contains(Self.secret) })
    }

    @Test("A near miss shows values that are not secret, and the kind of a credential.")
    func shown() async throws {
        let sut = try BothLoops.backend([
            .post("/a", when: Self.conditions[0], replies: [.init()]),
            .get("/b", when: .init(query: [.init("page", .equals("2"))]), replies: [.init()]),
        ])
        let client = try await RawClient(port: sut.port)
        #expect(await client.get("/a")?.text.contains(#"Bearer …"#) == true)
        #expect(await client.get("/b")?.text.contains(#"query page must be \"2\", the request has none"#) == true)
    }
}
