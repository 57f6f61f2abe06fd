import RehearsalClient
import RehearsalDocuments
import RehearsalPlatform
import RehearsalTestSupport
import TestAdmission
import Testing

@testable import RehearsalRecorder

@Suite("Persistent connections to the real backend", .limitedConcurrency)
struct KeptConnectionTests {
    private static let ok = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"

    @Test("The recorder does not reuse a connection that upstream has closed, for any method.")
    func closedBefore() async throws {
        let stop = try StopFlag()
        let sut = try RecordingProxy { connection, _ in
            _ = connection.head()
            connection.send(Self.ok)
            connection.finish()
            stop.raise()
            connection.waitForEnd()
        }
        let client = try await sut.client()
        _ = await client.get("/")
        try await runBlocking { _ = DescriptorWait.wait(for: [], until: .max, or: stop) }
        await client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n")
        let outcome = await (client.response()?.status, sut.sink.exchanges.compactMap { $0.reply?.status })
        #expect(outcome.0 == 200)
        #expect(outcome.1 == [200, 200])
    }

    @Test(
        "The recorder repeats a lost idempotent request, and records any other as lost.",
        arguments: [("GET", 200), ("DELETE", 200), ("POST", 502), ("PATCH", 502)]
    )
    func closedAtOnce(_ method: String, _ status: Int) async throws {
        let sut = try RecordingProxy { connection, number in
            _ = connection.head()
            connection.send(Self.ok)
            // The second request is read without a reply.
            if number == 0, connection.head() != nil { connection.close() }
        }
        let client = try await sut.client()
        _ = await client.get("/")
        await client.send("\(method) / HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n")
        let outcome = await (client.response()?.status, sut.sink.exchanges)
        #expect(outcome.0 == status)
        #expect(outcome.1.count == 2)
        #expect(outcome.1.last?.failure == (status == 502 ? .incomplete : nil))
    }
}
