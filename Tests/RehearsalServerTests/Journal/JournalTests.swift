import Rehearsal
import RehearsalPlatform
import RehearsalServer
import RehearsalTestSupport
import TestAdmission
import Testing

@Suite("The journal of a backend", .limitedConcurrency)
struct JournalTests {
    @Test("The journal holds an entry before its client can read the reply, twenty thousand times.")
    func committedFirst() async throws {
        var options = BothLoops.options(.native)
        options.journalBytes = 64 << 20
        let sut = try Backend.start(
            Scenario("j", endpoints: [.get("/x", replies: [.init(body: .text("y"))])]),
            options: options
        )
        let late = try await RawClient(port: sut.port).run { client in
            (1...20_000).count { count in
                _ = client.get("/x")
                return sut.journal.count != count
            }
        }
        #expect(late == 0)
        #expect(sut.journal.entries.allSatisfy { $0.status == 200 && $0.endpoint == "get /x" })
    }

    @Test("An entry holds the raw head, the indexes, the body and the end.")
    func whole() async throws {
        let sut = try BothLoops.backend([.post("/things", replies: [.init(201, body: .text("made"))])])
        let client = try await RawClient(port: sut.port)
        let head = "POST /things?a=1 HTTP/1.1\r\nhost: here\r\nX-Twice: 1\r\nx-twice:  2 \r\nContent-Length: 5\r\n\r\n"
        for _ in 0..<2 {
            await client.send(head + "hello")
            #expect(await client.response()?.text == "made")
        }
        await sut.journal.settled()
        let entry = try #require(sut.journal.entries.last)
        #expect(entry.connection == 0)
        #expect(entry.exchange == 1)
        #expect(entry.rawHead == Array(head.utf8))
        #expect(entry.method == "POST")
        #expect(entry.target == "/things?a=1")
        #expect(entry.version == "HTTP/1.1")
        #expect(entry.headers.values(of: "X-Twice") == ["1", "2"])
        #expect(entry.body.kept == Array("hello".utf8))
        #expect(entry.body.isComplete)
        #expect(entry.status == 201)
        #expect(entry.endpoint == "post /things")
        #expect(entry.end == .completed)
        #expect(entry.written > 4)
        let instants = [entry.at, entry.headAt, entry.bodyAt, entry.endAt].compactMap(\.self)
        #expect(instants.count == 4)
        #expect(instants == instants.sorted())
    }

    @Test("The journal numbers connections in accept order and the exchanges of each from 0.")
    func numbers() async throws {
        let sut = try BothLoops.backend([.get("/{n}", replies: [.init()])])
        for _ in 0..<3 {
            let client = try await RawClient(port: sut.port)
            for number in 0..<2 { _ = await client.get("/\(number)") }
        }
        #expect(sut.journal.entries.map(\.connection) == [0, 0, 1, 1, 2, 2])
        #expect(sut.journal.entries.map(\.exchange) == [0, 1, 0, 1, 0, 1])
    }

    @Test("A full journal evicts its oldest entries and counts them.")
    func bounded() async throws {
        var options = BothLoops.options(.native)
        options.journalBytes = 64 << 10
        let sut = try Backend.start(Scenario("j", endpoints: [.get("/{n}", replies: [.init()])]), options: options)
        let client = try await RawClient(port: sut.port)
        for number in 0..<2_000 { _ = await client.get("/\(number)") }
        let journal = sut.journal
        let entries = journal.entries
        #expect(entries.last?.target == "/1999")
        #expect(journal.dropped > 1_000)
        #expect(entries.count + journal.dropped == 2_000)
    }

    @Test("A follower receives each exchange when it ends, and the open ones when the backend stops.")
    func follower() async throws {
        let sut = try BothLoops.backend([
            .get("/quick", replies: [.init()]),
            .get("/stall", replies: [.init(fault: Fault(.stall(), at: .beforeHead))]),
        ])
        let seen = Box<[String]>([])
        let follower = try JournalFollower(sut) { items, _ in
            let ended = items.compactMap { if case .exchange(let entry) = $0 { entry } else { nil } }
            seen.withLock { $0 += ended.map { "\($0.target) \($0.end.map { "\($0)" } ?? "open")" } }
        }
        let client = try await RawClient(port: sut.port)
        for _ in 0..<3 { _ = await client.get("/quick") }
        await client.send("GET /stall HTTP/1.1\r\nHost: x\r\n\r\n")
        try await sut.wait(for: .any("/**"), count: 4, within: .seconds(300))
        await sut.stop()
        try await runBlocking { follower.finish() }
        #expect(seen.value == ["/quick completed", "/quick completed", "/quick completed", "/stall stopped"])
    }
}

/// A value that threads share in a test.
final class Box<Value: Sendable>: @unchecked Sendable {
    private let lock = Lock()
    private var stored: Value

    init(_ value: Value) { stored = value }
    var value: Value { lock.withLock { stored } }
    func withLock(_ change: (inout Value) -> Void) { lock.withLock { change(&stored) } }
}
