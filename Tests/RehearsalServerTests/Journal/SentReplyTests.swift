import Dispatch
import Rehearsal
import RehearsalPlatform
import RehearsalServer
import RehearsalTestSupport
import TestAdmission
import Testing

@Suite("Sent replies that are kept for a follower", .limitedConcurrency)
struct SentReplyTests {
    private typealias Sent = (entry: Journal.Entry, reply: Journal.SentBytes?)

    /// Returns the exchanges and replies that a follower receives from a backend that stops after `talk`.
    private func sent(
        _ endpoints: [Scenario.Endpoint],
        journalBytes: Int = 4 << 20,
        replyBytes: Int = 64 << 20,
        on kind: PollerKind = .native,
        onNews: @escaping @Sendable () -> Void = {},
        _ talk: (Backend) async throws -> Void,
    ) async throws -> [Sent] {
        var options = BothLoops.options(kind)
        (options.replyBytes, options.journalBytes) = (replyBytes, journalBytes)
        let backend = try Backend.start(Scenario("sent", endpoints: endpoints), options: options)
        let seen = Box<[Sent]>([])
        let sut = try JournalFollower(
            backend,
            eachWithReplies: { items, replies, _ in
                onNews()
                let entries = items.compactMap { if case .exchange(let entry) = $0 { entry } else { nil } }
                seen.withLock { $0 += entries.map { ($0, replies[$0.ordinal]) } }
            }
        )
        try await talk(backend)
        await backend.stop()
        try await runBlocking { sut.finish() }
        return seen.value
    }

    @Test(
        "A kept reply has exactly the bytes that arrived, for each exchange of a connection.",
        arguments: PollerKind.allCases
    )
    func bytes(kind: PollerKind) async throws {
        let received = Box<[String]>([])
        let found = try await sent([.get("/{n}", replies: [.init(body: .text("hello"))])], on: kind) { backend in
            let client = try await RawClient(port: backend.port)
            for number in 0..<3 {
                let reply = await client.get("/\(number)")
                received.withLock { $0.append((reply?.head ?? "") + (reply?.text ?? "")) }
            }
        }
        #expect(found.map { String(decoding: $0.reply?.bytes ?? [], as: UTF8.self) } == received.value)
        #expect(found.allSatisfy { $0.reply?.length == $0.entry.written && $0.reply?.address == "127.0.0.1" })
        #expect(found.allSatisfy { ($0.reply?.firstAt ?? 0) >= $0.entry.at })
    }

    @Test("A kept reply joins the pieces of a large reply, up to the maximum size of one.")
    func large() async throws {
        let body = (0..<(9 << 20)).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let found = try await sent([.get("/", replies: [.init(body: .bytes(body, type: nil))])]) { backend in
            let client = try await RawClient(port: backend.port)
            #expect(await client.get("/")?.body.count == body.count)
        }
        let reply = try #require(found.first?.reply)
        #expect(reply.length == found.first?.entry.written)
        #expect(reply.bytes.count == 8 << 20)
        let message = CapturedReply(reply, toHead: false)
        #expect(message.body == Array(body.prefix(message.body.count)))
        #expect(message.body.count + message.headLength == 8 << 20)
        #expect(!message.isWhole)
    }

    @Test("A kept reply neither evicts journal entries nor is evicted with them.")
    func journal() async throws {
        let text = String(repeating: "x", count: 1_000)
        let found = try await sent([.get("/{n}", replies: [.init(body: .text(text))])], journalBytes: 64 << 10) {
            backend in
            let client = try await RawClient(port: backend.port)
            for number in 0..<100 { _ = await client.get("/\(number)") }
            #expect(backend.journal.dropped == 0)
            for number in 100..<2_000 { _ = await client.get("/\(number)") }
            #expect(backend.journal.dropped > 0)
        }
        #expect(found.map(\.entry.target) == (0..<2_000).map { "/\($0)" })
        #expect(found.allSatisfy { $0.reply?.hasLoss == false && ($0.reply?.bytes.count ?? 0) > 1_000 })
    }

    @Test("A crowded follower loses no exchange and keeps at least the beginning of each reply.")
    func crowded() async throws {
        let resumption = DispatchSemaphore(value: 0)
        let (entries, entered) = AsyncStream.makeStream(of: Void.self)
        let text = String(repeating: "x", count: 100 << 10)
        let found = try await sent(
            [.get("/{n}", replies: [.init(body: .text(text))])],
            replyBytes: 2 << 20,
            onNews: {
                entered.yield()
                resumption.wait()
                resumption.signal()
            }
        ) { backend in
            defer { resumption.signal() }
            let client = try await RawClient(port: backend.port)
            _ = await client.get("/0")
            // From here on the follower is blocked.
            for await _ in entries { break }
            for number in 1..<40 { _ = await client.get("/\(number)") }
            // A client may receive the last byte before the loop has kept it.
            await backend.journal.settled()
        }
        #expect(found.map(\.entry.target) == (0..<40).map { "/\($0)" })
        let replies = found.compactMap(\.reply)
        #expect(replies.count { $0.isComplete } >= 10)
        #expect(replies.last?.isComplete == false)
        #expect(replies.allSatisfy { !$0.hasLoss && CapturedReply($0, toHead: false).status == 200 })
    }

    @Test("A follower that keeps up receives every reply whole, whatever the total size.")
    func keptUp() async throws {
        let text = String(repeating: "x", count: 100 << 10)
        let endpoint = Scenario.Endpoint.get("/{n}", replies: [.init(body: .text(text))])
        let taken = DispatchSemaphore(value: 0)
        let found = try await sent([endpoint], replyBytes: 2 << 20, onNews: { taken.signal() }) { backend in
            try await RawClient(port: backend.port).run { client in
                for number in 0..<40 {
                    _ = client.get("/\(number)")
                    taken.wait()
                }
            }
        }
        #expect(found.count == 40)
        #expect(found.allSatisfy { $0.reply?.isComplete == true })
    }

    @Test("A kept reply is absent if nothing was sent, and partial if the reply was cut.")
    func cut() async throws {
        let found = try await sent([
            .get("/none", replies: [.init(fault: Fault(.reset, at: .beforeHead))]),
            .get("/part", replies: [.init(body: .text("0123456789"), fault: Fault(.close, at: .body(.bytes(4))))]),
        ]) { backend in
            for target in ["/none", "/part"] {
                let client = try await RawClient(port: backend.port)
                await client.send("GET \(target) HTTP/1.1\r\nHost: a\r\n\r\n")
                _ = await client.readToEnd()
            }
        }
        #expect(found.first?.reply == nil)
        let part = try #require(found.last?.reply)
        let message = CapturedReply(part, toHead: false)
        #expect(message.status == 200)
        #expect(message.isWhole == false)
        #expect(message.body == Array("0123".utf8))
    }
}
