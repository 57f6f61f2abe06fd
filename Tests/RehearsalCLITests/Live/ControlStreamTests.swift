import Rehearsal
import RehearsalServer
import RehearsalTestSupport
import TestAdmission
import Testing

@testable import RehearsalCLI

@Suite("Following a stream of the control port", .limitedConcurrency)
struct ControlStreamTests {
    private func client(of backend: Backend, reply: Duration = .seconds(240)) throws -> ControlClient {
        var client = ControlClient(address: try ControlAddress(backend.origin), token: "0123456789abcdef")
        client.limits.reply = reply
        return client
    }

    private func lines(_ sut: ControlClient, atMost maximum: Int = .max) async throws -> [String] {
        try await runBlocking {
            var lines: [String] = []
            try sut.stream("/journal") { line in
                lines.append(String(decoding: line, as: UTF8.self))
                return lines.count < maximum
            }
            return lines
        }
    }

    private func raw(_ pieces: Scenario.Body.Piece...) throws -> Backend {
        try Backend.start(Scenario("s", endpoints: [.get("/journal", replies: [.init(body: .raw(pieces))])]))
    }

    @Test("The stream delivers every line, even one that spans chunks.")
    func chunks() async throws {
        let head = "HTTP/1.1 200 OK\r\nContent-Type: application/x-ndjson\r\nTransfer-Encoding: chunked\r\n\r\n"
        let backend = try raw(.init(head + "5\r\n{\"a\":\r\n4\r\n1}\n{\r\n2\r\n}\n\r\n0\r\n\r\n"))
        #expect(try await lines(try client(of: backend)) == [#"{"a":1}"#, "{}"])
        await backend.stop()
    }

    @Test("A stream may pause for longer than the reply limit.")
    func pause() async throws {
        let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n1\n\r\n"
        // A machine that delays the head for that long proves nothing: retry with more time.
        for milliseconds in [200, 2_000, 20_000, 60_000] {
            let pause = Duration.milliseconds(milliseconds + 300)
            let backend = try raw(.init(head), .init("2\r\n2\n\r\n0\r\n\r\n", after: pause))
            let lines = try? await lines(try client(of: backend, reply: .milliseconds(milliseconds)))
            await backend.stop()
            if lines == ["1", "2"] { return }
        }
        Issue.record("the stream timed out in its pause, or a head took a minute")
    }

    @Test("The stream ends when the receiver stops, even if the server continues.")
    func enough() async throws {
        let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n6\r\n1\n2\n3\n\r\n"
        let backend = try raw(.init(head), .init("0\r\n\r\n", after: .seconds(600)))
        #expect(try await lines(try client(of: backend), atMost: 2) == ["1", "2"])
        await backend.stop()
    }

    @Test("A rejected stream throws the reason, and a silent one times out.")
    func refused() async throws {
        let problem = Scenario.Reply(404, body: .json(["detail": "session \"k7\" does not exist"]))
        let backend = try Backend.start(
            Scenario(
                "s",
                endpoints: [.get("/journal", replies: [problem, .init(hold: "never")])]
            )
        )
        await #expect(throws: ControlError(message: "session \"k7\" does not exist", exitStatus: .usage)) {
            _ = try await lines(try client(of: backend))
        }
        await #expect(throws: ControlError.self) {
            _ = try await lines(try client(of: backend, reply: .milliseconds(150)))
        }
        await backend.stop()
    }

    @Test("A stream that ends in the middle of a chunk reports that the server has ended.")
    func cut() async throws {
        let backend = try raw(.init("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n9\r\n1\n"))
        let error = await #expect(throws: ControlError.self) { _ = try await lines(try client(of: backend)) }
        #expect(error?.isConnectionLost == true)
        await backend.stop()
    }
}
