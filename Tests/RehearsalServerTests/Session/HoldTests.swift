#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif
import Rehearsal
import RehearsalServer
import RehearsalTestSupport
import Testing

@Suite("A held reply")
struct HoldTests {
    private func backend(_ replies: [Scenario.Reply], on kind: PollerKind = .native) throws -> Backend {
        try BothLoops.backend([.get("/held", replies: replies), .get("/free", replies: [.init(204)])], on: kind)
    }

    @Test("It is sent when it is released, and not before.", arguments: PollerKind.allCases)
    func released(_ kind: PollerKind) async throws {
        let sut = try backend([.init(body: .text("now"), hold: "list")], on: kind)
        try await onThread {
            let client = try RawClient(port: sut.port)
            client.send("GET /held HTTP/1.1\r\nHost: a\r\n\r\n")
            // Another client is answered meanwhile, so the loop has had its turn.
            let other = try RawClient(port: sut.port)
            #expect(other.get("/free")?.status == 204)
            #expect(sut.journal.requests(.get("/held")).map(\.end) == [nil])
            #expect(sut.journal.requests(.get("/held")).map(\.written) == [0])
            try sut.release("list")
            #expect(client.response()?.text == "now")
            // What comes after a release is not held.
            #expect(client.get("/held")?.text == "now")
        }
        await sut.journal.settled()
        #expect(sut.journal.requests(.get("/held")).map(\.end) == [.completed, .completed])
    }

    @Test("A release before the request is as good as one after it, until it is held again.")
    func latched() async throws {
        let sut = try backend([.init(body: .text("now"), hold: "list")])
        try sut.release("list")
        try await onThread {
            let client = try RawClient(port: sut.port)
            #expect(client.get("/held")?.text == "now")
            try sut.hold("list")
            client.send("GET /held HTTP/1.1\r\nHost: a\r\n\r\n")
            while sut.journal.count < 2 { sched_yield() }
            #expect(try RawClient(port: sut.port).get("/free")?.status == 204)
            #expect(sut.journal.requests(.get("/held")).filter { $0.end == nil }.count == 1)
            try sut.release("list")
            #expect(client.response()?.text == "now")
        }
    }

    @Test("So many waiting requests release one another, on one connection each.", arguments: PollerKind.allCases)
    func untilWaiting(_ kind: PollerKind) async throws {
        let sut = try backend([.init(body: .text("all"), hold: .init(untilWaiting: 20))], on: kind)
        try await onThread {
            let clients = try (0..<20).map { _ in try RawClient(port: sut.port) }
            for client in clients.dropLast() { client.send("GET /held HTTP/1.1\r\nHost: a\r\n\r\n") }
            while sut.journal.count < 19 { sched_yield() }
            #expect(try RawClient(port: sut.port).get("/free")?.status == 204)
            #expect(sut.journal.requests(.get("/held")).filter { $0.end == nil }.count == 19)
            #expect(clients[19].get("/held")?.text == "all")
            for client in clients.dropLast() { #expect(client.response()?.text == "all") }
            #expect(clients[0].get("/held")?.text == "all")
        }
    }

    @Test("A client that goes ends its exchange, and no longer counts as waiting.", arguments: PollerKind.allCases)
    func gone(_ kind: PollerKind) async throws {
        let sut = try backend([.init(body: .text("all"), hold: .init("pair", untilWaiting: 2))], on: kind)
        try await onThread {
            let first = try RawClient(port: sut.port)
            first.send("GET /held HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(try RawClient(port: sut.port).get("/free")?.status == 204)
            first.closeNow()
        }
        await sut.journal.settled()
        #expect(sut.journal.requests(.get("/held")).map(\.end) == [.closedByClient])
        try await onThread {
            let clients = try (0..<2).map { _ in try RawClient(port: sut.port) }
            clients[0].send("GET /held HTTP/1.1\r\nHost: a\r\n\r\n")
            while sut.journal.count < 2 { sched_yield() }
            #expect(try RawClient(port: sut.port).get("/free")?.status == 204)
            #expect(sut.journal.requests(.get("/held")).filter { $0.end == nil }.count == 1)
            #expect(clients[1].get("/held")?.text == "all")
            #expect(clients[0].response()?.text == "all")
        }
    }

    @Test("Delay and fault come after the release.")
    func fault() async throws {
        let reply = Scenario.Reply(delay: .milliseconds(1), fault: .init(.close, at: .beforeHead), hold: "list")
        let sut = try backend([reply])
        try await onThread {
            let client = try RawClient(port: sut.port)
            client.send("GET /held HTTP/1.1\r\nHost: a\r\n\r\n")
            try sut.release("list")
            #expect(client.readToEnd().0 == [])
        }
        await sut.journal.settled()
        #expect(sut.journal.entries.map(\.end) == [.fault])
    }

    @Test("A name that nothing is held by is refused with those that there are.")
    func unknown() throws {
        let sut = try backend([.init(hold: "list"), .init(hold: "detail")])
        let error = #expect(throws: Backend.UnknownHold.self) { try sut.release("lsit") }
        #expect(error?.description.hasSuffix("\"lsit\"; it holds: detail, list") == true)
        #expect(throws: Backend.UnknownHold.self) { try sut.hold("lsit") }
    }

    @Test("A backend that stops ends what it holds.")
    func stopped() async throws {
        let sut = try backend([.init(hold: "list")])
        let client = try RawClient(port: sut.port)
        client.send("GET /held HTTP/1.1\r\nHost: a\r\n\r\n")
        try await sut.wait(for: .get("/held"))
        await sut.stop()
        #expect(sut.journal.entries.map(\.end) == [.stopped])
    }
}
