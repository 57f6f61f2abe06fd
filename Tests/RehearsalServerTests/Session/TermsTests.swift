import Rehearsal
import RehearsalServer
import RehearsalTestSupport
import TestAdmission
import Testing

@Suite("Replies to ranges and preconditions", .limitedConcurrency)
struct TermsTests {
    private static func file(_ size: Int, _ faults: Fault..., times: Int? = nil) -> Scenario.Reply {
        var reply = Scenario.Reply(
            headers: ["Accept-Ranges": "bytes", "ETag": "\"v1\"", "Content-Type": "video/mp4"],
            body: .bytes((0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31) }),
            times: times
        )
        reply.faults = faults
        return reply
    }

    private func statuses(_ backend: Backend) -> [Int?] { backend.journal.entries.map(\.status) }

    @Test("A download that a fault cuts in half resumes at the cut and is whole.")
    func resumed() async throws {
        let size = 3 << 20
        let sut = try Backend.start(
            Scenario(
                "s",
                endpoints: [
                    .get(
                        "/film",
                        replies: [
                            Self.file(size, Fault(.reset, at: .body(.percent(50))), times: 1), Self.file(size),
                        ]
                    )
                ]
            )
        )
        let client = try await RawClient(port: sut.port)
        await client.send("GET /film HTTP/1.1\r\nHost: a\r\n\r\n")
        let cut = await client.readToEnd().bytes
        let headLength = (0..<cut.count).first { cut[$0...].starts(with: Array("\r\n\r\n".utf8)) } ?? 0
        let first = Array(cut.dropFirst(headLength + 4))
        let second = try await RawClient(port: sut.port)
            .get("/film", headers: "Range: bytes=\(first.count)-\r\nIf-Range: \"v1\"\r\n")
        let rest = try #require(second)
        #expect(first.count == size / 2)
        #expect(rest.status == 206)
        #expect(rest.header("Content-Range") == "bytes \(size / 2)-\(size - 1)/\(size)")
        #expect(rest.header("Content-Length") == "\(size / 2)")
        guard case .bytes(let whole, _) = Self.file(size).body else { return }
        #expect(first + rest.body == whole)
        await sut.journal.settled()
        #expect(statuses(sut) == [200, 206])
        #expect(sut.journal.entries.map(\.endpoint) == ["get /film", "get /film"])
        #expect(sut.journal.entries.map(\.fault) == ["reset at body 50%", nil])
    }

    @Test("Faults of a partial reply apply to the part: a cut at 50% sends half of the range.")
    func faultOfPart() async throws {
        let faulty = Self.file(100, Fault(.close, at: .body(.percent(50))))
        let sut = try Backend.start(Scenario("s", endpoints: [.get("/film", replies: [faulty])]))
        let client = try await RawClient(port: sut.port)
        await client.send("GET /film HTTP/1.1\r\nHost: a\r\nRange: bytes=10-29\r\n\r\n")
        let bytes = await client.readToEnd().bytes
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(text.hasPrefix("HTTP/1.1 206 Partial Content\r\n"))
        #expect(
            bytes.suffix(14) == (Array("\r\n\r\n".utf8) + (10..<20).map { UInt8(truncatingIfNeeded: $0 * 31) })[...]
        )
        await sut.journal.settled()
        #expect(sut.journal.entries.first?.fault == "close at body 50%")
        #expect(statuses(sut) == [206])
    }

    @Test("Several ranges arrive as one multipart body, in the requested order.")
    func severalParts() async throws {
        var reply = Scenario.Reply(headers: ["Accept-Ranges": "bytes"], body: .text("0123456789"))
        reply.headers.append("Content-Type", "text/x")
        let sut = try Backend.start(Scenario("s", endpoints: [.get("/", replies: [reply])]))
        let answer = try await RawClient(port: sut.port).get("/", headers: "Range: bytes=8-,0-1\r\n")
        let response = try #require(answer)
        let type = try #require(response.header("Content-Type"))
        let parts = type.split(separator: "=")
        #expect(parts.first == "multipart/byteranges; boundary")
        let boundary = parts.last ?? ""
        #expect(response.status == 206)
        #expect(response.header("Content-Range") == nil)
        #expect(
            response.text == """
                --\(boundary)\r\nContent-Type: text/x\r\nContent-Range: bytes 8-9/10\r\n\r\n89\r\n\
                --\(boundary)\r\nContent-Type: text/x\r\nContent-Range: bytes 0-1/10\r\n\r\n01\r\n\
                --\(boundary)--\r\n
                """
        )
    }

    @Test("A range applies to a recorded body after its origin has been rewritten.")
    func rewritten() async throws {
        var reply = Scenario.Reply(headers: ["Accept-Ranges": "bytes"], body: .text("at https://api.example/x"))
        reply.recordedOrigins = [.init("https://api.example")]
        let sut = try Backend.start(Scenario("s", endpoints: [.get("/", replies: [reply])]))
        let whole = "at http://127.0.0.1:\(sut.port)/x"
        let answer = try await RawClient(port: sut.port).get("/", headers: "Range: bytes=3-\r\n")
        #expect(answer?.text == String(whole.dropFirst(3)))
        #expect(answer?.header("Content-Range") == "bytes 3-\(whole.utf8.count - 1)/\(whole.utf8.count)")
    }

    @Test("A 304 takes its turn and makes its change, and a 412 takes its turn without a change.")
    func turns() async throws {
        let tag = Scenario.Reply(headers: ["ETag": "\"1\""], body: .text("one"), times: 1)
        let sut = try Backend.start(
            Scenario(
                "s",
                endpoints: [
                    Scenario.Endpoint(
                        .get,
                        "/",
                        replies: [tag, .init(body: .text("{{state.reads}} {{state.writes}}"))],
                        then: .init(increment: [.init("reads")])
                    ),
                    Scenario.Endpoint(.get, "/tagged", replies: [.init(headers: ["ETag": "\"9\""])]),
                    Scenario.Endpoint(
                        .put,
                        "/tagged",
                        replies: [.init(204, times: 1), .init(205)],
                        then: .init(increment: [.init("writes")])
                    ),
                ],
                state: [.init("reads", 0), .init("writes", 0)]
            )
        )
        let client = try await RawClient(port: sut.port)
        var seen = await [client.get("/", headers: "If-None-Match: \"1\"\r\n")?.status]
        for tag in ["8", "9"] {
            await client.send("PUT /tagged HTTP/1.1\r\nHost: a\r\nIf-Match: \"\(tag)\"\r\nContent-Length: 1\r\n\r\nx")
            seen.append(await client.response()?.status)
        }
        let text = await client.get("/")?.text
        #expect(seen == [304, 412, 205])
        #expect(text == "2 1")
        await sut.journal.settled()
        #expect(statuses(sut) == [304, 412, 205, 200])
        #expect(sut.findings.map(\.description) == [])
    }

    @Test("Ranges and preconditions apply to an asynchronous reply.")
    func closure() async throws {
        let reply = Scenario.Reply.later { _ in Self.file(10) }
        let sut = try Backend.start(Scenario("s", endpoints: [.get("/", replies: [reply])], cors: true))
        let client = try await RawClient(port: sut.port)
        let answers = (
            await client.get("/", headers: "Range: bytes=0-3\r\nOrigin: https://a.example\r\n"),
            await client.get("/", headers: "If-None-Match: \"v1\"\r\n")
        )
        #expect(answers.0?.body.count == 4)
        #expect(answers.0?.header("Access-Control-Allow-Origin") == "https://a.example")
        #expect(answers.1?.status == 304)
        await sut.journal.settled()
        #expect(statuses(sut) == [206, 304])
    }
}
