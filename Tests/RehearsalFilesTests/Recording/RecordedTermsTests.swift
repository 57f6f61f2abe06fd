import Rehearsal
import RehearsalServer
import RehearsalTestSupport
import TestAdmission
import Testing

@testable import RehearsalDocuments

@Suite("Recorded requests with conditions", .admitted)
struct RecordedTermsTests {
    private typealias Exchange = (method: String, asked: [(String, String)], status: Int, headers: [(String, String)])

    /// A client of a backend that replays some exchanges with `https://api.example/doc`.
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

    @Test("The recorded reply answers a conditional write, although GET of that URL was recorded too.")
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
        // Nothing was recorded for this one.
        #expect(await status(client, "PUT", "If-Match: \"3\"\r\n") == 412)
        await backend.stop()
    }

    @Test("A recorded session of reads and writes replays request by request.")
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
        // A request without conditions is not told that nothing is new.
        #expect(await status(client, "GET") == 200)
        await backend.stop()
    }

    @Test("Recorded parts are the answers to their ranges, and the whole answers the rest.")
    func parts() async throws {
        let whole = [("Accept-Ranges", "bytes"), ("ETag", "\"1\"")]
        let (client, backend) = try await client([
            ("GET", [("Range", "bytes=0-0")], 206, [("X-Part", "recorded")]), ("GET", [], 200, whole),
            ("GET", [("Range", "bytes=9-")], 200, [("X-Part", "refused")]),
        ])

        let first = await client.get("/doc", headers: "Range: bytes=0-0\r\n")
        #expect((first?.status, first?.header("X-Part")) == (206, "recorded"))
        let late = await client.get("/doc", headers: "Range: bytes=9-\r\n")
        #expect((late?.status, late?.header("X-Part")) == (200, "refused"))
        #expect(await status(client, "GET") == 200)
        #expect(await client.get("/doc", headers: "Range: bytes=1-1\r\n")?.text == "k")
        await backend.stop()
    }

    @Test("Preflights are told apart by the method that they ask for, and HEAD has its own reply.")
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

    @Test("Where every recorded request had a condition, one without gets what suits any request.")
    func onlyConditional() async throws {
        let (client, backend) = try await client([
            ("GET", [("If-None-Match", "\"1\"")], 304, []), ("GET", [("If-None-Match", "\"1\"")], 200, []),
        ])

        #expect(await status(client, "GET") == 200)
        #expect(await status(client, "GET", "If-None-Match: \"1\"\r\n") == 304)
        await backend.stop()
    }

    @Test("Where every recorded reply was to a condition, one of them answers a request without.")
    func nothingElse() async throws {
        let (client, backend) = try await client([("GET", [("If-None-Match", "\"1\"")], 304, [])])

        #expect(await status(client, "GET") == 304)
        #expect(await status(client, "GET", "If-None-Match: \"1\"\r\n") == 304)
        await backend.stop()
    }
}
