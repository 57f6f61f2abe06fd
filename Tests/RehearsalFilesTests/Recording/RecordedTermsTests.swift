import Rehearsal
import RehearsalServer
import RehearsalTestSupport
import TestAdmission
import Testing

@testable import RehearsalDocuments

@Suite("Recorded conditional requests", .limitedConcurrency)
struct RecordedTermsTests {
    private typealias Exchange = (method: String, asked: [(String, String)], status: Int, headers: [(String, String)])

    /// Starts a backend that replays exchanges with `https://api.example/doc`, and connects a client.
    private func client(_ exchanges: [Exchange]) async throws -> (client: RawClient, backend: Backend) {
        let entries = exchanges.map { exchange in
            HARFixture.entry(
                exchange.method,
                "https://api.example/doc",
                asked: exchange.asked,
                status: "\(exchange.status)",
                headers: exchange.headers
            )
        }
        let recording = try #require(HARFixture.read(HARFixture.document(entries.joined(separator: ",\n"))).recording)
        let backend = try Backend.start(recording.scenario(named: "recorded"))
        return (try await RawClient(port: backend.port), backend)
    }

    private func status(_ client: RawClient, _ method: String, _ headers: String = "") async -> Int? {
        let isHead = method == "HEAD"
        await client.send("\(method) /doc HTTP/1.1\r\nHost: a\r\n\(headers)\r\n")
        return await client.response(toHead: isHead)?.status
    }

    private static let one: [(String, String)] = [("ETag", "\"1\"")]

    @Test("A conditional write gets its recorded reply, even if GET of its URL was recorded too.")
    func write() async throws {
        let (client, backend) = try await client([
            ("GET", [], 200, Self.one), ("PUT", [("If-None-Match", "*")], 201, []),
            ("PUT", [("If-Match", "\"1\"")], 412, []), ("PUT", [("If-Match", "\"2\"")], 204, []),
        ])

        #expect(await status(client, "GET") == 200)
        #expect(await status(client, "PUT", "If-None-Match: *\r\n") == 201)
        #expect(await status(client, "PUT", "If-Match: \"1\"\r\n") == 412)
        #expect(await status(client, "PUT", "If-Match: \"2\"\r\n") == 204)
        #expect(await status(client, "PUT") == 201)
        // No reply was recorded for this ETag.
        #expect(await status(client, "PUT", "If-Match: \"3\"\r\n") == 412)
        await backend.stop()
    }

    @Test("A recorded sequence of conditional reads and writes is replayed in its order.")
    func session() async throws {
        let known = [("If-None-Match", "\"1\"")]
        let (client, backend) = try await client([
            ("GET", [], 200, Self.one), ("GET", known, 304, Self.one), ("PUT", [("If-Match", "\"1\"")], 204, []),
            ("GET", known, 200, [("ETag", "\"2\"")]), ("GET", [("If-None-Match", "\"2\"")], 304, []),
        ])

        #expect(await status(client, "GET") == 200)
        #expect(await status(client, "GET", "If-None-Match: \"1\"\r\n") == 304)
        #expect(await status(client, "PUT", "If-Match: \"1\"\r\n") == 204)
        #expect(await status(client, "GET", "if-none-match: \"1\"\r\n") == 200)
        #expect(await status(client, "GET", "If-None-Match: \"2\"\r\n") == 304)
        // A request without conditions must not get a 304.
        #expect(await status(client, "GET") == 200)
        await backend.stop()
    }

    @Test("A recorded range gets its recorded reply, and any other range a part of the complete body.")
    func parts() async throws {
        let whole = [("Accept-Ranges", "bytes"), ("ETag", "\"1\"")]
        let (client, backend) = try await client([
            ("GET", [("Range", "bytes=0-0")], 206, [("X-Part", "recorded")]), ("GET", [], 200, whole),
            ("GET", [("Range", "bytes=9-")], 200, [("X-Part", "refused")]),
        ])

        let first = await client.get("/doc", headers: "Range: bytes=0-0\r\n")
        #expect(first?.status == 206)
        #expect(first?.header("X-Part") == "recorded")
        let late = await client.get("/doc", headers: "Range: bytes=9-\r\n")
        #expect(late?.status == 200)
        #expect(late?.header("X-Part") == "refused")
        #expect(await status(client, "GET") == 200)
        #expect(await client.get("/doc", headers: "Range: bytes=1-1\r\n")?.text == "k")
        await backend.stop()
    }

    @Test("A preflight gets the reply for its requested method, and HEAD its own recorded reply.")
    func preflights() async throws {
        let asks = { (method: String) in [("Origin", "https://app.example"), ("Access-Control-Request-Method", method)]
        }
        let (client, backend) = try await client([
            ("OPTIONS", asks("PUT"), 403, []), ("OPTIONS", asks("DELETE"), 200, []), ("GET", [], 200, Self.one),
            ("HEAD", [("If-None-Match", "\"0\"")], 418, []),
        ])

        let origin = "Origin: https://app.example\r\nAccess-Control-Request-Method: "
        #expect(await status(client, "OPTIONS", origin + "DELETE\r\n") == 200)
        #expect(await status(client, "OPTIONS", origin + "PUT\r\n") == 403)
        #expect(await status(client, "HEAD", "If-None-Match: \"0\"\r\n") == 418)
        #expect(await status(client, "GET", "If-None-Match: \"1\"\r\n") == 304)
        await backend.stop()
    }

    @Test("An unconditional request gets a recorded 200 if all recorded requests were conditional.")
    func onlyConditional() async throws {
        let (client, backend) = try await client([
            ("GET", [("If-None-Match", "\"1\"")], 304, []), ("GET", [("If-None-Match", "\"1\"")], 200, []),
        ])

        #expect(await status(client, "GET") == 200)
        #expect(await status(client, "GET", "If-None-Match: \"1\"\r\n") == 304)
        await backend.stop()
    }

    @Test("An unconditional request gets a recorded 304 if no other reply was recorded.")
    func nothingElse() async throws {
        let (client, backend) = try await client([("GET", [("If-None-Match", "\"1\"")], 304, [])])

        #expect(await status(client, "GET") == 304)
        #expect(await status(client, "GET", "If-None-Match: \"1\"\r\n") == 304)
        await backend.stop()
    }
}
