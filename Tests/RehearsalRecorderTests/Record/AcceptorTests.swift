import RehearsalClient
import RehearsalDocuments
import RehearsalPlatform
import RehearsalTestSupport
import TestAdmission
import Testing

@testable import RehearsalRecorder

@Suite("The end of a recording", .admitted)
struct AcceptorTests {
    @Test("Clients that are silent are seen out at once, and nobody is let in any more.")
    func silentClients() async throws {
        // The system may give a port that is free to another test at once, but not five in a row.
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

    @Test("An exchange that is open is let come to its end.")
    func openExchange() async throws {
        let stop = try StopFlag()
        let sut = try RecordingProxy(stop: stop, grace: 240_000) { connection, _ in
            _ = connection.head()
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nha")
            // The other half comes when the end has begun.
            if DescriptorWait.wait(for: [], until: .max, or: stop) == .stopped { connection.send("lf") }
        }
        let client = try await sut.client()
        await client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        await client.waitForSomething()
        try await sut.stop()
        let outcome = await (client.response()?.text, sut.sink.exchanges.first?.reply?.isWhole)
        #expect(outcome.0 == "half" && outcome.1 == true)
    }

    @Test("One that does not come to its end is given up, counted, and not recorded.")
    func hangingExchange() async throws {
        let sut = try RecordingProxy(grace: 50) { connection, _ in
            _ = connection.head()
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nha")
            connection.waitForEnd()
        }
        let client = try await sut.client()
        await client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        await client.waitForSomething()
        try await sut.stop()
        let outcome = (sut.sink.exchanges.count, sut.proxy.statistics.current.left)
        #expect(outcome.0 == 0 && outcome.1 == 1)
    }

    @Test("A stream of events is recorded as far as it came.")
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
        #expect(reply?.body == Array("data: 1\n\n".utf8) && reply?.isWhole == true)
    }
}
