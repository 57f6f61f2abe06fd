import Dispatch
import Rehearsal
import RehearsalPlatform
import RehearsalServer
import RehearsalTestSupport
import TestAdmission
import Testing

@Suite("Journal entries of incomplete or failed exchanges", .limitedConcurrency)
struct JournalEndTests {
    @Test("The journal records a slow client as a timeout, without the endpoint that it did not reach.")
    func timeout() async throws {
        var limits = Backend.Limits()
        limits.bodyTimeout = .milliseconds(30)
        let reply = Scenario.Reply(fault: Fault(.reset, at: .beforeHead))
        let sut = try BothLoops.backend([.post("/", replies: [reply])], limits: limits)
        let client = try await RawClient(port: sut.port)
        await client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nab")
        #expect(await client.response()?.status == 408)
        await sut.journal.settled()
        let entry = try #require(sut.journal.entries.first)
        #expect(entry.end == .timeout)
        #expect(entry.status == 408)
        #expect(entry.decision == .refused)
        #expect(entry.endpoint == nil)
        #expect(entry.fault == nil)
        #expect(entry.body.kept == Array("ab".utf8))
        #expect(!entry.body.isComplete)
    }

    @Test("The journal marks a body as complete only if all of it arrived, even if the exchange is stopped.")
    func incomplete() async throws {
        let sut = try BothLoops.backend([.post("/", replies: [.init()])])
        let client = try await RawClient(port: sut.port)
        await client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nab")
        try await sut.wait(for: .any("/**"), within: .seconds(300))
        #expect(sut.journal.entries.first?.body.isComplete == false)
        await sut.stop()
        let entry = try #require(sut.journal.entries.first)
        #expect(entry.end == .stopped)
        #expect(!entry.body.isComplete)
    }

    @Test("An exchange without a reply head has no status, and an asynchronous reply records its fault.")
    func withoutHead() async throws {
        let fault = Fault(.reset, at: .beforeHead)
        let sut = try BothLoops.backend([
            .get("/now", replies: [.init(fault: fault)]),
            .get("/later", replies: [.later { _ in Scenario.Reply(200, fault: fault) }]),
        ])
        for target in ["/now", "/later"] {
            let client = try await RawClient(port: sut.port)
            await client.send("GET \(target) HTTP/1.1\r\nHost: a\r\n\r\n")
            let ending = await client.readToEnd().ending
            #expect(ending == .reset)
        }
        await sut.journal.settled()
        #expect(sut.journal.entries.map(\.status) == [nil, nil])
        #expect(sut.journal.entries.map(\.fault) == ["reset at beforeHead", "reset at beforeHead"])
        #expect(sut.journal.entries.map(\.end) == [.fault, .fault])
    }

    @Test("The server drops a reply whose client has left, and the journal records that.")
    func gone() async throws {
        let (release, continuation) = AsyncStream<Void>.makeStream()
        let reply = Scenario.Reply.later { _ in
            for await _ in release { break }
            return Scenario.Reply(200)
        }
        let sut = try BothLoops.backend([.get("/", replies: [reply])])
        let client = try await RawClient(port: sut.port)
        await client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        try await sut.wait(for: .any("/**"), within: .seconds(300))
        await client.closeNow(reset: true)
        await sut.journal.settled()
        continuation.yield()
        let entry = try #require(sut.journal.entries.first)
        #expect(entry.end == .resetByClient)
        #expect(entry.violation?.contains("dropped") == true)
    }

    @Test("An asynchronous reply sees the whole body even if the journal is full.")
    func laterWithoutRoom() async throws {
        var options = BothLoops.options(.native)
        options.journalBytes = 4 << 10
        let reply = Scenario.Reply.later { request in .init(body: .text("\(request.body.kept.count)")) }
        let sut = try Backend.start(Scenario("l", endpoints: [.post("/", replies: [reply])]), options: options)
        let client = try await RawClient(port: sut.port)
        await client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\n")
        await client.send([UInt8](repeating: 0x61, count: 100_000))
        let text = await client.response()?.text
        #expect(text == "100000")
    }

    @Test(
        "A full journal evicts entries in small steps and keeps most of those that fit.",
        arguments: [64 << 10, 512 << 10]
    )
    func smallSteps(_ bytes: Int) async throws {
        var options = BothLoops.options(.native)
        options.journalBytes = bytes
        let sut = try Backend.start(Scenario("j", endpoints: [.get("/{n}", replies: [.init()])]), options: options)
        let client = try await RawClient(port: sut.port)
        var least = Int.max
        for number in 0..<(bytes / 64) {
            _ = await client.get("/\(number)")
            if number > bytes / 128, number.isMultiple(of: 50) {
                least = min(least, sut.journal.count - sut.journal.dropped)
            }
        }
        // An exchange takes about 200 bytes.
        #expect(least > bytes / 200 / 2)
    }

    @Test("The exchanges that a follower receives and those that it reports as missed are all exchanges.")
    func followerCounts() async throws {
        var options = BothLoops.options(.native)
        options.journalBytes = 8 << 10
        let sut = try Backend.start(Scenario("f", endpoints: [.get("/{n}", replies: [.init()])]), options: options)
        let seen = Box<(handed: Int, missed: Int)>((0, 0))
        let end = DispatchSemaphore(value: 0)
        let follower = try JournalFollower(sut) { ended, missed in
            end.wait()
            end.signal()
            seen.withLock { $0 = ($0.handed + ended.count, missed) }
        }
        let client = try await RawClient(port: sut.port)
        for number in 0..<2_000 { _ = await client.get("/\(number)") }
        await sut.stop()
        end.signal()
        try await runBlocking { follower.finish() }
        let (handed, missed) = seen.value
        #expect(handed + missed == 2_000)
        #expect(missed > 0)
    }
}
