import Rehearsal
import RehearsalPlatform
import RehearsalServer
import RehearsalTestSupport
import TestAdmission
import Testing

@Suite("A held reply", .limitedConcurrency)
struct HoldTests {
    private func backend(_ replies: [Scenario.Reply], on kind: PollerKind = .native) throws -> Backend {
        try BothLoops.backend([.get("/held", replies: replies), .get("/free", replies: [.init(204)])], on: kind)
    }

    @Test("A held reply is sent when its hold is released, not before.", arguments: PollerKind.allCases)
    func released(_ kind: PollerKind) async throws {
        let sut = try backend([.init(body: .text("now"), hold: "list")], on: kind)
        let client = try await RawClient(port: sut.port)
        await client.send("GET /held HTTP/1.1\r\nHost: a\r\n\r\n")
        try await sut.wait(for: .get("/held"), within: .seconds(300))
        let other = try await RawClient(port: sut.port)
        #expect(await other.get("/free")?.status == 204)
        #expect(try sut.journal.requests(.get("/held")).map(\.end) == [nil])
        #expect(try sut.journal.requests(.get("/held")).map(\.written) == [0])
        try sut.release("list")
        #expect(await client.response()?.text == "now")
        // Requests after a release are not held.
        #expect(await client.get("/held")?.text == "now")
        await sut.journal.settled()
        #expect(try sut.journal.requests(.get("/held")).map(\.end) == [.completed, .completed])
    }

    @Test("A release before the request works like one after it, until the hold is set again.")
    func latched() async throws {
        let sut = try backend([.init(body: .text("now"), hold: "list")])
        try sut.release("list")
        let client = try await RawClient(port: sut.port)
        #expect(await client.get("/held")?.text == "now")
        try sut.hold("list")
        await client.send("GET /held HTTP/1.1\r\nHost: a\r\n\r\n")
        try await sut.wait(for: .get("/held"), count: 2, within: .seconds(300))
        #expect(try sut.journal.requests(.get("/held")).filter { $0.end == nil }.count == 1)
        try sut.release("list")
        #expect(await client.response()?.text == "now")
    }

    @Test("A hold releases its replies when the stated number of requests waits.", arguments: PollerKind.allCases)
    func untilWaiting(_ kind: PollerKind) async throws {
        let sut = try backend([.init(body: .text("all"), hold: .init(untilWaiting: 20))], on: kind)
        let clients = try await RawClient.connect(20, port: sut.port)
        for client in clients.dropLast() { await client.send("GET /held HTTP/1.1\r\nHost: a\r\n\r\n") }
        try await sut.wait(for: .get("/held"), count: 19, within: .seconds(300))
        #expect(try sut.journal.requests(.get("/held")).filter { $0.end == nil }.count == 19)
        #expect(await clients[19].get("/held")?.text == "all")
        for client in clients.dropLast() { #expect(await client.response()?.text == "all") }
        #expect(await clients[0].get("/held")?.text == "all")
    }

    @Test("A client that leaves ends its exchange and no longer counts as waiting.", arguments: PollerKind.allCases)
    func gone(_ kind: PollerKind) async throws {
        let sut = try backend([.init(body: .text("all"), hold: .init("pair", untilWaiting: 2))], on: kind)
        let first = try await RawClient(port: sut.port)
        await first.send("GET /held HTTP/1.1\r\nHost: a\r\n\r\n")
        try await sut.wait(for: .get("/held"), within: .seconds(300))
        await first.closeNow()
        await sut.journal.settled()
        #expect(try sut.journal.requests(.get("/held")).map(\.end) == [.closedByClient])
        let clients = try await RawClient.connect(2, port: sut.port)
        await clients[0].send("GET /held HTTP/1.1\r\nHost: a\r\n\r\n")
        try await sut.wait(for: .get("/held"), count: 2, within: .seconds(300))
        #expect(try sut.journal.requests(.get("/held")).filter { $0.end == nil }.count == 1)
        #expect(await clients[1].get("/held")?.text == "all")
        #expect(await clients[0].response()?.text == "all")
    }

    @Test("The delay and the fault of a held reply follow its release.")
    func fault() async throws {
        let reply = Scenario.Reply(delay: .milliseconds(1), fault: .init(.close, at: .beforeHead), hold: "list")
        let sut = try backend([reply])
        let client = try await RawClient(port: sut.port)
        await client.send("GET /held HTTP/1.1\r\nHost: a\r\n\r\n")
        try sut.release("list")
        #expect(await client.readToEnd().0 == [])
        await sut.journal.settled()
        #expect(sut.journal.entries.map(\.end) == [.fault])
    }

    @Test("A release of an unknown hold is rejected with the known names.")
    func unknown() throws {
        let sut = try backend([.init(hold: "list"), .init(hold: "detail")])
        let error = #expect(throws: Backend.UnknownHold.self) { try sut.release("lsit") }
        #expect(error?.description.hasSuffix("\"lsit\"; its holds are: detail, list") == true)
        #expect(throws: Backend.UnknownHold.self) { try sut.hold("lsit") }
    }

    @Test("Stopping a backend ends its held exchanges.")
    func stopped() async throws {
        let sut = try backend([.init(hold: "list")])
        let client = try await RawClient(port: sut.port)
        await client.send("GET /held HTTP/1.1\r\nHost: a\r\n\r\n")
        try await sut.wait(for: .get("/held"), within: .seconds(300))
        await sut.stop()
        #expect(sut.journal.entries.map(\.end) == [.stopped])
    }

    @Test("A hold applies to an asynchronous reply.")
    func later() async throws {
        let sut = try backend([.later { _ in .init(body: .text("now"), hold: "late") }])
        let client = try await RawClient(port: sut.port)
        await client.send("GET /held HTTP/1.1\r\nHost: a\r\n\r\n")
        try await sut.wait(for: .get("/held"), within: .seconds(60))
        let other = try await RawClient(port: sut.port)
        // The name is known once the closure has run; without a hold, the exchange ends instead.
        while (try? sut.release("late")) == nil, !sut.isSettled {
            guard await other.get("/free")?.status == 204 else { break }
        }
        #expect(throws: Never.self) { try sut.release("late") }
        await sut.journal.settled()
        #expect(await client.response()?.text == "now")
    }
}
