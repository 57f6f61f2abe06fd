import Rehearsal
import RehearsalServer
import RehearsalTestSupport
import TestAdmission
import Testing

@testable import RehearsalCLI

@Suite("Following a stream of the control port", .admitted)
struct ControlStreamTests {
    private func client(of backend: Backend, reply: Duration = .seconds(240)) throws -> ControlClient {
        var client = ControlClient(address: try ControlAddress(backend.origin), token: "0123456789abcdef")
        client.limits.reply = reply
        return client
    }

    private func lines(_ sut: ControlClient, atMost most: Int = .max) async throws -> [String] {
        try await onThread {
            var lines: [String] = []
            try sut.stream("/journal") { line in
                lines.append(String(decoding: line, as: UTF8.self))
                return lines.count < most
            }
            return lines
        }
    }

    private func raw(_ pieces: Scenario.Body.Piece...) throws -> Backend {
        try Backend.start(Scenario("s", endpoints: [.get("/journal", replies: [.init(body: .raw(pieces))])]))
    }

    @Test("Every line is handed over, also those that chunks cut.")
    func chunks() async throws {
        let head = "HTTP/1.1 200 OK\r\nContent-Type: application/x-ndjson\r\nTransfer-Encoding: chunked\r\n\r\n"
        let backend = try raw(.init(head + "5\r\n{\"a\":\r\n4\r\n1}\n{\r\n2\r\n}\n\r\n0\r\n\r\n"))
        #expect(try await lines(try client(of: backend)) == [#"{"a":1}"#, "{}"])
        await backend.stop()
    }

    @Test("A stream may be silent for longer than a reply may take to begin.")
    func pause() async throws {
        let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n1\n\r\n"
        // A machine that holds the head up for that long proves nothing: it gets more time.
        for milliseconds in [200, 2_000, 20_000, 60_000] {
            let pause = Duration.milliseconds(milliseconds + 300)
            let backend = try raw(.init(head), .init("2\r\n2\n\r\n0\r\n\r\n", after: pause))
            let lines = try? await lines(try client(of: backend, reply: .milliseconds(milliseconds)))
            await backend.stop()
            if lines == ["1", "2"] { return }
        }
        Issue.record("the stream was given up in its pause, or a head took a minute")
    }

    @Test("It ends when the receiver has enough, though the stream goes on.")
    func enough() async throws {
        let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n6\r\n1\n2\n3\n\r\n"
        let backend = try raw(.init(head), .init("0\r\n\r\n", after: .seconds(600)))
        #expect(try await lines(try client(of: backend), atMost: 2) == ["1", "2"])
        await backend.stop()
    }

    @Test("A stream that was refused says why, and a silent one is given up.")
    func refused() async throws {
        let problem = Scenario.Reply(404, body: .json(["detail": "there is no session \"k7\""]))
        let backend = try Backend.start(
            Scenario(
                "s",
                endpoints: [.get("/journal", replies: [problem, .init(hold: "never")])]
            )
        )
        await #expect(throws: ControlFailure(message: "there is no session \"k7\"", status: .usage)) {
            _ = try await lines(try client(of: backend))
        }
        await #expect(throws: ControlFailure.self) {
            _ = try await lines(try client(of: backend, reply: .milliseconds(150)))
        }
        await backend.stop()
    }

    @Test("A stream that ends in the middle of a chunk is one whose server has gone.")
    func cut() async throws {
        let backend = try raw(.init("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n9\r\n1\n"))
        let error = await #expect(throws: ControlFailure.self) { _ = try await lines(try client(of: backend)) }
        #expect(error?.isGone == true)
        await backend.stop()
    }
}
