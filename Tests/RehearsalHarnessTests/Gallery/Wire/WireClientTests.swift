import Rehearsal
import RehearsalGallery
import RehearsalServer
import TestAdmission
import Testing

@Suite("The gallery's connections", .limitedConcurrency)
struct WireClientTests {
    private let get = WireRequest("GET", "/a")

    private func backend(_ replies: Scenario.Reply...) throws -> Backend {
        try Backend.start(Scenario("wire", endpoints: [.get("/a", replies: replies)]))
    }

    private func client(of backend: Backend) -> WireClient { WireClient(host: "127.0.0.1", port: backend.port) }

    private static func raw(_ text: String) -> Scenario.Reply { Scenario.Reply(body: .raw([.init(text)])) }

    @Test(
        "An incomplete or malformed reply throws an error of its own kind.",
        arguments: [
            (raw("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n[1]"), WireFailure.incomplete),
            (raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\n[1]\r\n"), .incomplete),
            (raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nff\r\n[1]"), .incomplete),
            (raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n[1]"), .malformed),
            (raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\n[1]"), .malformed),
            (raw("HTTP/1.1 200 OK\r\nContent-Length: 3\r\nContent-Length: 2\r\n\r\n[1]"), .malformed),
            (raw("HTTP/1.1 abc\r\n\r\n"), .malformed),
            (raw("HTTX/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"), .malformed),
            (raw("HTTP/1.1 200 OK\r\nContent-Le"), .malformed),
            (raw("HTTP/1.1 101 Switching Protocols\r\n\r\n"), .malformed),
            (raw("\u{1}\u{2}\r\n\r\n"), .malformed),
            (raw("HTTP/1.1 100 Continue\r\n\r\n"), .connectionLost),
            (Scenario.Reply(fault: Fault(.close, at: .beforeHead)), .connectionLost),
            (Scenario.Reply(fault: Fault(.reset, at: .beforeHead)), .connectionLost),
            (Scenario.Reply(body: .json([1, 2, 3]), fault: Fault(.reset, at: .body(.bytes(2)))), .connectionLost),
        ]
    )
    func failures(_ reply: Scenario.Reply, _ failure: WireFailure) async throws {
        let backend = try backend(reply)
        let sut = client(of: backend)
        await #expect(throws: failure) { try await sut.send(get, within: .seconds(240)) }
        #expect(backend.journal.entries.count == 1)
        await backend.stop()
    }

    @Test("A chunked body is reassembled without extensions, trailers and interim replies.")
    func chunked() async throws {
        let backend = try backend(
            Self.raw(
                "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
                    + "3;x=y\r\n[1,\r\n2\r\n2]\r\n0\r\nX-Sum: 3\r\n\r\n"
            )
        )
        let reply = try await client(of: backend).send(get, within: .seconds(240))
        #expect(reply.status == 200)
        #expect(String(decoding: reply.body, as: UTF8.self) == "[1,2]")
        await backend.stop()
    }

    @Test("A body without a length ends with the connection.")
    func untilEnd() async throws {
        let backend = try backend(Self.raw("HTTP/1.0 200 OK\r\n\r\n[1]"))
        let reply = try await client(of: backend).send(get, within: .seconds(240))
        #expect(String(decoding: reply.body, as: UTF8.self) == "[1]")
        await backend.stop()
    }

    @Test("The next request reuses the connection, and is lost and not resent if the connection is dead.")
    func reused() async throws {
        let backend = try backend(
            Scenario.Reply(),
            Scenario.Reply(fault: Fault(.reset, at: .beforeHead)),
            Scenario.Reply()
        )
        let sut = client(of: backend)
        _ = try await sut.send(get, within: .seconds(240))
        await #expect(throws: WireFailure.connectionLost) { try await sut.send(get, within: .seconds(240)) }
        _ = try await sut.send(get, within: .seconds(240))
        let entries = backend.journal.entries
        #expect(entries.map(\.connection) == [0, 0, 1])
        #expect(entries.map(\.exchange) == [0, 1, 0])
        await backend.stop()
    }

    @Test("A request without a reply times out.")
    func silence() async throws {
        let backend = try backend(Scenario.Reply(fault: Fault(.stall(), at: .beforeHead)))
        let sut = client(of: backend)
        await #expect(throws: WireFailure.timedOut) { try await sut.send(get, within: .milliseconds(50)) }
        await backend.stop()
    }

    @Test("A refused connection throws at once.")
    func refused() async throws {
        let backend = try Backend.start(Scenario("refusing", endpoints: [], network: [.init(.refusing)]))
        do {
            _ = try await client(of: backend).send(get, within: .seconds(240))
            Issue.record("it was answered")
        } catch {
            guard case WireFailure.cannotConnect = error else { throw error }
        }
        await backend.stop()
    }

    @Test("Cancellation ends the call and its connection at once.")
    func cancelling() async throws {
        let backend = try backend(Scenario.Reply(fault: Fault(.stall(), at: .beforeHead)))
        let sut = client(of: backend)
        let call = Task { try await sut.send(get, within: .seconds(240)) }
        _ = try await backend.wait(for: .get("/a"), count: 1, within: .seconds(300))
        call.cancel()
        await #expect(throws: CancellationError.self) { try await call.value }
        await backend.settled(within: .seconds(240))
        #expect(backend.journal.entries.first?.peerClosedAt != nil)
        await backend.stop()
    }
}
