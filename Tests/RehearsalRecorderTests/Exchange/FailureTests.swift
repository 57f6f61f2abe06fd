import Rehearsal
import RehearsalDocuments
import RehearsalPlatform
import RehearsalRecordings
import RehearsalServer
import RehearsalTestSupport
import TestAdmission
import Testing

@testable import RehearsalRecorder

@Suite("A real backend without a reply", .limitedConcurrency)
struct FailureTests {
    /// The reply that the client received, and the recorded exchange.
    struct Outcome: Sendable {
        var status: Int?
        var text = ""
        var exchange: RecordedExchange?
    }

    private static func outcome(
        timeout: Int64 = 240_000,
        _ serve: @escaping @Sendable (RawUpstream.Connection, Int) -> Void
    ) async throws -> Outcome {
        let sut = try RecordingProxy(timeout: timeout, serving: serve)
        let response = try await sut.client().get("/")
        return Outcome(status: response?.status, text: response?.text ?? "", exchange: sut.sink.exchanges.first)
    }

    @Test("A refused connection results in 502 with the origin and the failure.")
    func refused() async throws {
        // A bound port that refuses connections: another test could take a free port at once.
        let listening = try ListeningSockets.open(.loopback, port: 0, listens: false)
        defer { for socket in listening.sockets { Socket.close(socket.descriptor) } }
        let sut = try RecordingProxy(to: "http://127.0.0.1:\(listening.port)")
        let client = try await sut.client()
        let response = await client.get("/")
        let second = await client.get("/again")
        let outcome = (response, sut.sink.exchanges.compactMap(\.failure), second?.status, listening.port)
        #expect(outcome.0?.status == 502)
        #expect(outcome.2 == 502)
        #expect(outcome.0?.header("Content-Type") == "application/problem+json")
        #expect(outcome.0?.text.contains("http://127.0.0.1:\(outcome.3): it refuses connections.") == true)
        #expect(outcome.0?.text.contains("\"failure\": \"refused\"") == true)
        #expect(outcome.1 == [.refused, .refused])
    }

    @Test("An unknown host name is recorded as a DNS failure, not as a refused connection.")
    func unknownName() async throws {
        let sut = try RecordingProxy(to: "http://nowhere.invalid")
        let response = try await sut.client().get("/")
        let outcome = (response?.status, sut.sink.exchanges.first?.failure)
        #expect(outcome.0 == 502)
        #expect(outcome.1 == .dns)
    }

    @Test("A silent backend results in a timeout and 504.")
    func silent() async throws {
        let outcome = try await Self.outcome(timeout: 1_000) { connection, _ in connection.waitForEnd() }
        #expect(outcome.status == 504)
        #expect(outcome.exchange?.failure == .timeout)
        #expect(outcome.text.contains("no reply came within 1 s"))
    }

    @Test("A reset before the reply is recorded as a reset.")
    func reset() async throws {
        let outcome = try await Self.outcome { connection, _ in
            _ = connection.head()
            connection.reset()
        }
        #expect(outcome.status == 502)
        #expect(outcome.exchange?.failure == .reset)
    }

    @Test(
        "A connection that ends before or within the head of a reply is recorded as incomplete.",
        arguments: ["", "HTTP/1.1 200 OK\r\nX-"]
    )
    func incomplete(_ beginning: String) async throws {
        let outcome = try await Self.outcome { connection, _ in
            _ = connection.head()
            connection.send(beginning)
            connection.close()
        }
        #expect(outcome.status == 502)
        #expect(outcome.exchange?.failure == .incomplete)
    }

    @Test(
        "A reply that is not valid HTTP is rejected and quoted.",
        arguments: [
            ("SSH-2.0-OpenSSH_9.2\r\n", "SSH-2.0-OpenSSH_9.2"), ("\u{15}\u{3}\u{1}", "https"),
            ("HTTP/1.1 200 OK\r\nno colon\r\n\r\n", "no colon"),
            ("HTTP/1.1 200 OK\r\nContent-Length: 3, 4\r\n\r\n", "3, 4"),
            ("HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n", "gzip, chunked"),
            ("HTTP/1.1 101 Switching Protocols\r\n\r\n", "it sent 101 although no upgrade was requested"),
        ]
    )
    func malformed(_ bytes: String, _ named: String) async throws {
        let outcome = try await Self.outcome { connection, _ in
            _ = connection.head()
            connection.send(bytes)
            connection.waitForEnd()
        }
        #expect(outcome.status == 502)
        #expect(outcome.exchange?.failure == .malformed)
        #expect(outcome.text.contains(named))
    }

    @Test("A reply that breaks off is forwarded up to its end and recorded as cut.")
    func cut() async throws {
        let sut = try RecordingProxy { connection, _ in
            _ = connection.head()
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf")
            connection.close()
        }
        let client = try await sut.client()
        await client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        let (bytes, _) = await client.readToEnd()
        let outcome = (String(decoding: bytes, as: UTF8.self), sut.sink.exchanges.first?.reply)
        #expect(outcome.0.hasSuffix("Content-Length: 10\r\n\r\nhalf"))
        #expect(outcome.1?.body == Array("half".utf8))
        #expect(outcome.1?.isComplete == false)
    }

    @Test("A body larger than the limit is forwarded whole and recorded as cut.")
    func tooLarge() async throws {
        let body = String(repeating: "x", count: 5_000)
        let sut = try RecordingProxy.answering(
            "HTTP/1.1 200 OK\r\nContent-Length: 5000\r\n\r\n\(body)",
            keeps: 1_000
        )
        let response = try await sut.client().get("/")
        let outcome = (response?.body.count, sut.sink.exchanges.first?.reply)
        #expect(outcome.0 == 5_000)
        #expect(outcome.1?.body.count == 1_000)
        #expect(outcome.1?.isComplete == false)
    }

    @Test("A reply before the end of the request closes both connections.")
    func earlyReply() async throws {
        let sut = try RecordingProxy { connection, _ in
            _ = connection.head()
            connection.send("HTTP/1.1 413 Content Too Large\r\nContent-Length: 4\r\n\r\nmuch")
            connection.waitForEnd()
        }
        let client = try await sut.client()
        await client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\n\r\nsome")
        let (bytes, ending) = await client.readToEnd()
        let outcome = (String(decoding: bytes, as: UTF8.self), ending, sut.sink.exchanges.first?.reply?.status)
        #expect(outcome.0.hasPrefix("HTTP/1.1 413"))
        #expect(outcome.0.hasSuffix("Connection: close\r\n\r\nmuch"))
        #expect(outcome.1 == .closed)
        #expect(outcome.2 == 413)
    }

    @Test("A request that cannot be recorded is rejected with the reason, without a request upstream.")
    func notRecorded() async throws {
        let sut = try RecordingProxy.answering("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        let upgrade = try await sut.client().get("/", headers: "Connection: Upgrade\r\nUpgrade: websocket\r\n")
        let client = try await sut.client()
        await client.send("CONNECT a:443 HTTP/1.1\r\nHost: a:443\r\n\r\n")
        let outcome = await (upgrade, client.response(), sut.sink.exchanges.count)
        #expect(outcome.0?.status == 501)
        #expect(outcome.0?.text.contains("WebSocket") == true)
        #expect(outcome.1?.status == 501)
        #expect(outcome.1?.text.contains("tunnel") == true)
        #expect(outcome.2 == 0)
    }

    @Test("An exchange that cannot be written is counted with the reason, and the client receives its reply.")
    func unwritten() async throws {
        let upstream = try RawUpstream.answering("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
        let sink = MemorySink(failing: RecordingWriter.Failure("the disk is full"))
        let sut = try RecordingProxy(to: upstream.origin, into: sink)
        let outcome = try await (sut.client().get("/")?.text, sut.proxy.statistics.current)
        #expect(outcome.0 == "ok")
        #expect(outcome.1.lostCount == 1)
        #expect(outcome.1.lossReason == "the disk is full")
        #expect(outcome.1.recorded == 0)
    }
}
