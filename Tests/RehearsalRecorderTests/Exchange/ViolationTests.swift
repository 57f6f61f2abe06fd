import Rehearsal
import RehearsalDocuments
import RehearsalHTTP
import RehearsalPlatform
import RehearsalServer
import RehearsalTestSupport
import TestAdmission
import Testing

@testable import RehearsalRecorder

@Suite("Recorded messages that violate HTTP", .limitedConcurrency)
struct ViolationTests {
    private func remarks(_ sut: RecordingProxy) -> [String] { sut.proxy.statistics.table.flatMap(\.notes) }

    @Test("A bare CR and a NUL are forwarded as spaces, and the summary names the rules.")
    func forbiddenBytes() async throws {
        let sut = try RecordingProxy.answering(
            "HTTP/1.1 200 O\rK\r\nX-A: a\u{0}b\r\nX-B: c\rd\r\nContent-Length: 2\r\n\r\nok"
        )
        let head = try #require(await sut.client().get("/")?.head)
        #expect(head.hasPrefix("HTTP/1.1 200 O K\r\nX-A: a b\r\nX-B: c d\r\n"))
        let reply = sut.sink.exchanges.first?.reply
        #expect(reply?.reason == "O K")
        #expect(reply?.headers["X-A"] == "a b")
        #expect(reply?.headers["X-B"] == "c d")
        #expect(
            remarks(sut) == [
                "reply violates RFC 9110 §5.5: a NUL, forwarded as a space",
                "reply violates RFC 9112 §2.2: a CR without LF, forwarded as a space",
            ]
        )
    }

    @Test("The summary names bare line feeds and folded fields of a reply.")
    func oldReplies() async throws {
        let sut = try RecordingProxy.answering("HTTP/1.1 200 OK\nX-A: a\r\n b\r\nContent-Length: 2\r\n\r\nok")
        #expect(try await sut.client().get("/")?.header("X-A") == "a b")
        #expect(
            remarks(sut) == [
                "reply violates RFC 9112 §5.2: a header field is folded",
                "reply violates RFC 9112 §2.2: a line ends in LF without CR",
            ]
        )
    }

    @Test(
        "A violation in a request head is named, and the request is forwarded as interpreted.",
        arguments: [
            ("GET / HTTP/1.1\r\n\r\n", "Host"), ("GET / HTTP/1.1\nHost: a\r\n\r\n", "LF without CR"),
            ("GET / HTTP/1.1\r\nHost: a\r\nX-A: 1\r\n 2\r\n\r\n", "fold"),
        ]
    )
    func requests(head: String, rule: String) async throws {
        let sut = try RecordingProxy.answering("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
        let client = try await sut.client()
        await client.send(head)
        #expect(await client.response()?.text == "ok")
        let found = remarks(sut)
        #expect(found.count == 1)
        #expect(found.allSatisfy { $0.hasPrefix("request violates RFC 9112") && $0.contains(rule) })
    }

    @Test("A backend with endless interim replies is cut off.")
    func interims() async throws {
        let sut = try RecordingProxy { connection, _ in
            _ = connection.head()
            connection.send(String(repeating: "HTTP/1.1 103 Early Hints\r\n\r\n", count: 1_000))
            connection.waitForEnd()
        }
        let client = try await sut.client()
        await client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        var statuses: [Int] = []
        while let status = await client.response()?.status {
            statuses.append(status)
            if status >= 200 { break }
        }
        #expect(statuses == Array(repeating: 103, count: 64) + [502])
        #expect(sut.sink.exchanges.first?.failure == .malformed)
    }
}

@Suite("Large replies while they are recorded", .limitedConcurrency)
struct LargeReplyTests {
    @Test("The recorder stops reading a large reply when its client has left.")
    func clientGone() async throws {
        let sent = Sum()
        let size = 512 << 20
        let piece = String(repeating: "x", count: 1 << 20)
        let sut = try RecordingProxy { connection, _ in
            _ = connection.head()
            guard connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(size)\r\n\r\n") else { return }
            for _ in 0..<(size >> 20) {
                guard connection.send(piece) else { break }
                sent.add(piece.utf8.count)
            }
        }
        let client = try await sut.client()
        await client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        _ = await client.next(4 << 20)
        await client.closeNow(reset: true)
        try await sut.stop()
        #expect(sut.proxy.statistics.current.aborted == 1)
        #expect(sut.sink.exchanges.isEmpty)
        #expect(sent.value < size / 2)
    }

    @Test("Bodies share the available room; one without room is cut and returns its share.")
    func room() async throws {
        let reply = "HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nsix by"
        let upstream = try RawUpstream.answering(reply)
        let room = BodyMemoryBudget(10)
        let sut = try RecordingProxy(to: upstream.origin, room: room)
        let held = room.reserve(8)
        #expect(try await sut.client().get("/")?.text == "six by")
        room.release(held)
        #expect(try await sut.client().get("/")?.text == "six by")
        let replies = sut.sink.exchanges.compactMap(\.reply)
        #expect(replies.map(\.isComplete) == [false, true])
        #expect(replies.map { String(decoding: $0.body, as: UTF8.self) } == ["si", "six by"])
    }

    private final class Sum: @unchecked Sendable {
        // Sendable: the sum is accessed under the lock only.
        private let lock = Lock()
        private var sum = 0

        var value: Int { lock.withLock { sum } }

        func add(_ number: Int) { lock.withLock { sum += number } }
    }
}
