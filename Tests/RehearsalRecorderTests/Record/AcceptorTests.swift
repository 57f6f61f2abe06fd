import RehearsalClient
import RehearsalDocuments
import RehearsalPlatform
import RehearsalTestSupport
import TestAdmission
import Testing

@testable import RehearsalRecorder

@Suite("Stopping a recorder", .limitedConcurrency)
struct AcceptorTests {
    @Test("A stopped recorder closes idle connections at once and accepts no new ones.")
    func silentClients() async throws {
        // The system may give a free port to another test at once, but not five times in a row.
        for _ in 0..<5 {
            let sut = try RecordingProxy.answering("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
            let client = try await sut.client()
            _ = await client.get("/")
            try await sut.stop()
            let late = try? await RawClient(port: sut.port)
            let ending = await client.readToEnd().ending
            #expect(ending == .closed)
            if late == nil { return }
        }
        Issue.record("a recorder that has ended still accepts connections")
    }

    @Test("A stopped recorder completes an open exchange.")
    func openExchange() async throws {
        let stop = try StopFlag()
        let sut = try RecordingProxy(stop: stop, grace: 240_000) { connection, _ in
            _ = connection.head()
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nha")
            // The second half is sent when the stop has begun.
            if DescriptorWait.wait(for: [], until: .max, or: stop) == .stopped { connection.send("lf") }
        }
        let client = try await sut.client()
        await client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        await client.waitUntilReadable()
        try await sut.stop()
        let outcome = await (client.response()?.text, sut.sink.exchanges.first?.reply?.isComplete)
        #expect(outcome.0 == "half")
        #expect(outcome.1 == true)
    }

    @Test("A stopped recorder cuts off a stalled exchange, counts it and does not record it.")
    func hangingExchange() async throws {
        let sut = try RecordingProxy(grace: 50) { connection, _ in
            _ = connection.head()
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nha")
            connection.waitForEnd()
        }
        let client = try await sut.client()
        await client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        await client.waitUntilReadable()
        try await sut.stop()
        let outcome = (sut.sink.exchanges.count, sut.proxy.statistics.current.aborted)
        #expect(outcome.0 == 0)
        #expect(outcome.1 == 1)
    }

    @Test("A stopped recorder records an event stream up to its last piece.")
    func openStream() async throws {
        let sut = try RecordingProxy { connection, _ in
            _ = connection.head()
            connection.send("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\ndata: 1\n\n")
            connection.waitForEnd()
        }
        let client = try await sut.client()
        await client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        _ = await client.response { $0.text == "data: 1\n\n" }
        try await sut.stop()
        let reply = sut.sink.exchanges.first?.reply
        #expect(reply?.body == Array("data: 1\n\n".utf8))
        #expect(reply?.isComplete == true)
    }
}
