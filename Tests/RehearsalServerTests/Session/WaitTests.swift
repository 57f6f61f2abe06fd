import Rehearsal
import RehearsalPlatform
import RehearsalTestSupport
import TestAdmission
import Testing

@testable import RehearsalServer

@Suite("Waiting for requests", .limitedConcurrency)
struct WaitTests {
    private func backend() throws -> Backend { try BothLoops.backend([.get("/{name}", replies: [.init(204)])]) }

    @Test("A wait returns requests that have already arrived.")
    func already() async throws {
        let sut = try backend()
        let client = try await RawClient(port: sut.port)
        for name in ["a", "b", "a"] { #expect(await client.get("/\(name)")?.status == 204) }
        #expect(try await sut.wait(for: .get("/a"), count: 2, within: .seconds(300)).map(\.ordinal) == [0, 2])
        #expect(try await sut.wait(for: .get("/c"), count: 0).isEmpty)
    }

    @Test("A wait returns when the last expected request arrives, whatever other requests do.")
    func later() async throws {
        let sut = try backend()
        async let found = sut.wait(for: .get("/wanted"), count: 3, within: .seconds(300))
        let client = try await RawClient(port: sut.port)
        for index in 0..<300 {
            #expect(await client.get(index % 100 == 99 ? "/wanted" : "/other")?.status == 204)
        }
        #expect(try await found.map(\.ordinal) == [99, 199, 299])
    }

    @Test("A wait for expectations counts requests of all its readings, each in its current state.")
    func expectations() async throws {
        let sut = try backend()
        async let waiting: Void = sut.wait(until: .inOrder(.get("/a"), .get("/b")), within: .seconds(300))
        let client = try await RawClient(port: sut.port)
        for index in 0..<300 {
            let path = [99: "/a", 299: "/b"][index] ?? "/other"
            #expect(await client.get(path)?.status == 204)
        }
        try await waiting
    }

    @Test("A subscription reads each request once, and changes the entries that it has read.")
    func subscription() async throws {
        let sut = try backend()
        var subscription = JournalSubscription(sut.session)
        #expect(subscription.readEntries().isEmpty)
        let client = try await RawClient(port: sut.port)
        for name in ["a", "b"] {
            #expect(await client.get("/\(name)")?.status == 204)
            await sut.journal.settled()
            let last = subscription.readEntries().last
            #expect(last?.target == "/\(name)")
            #expect(last?.endAt != nil)
        }
        #expect(subscription.readEntries().map(\.target) == ["/a", "/b"])
    }

    @Test("Many concurrent waits each return their own requests.")
    func many() async throws {
        let sut = try backend()
        try await withThrowingTaskGroup(of: Int.self) { group in
            for index in 0..<50 {
                group.addTask { try await sut.wait(for: .get("/\(index)".path), within: .seconds(300)).count }
            }
            let client = try await RawClient(port: sut.port)
            for index in (0..<50).reversed() { #expect(await client.get("/\(index)")?.status == 204) }
            for try await count in group { #expect(count == 1) }
        }
    }

    @Test("A wait that times out reports the requests that arrived.")
    func timeout() async throws {
        let sut = try backend()
        let empty = await #expect(throws: Backend.WaitError.self) {
            try await sut.wait(for: .get("/wanted"), within: .zero)
        }
        #expect(empty?.description == "waited 0 ms for a request \"get /wanted\", saw 0; no request has arrived")
        let client = try await RawClient(port: sut.port)
        #expect(await client.get("/other?token=x")?.status == 204)
        let error = await #expect(throws: Backend.WaitError.self) {
            try await sut.wait(for: .get("/wanted"), count: 2, within: .milliseconds(1))
        }
        let lines = error?.description.split(separator: "\n") ?? []
        #expect(lines.first == "waited 1 ms for 2 requests \"get /wanted\", saw 0; the latest requests:")
        #expect(lines.last?.contains("GET /other?token=%5Bredacted") == true)
    }

    @Test("A cancelled task stops waiting.")
    func cancelled() async throws {
        let sut = try backend()
        let task = Task { try await sut.wait(for: .get("/wanted"), within: .seconds(60)) }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test("A wait with a huge time limit ends when its request arrives.")
    func endless() async throws {
        let sut = try backend()
        async let found = sut.wait(for: .get("/wanted"), within: .seconds(Int64.max))
        let status = try await RawClient(port: sut.port).get("/wanted")?.status
        #expect(status == 204)
        #expect(try await found.count == 1)
    }

    @Test("A settled journal holds the request of a client that has left.")
    func gone() async throws {
        for _ in 0..<100 {
            let sut = try backend()
            let client = try await RawClient(port: sut.port)
            await client.send("GET /a HTTP/1.1\r\nHost: a\r\n\r\n")
            await client.closeNow()
            await sut.journal.settled()
            #expect(sut.journal.entries.map(\.target) == ["/a"])
        }
    }

    @Test("A wait for an invalid path is rejected.")
    func malformed() async throws {
        let sut = try backend()
        let error = await #expect(throws: Backend.WaitError.self) { try await sut.wait(for: .get("wanted")) }
        #expect(error?.description.contains("begin with") == true)
    }

    @Test("A wait for a settled journal has a time limit that an open request does not extend.")
    func settling() async throws {
        let sut = try BothLoops.backend([.get("/held", replies: [.init(hold: "list")])])
        let client = try await RawClient(port: sut.port)
        await client.send("GET /held HTTP/1.1\r\nHost: a\r\n\r\n")
        try await sut.wait(for: .get("/held"), within: .seconds(300))
        #expect(await sut.settled(within: .milliseconds(1)) == false)
        try sut.release("list")
        #expect(await sut.settled(within: .seconds(300)))
    }
}

extension String {
    fileprivate var path: Scenario.PathPattern { Scenario.PathPattern(self) }
}
