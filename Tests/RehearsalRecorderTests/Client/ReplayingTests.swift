import Rehearsal
import RehearsalDocuments
import RehearsalServer
import RehearsalTestSupport
import TestAdmission
import Testing

@testable import RehearsalRecorder

@Suite("A recording that replies before the real backend", .limitedConcurrency)
struct ReplayingTests {
    private static func replaying(passesMisses: Bool) throws -> ReplayBackend {
        let once = Scenario.Condition(body: [.json(["n": 1])])
        let scenario = Scenario(
            "recorded",
            endpoints: [
                .get("/known", replies: [.init(200, body: .text("recorded"))]),
                .post("/known", when: once, replies: [.init(201, body: .text("with a body"))]),
                .get("/lost", replies: [.init(200, fault: Fault(.reset, at: .beforeHead))]),
            ]
        )
        let backend = try Backend.start(scenario)
        return try ReplayBackend(backend, passesMisses: passesMisses)
    }

    private static let live = "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nlive"

    @Test("The recorder replays recorded replies, and forwards and records other requests.")
    func misses() async throws {
        let upstream = try RawUpstream.answering(Self.live)
        let sut = try RecordingProxy(to: upstream.origin, replaying: Self.replaying(passesMisses: true))
        let client = try await sut.client()
        let texts = await client.run { client in
            ["/known", "/unknown", "/known", "/unknown"].map { client.get($0)?.text ?? "none" }
        }
        let outcome = (texts, sut.sink.exchanges.map(\.url), upstream.origin, sut.proxy.statistics.current)
        #expect(outcome.0 == ["recorded", "live", "recorded", "live"])
        #expect(outcome.1 == [outcome.2 + "/unknown", outcome.2 + "/unknown"])
        #expect(outcome.3.replayedCount == 2)
        #expect(outcome.3.recorded == 2)
        #expect(outcome.3.missedCount == 0)
    }

    @Test("The recorder sends nothing upstream if misses fail.")
    func strict() async throws {
        let sut = try RecordingProxy(replaying: Self.replaying(passesMisses: false)) { connection, _ in
            connection.send(Self.live)
        }
        let client = try await sut.client()
        let missed = await client.get("/unknown")
        let text = await client.get("/known")?.text
        let outcome = (missed, text, sut.sink.exchanges.count, sut.proxy.statistics.current.missedCount)
        #expect(outcome.0?.status == 501)
        #expect(outcome.0?.header("Rehearsal-Unmatched") == "true")
        #expect(outcome.1 == "recorded")
        #expect(outcome.2 == 0)
        #expect(outcome.3 == 1)
    }

    @Test("The recorder compares a body with the recording and forwards it whole on a miss.")
    func bodies() async throws {
        let sut = try RecordingProxy(replaying: Self.replaying(passesMisses: true)) { connection, _ in
            let head = connection.head() ?? ""
            let body = connection.next(7) ?? ""
            let text = head.contains("Content-Length: 7\r\n") ? body : "framed otherwise"
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(text.utf8.count)\r\n\r\n\(text)")
        }
        let texts = try await sut.client().run { client in
            ["{\"n\":1}", "{\"n\":2}"].map { body in
                client.send("POST /known HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n")
                client.send("4\r\n\(body.prefix(4))\r\n3\r\n\(body.dropFirst(4))\r\n0\r\n\r\n")
                return client.response()?.text ?? "none"
            }
        }
        let bodies = sut.sink.exchanges.map { String(decoding: $0.requestBody, as: UTF8.self) }
        #expect(texts == ["with a body", "{\"n\":2}"])
        #expect(bodies == ["{\"n\":2}"])
    }

    @Test("The recorder sends 100 Continue if the comparison needs the body.")
    func leave() async throws {
        let sut = try RecordingProxy.answering(Self.live, replaying: Self.replaying(passesMisses: true))
        let client = try await sut.client()
        await client.send("POST /known HTTP/1.1\r\nHost: a\r\nContent-Length: 7\r\nExpect: 100-continue\r\n\r\n")
        let interim = await client.response()
        await client.send("{\"n\":1}")
        let outcome = await (interim?.status, client.response()?.text)
        #expect(outcome.0 == 100)
        #expect(outcome.1 == "with a body")
    }

    @Test("The recorder replays a recorded failure.")
    func failures() async throws {
        let sut = try RecordingProxy.answering(Self.live, replaying: Self.replaying(passesMisses: true))
        let client = try await sut.client()
        await client.send("GET /lost HTTP/1.1\r\nHost: a\r\n\r\n")
        let ending = await (client.readToEnd().ending, sut.sink.exchanges.count)
        #expect(ending.0 == .reset)
        #expect(ending.1 == 0)
    }
}
