import Rehearsal
import RehearsalServer
import RehearsalTestSupport
import TestAdmission
import Testing

@Suite("The changes of a journal", .limitedConcurrency)
struct JournalChangesTests {
    private static let scenario = Scenario(
        "changes",
        endpoints: [
            .get("/a/{n}", replies: [.init(201)]),
            .post("/a/{n}", replies: [.init(202)]),
            .get("/steps", replies: [.init(503, times: 1), .init(200)]),
            .get("/held", replies: [.init(200, hold: "list")]),
            .get("/lost", replies: [.init(200, fault: Fault(.reset, at: .beforeHead))]),
        ]
    )

    private let sut: Backend

    init() throws { sut = try Backend.start(Self.scenario) }

    /// Sends requests on one connection, and waits until the exchanges have ended.
    private func get(_ targets: [String], settles: Bool = true) async throws {
        let port = sut.port
        let client = try await RawClient(port: port, timeout: 240)
        for target in targets { _ = await client.get(target) }
        if settles { #expect(await sut.settled(within: .seconds(240))) }
    }

    /// Limits that a source reaches with few exchanges.
    private static func limits(unread: Int, age: Duration = .seconds(3_600)) -> JournalChanges.Limits {
        var limits = JournalChanges.Limits()
        (limits.unread, limits.age, limits.remaining) = (unread, age, 5)
        return limits
    }

    /// Reads all exchanges that have arrived.
    private func readAll(
        _ changes: JournalChanges,
        atMost size: Int = 20_000,
    ) async -> (exchanges: [ExchangeSummary], missed: Int) {
        var (exchanges, missed): ([ExchangeSummary], Int) = ([], 0)
        while true {
            let batch = await changes.next(within: .zero, atMost: size)
            if batch.isEmpty { return (exchanges, missed) }
            exchanges += batch.exchanges
            missed = batch.missed
        }
    }

    @Test("Exchanges with the same request line and the same reply share the entry that has their texts.")
    func sharedEntries() async throws {
        let changes = JournalChanges(sut, after: nil, recent: 0)
        try await get(["/a/1", "/a/2", "/a/1", "/steps", "/steps", "/steps"])
        let batch = await changes.next(within: .seconds(240))
        #expect(batch.exchanges.map { batch.entries[$0.entry].target } == sut.journal.entries.map(\.target))
        #expect(batch.exchanges.map(\.status) == [201, 201, 201, 503, 200, 200])
        #expect(batch.exchanges.map { batch.entries[$0.entry].endpoint } == sut.journal.entries.map(\.endpoint))
        #expect(Set(batch.exchanges.map(\.entry)).count == 4)
    }

    @Test("A summary has the numbers of its exchange, also with a body, a fault or without an endpoint.")
    func numbers() async throws {
        let changes = JournalChanges(sut, after: nil, recent: 0)
        let port = sut.port
        let client = try await RawClient(port: port, timeout: 240)
        await client.send("POST /a/1 HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc")
        _ = await client.response()
        try await get(["/nothing"])
        try await get(["/lost"])
        let entries = sut.journal.entries
        let (exchanges, missed) = await readAll(changes)
        let ended = exchanges.filter { $0.end != nil }
        #expect(ended.map(\.ordinal) == entries.map(\.ordinal))
        #expect(ended.map(\.requestBytes) == [3, 0, 0])
        #expect(ended.map(\.replyBytes) == entries.map(\.written))
        #expect(ended.map(\.decision) == [.reply, .unmatched, .reply])
        #expect(ended.map(\.end) == entries.map(\.end))
        #expect(ended.map(\.endAt) == entries.map(\.endAt))
        #expect(ended.map { [$0.connection, $0.exchange] } == entries.map { [$0.connection, $0.exchange] })
        #expect(missed == 0)
    }

    @Test("The exchanges of a batch are in order of arrival, although they end in another order.")
    func order() async throws {
        let port = sut.port
        let held = try await RawClient(port: port, timeout: 240)
        await held.send("GET /held HTTP/1.1\r\nHost: a\r\n\r\n")
        try await sut.wait(for: .get("/held"), within: .seconds(240))
        try await get(["/a/1", "/a/2"], settles: false)
        try sut.release("list")
        #expect(await sut.settled(within: .seconds(240)))
        let batch = await JournalChanges(sut, after: nil, recent: 10).next(within: .seconds(240))
        #expect(batch.exchanges.map(\.ordinal) == [0, 1, 2])
    }

    @Test("A batch has at most the requested number of ended exchanges, and the next one has the others.")
    func size() async throws {
        let changes = JournalChanges(sut, after: nil, recent: 0)
        try await get((0..<10).map { "/a/\($0)" })
        let first = await changes.next(within: .seconds(240), atMost: 3)
        #expect(first.exchanges.filter { $0.end != nil }.map(\.ordinal) == [0, 1, 2])
        let (others, missed) = await readAll(changes, atMost: 3)
        #expect(others.filter { $0.end != nil }.map(\.ordinal) == Array(3..<10))
        #expect(missed == 0)
        let continued = JournalChanges(sut, after: first.position, recent: 0)
        #expect(await readAll(continued).exchanges.map(\.ordinal) == Array(3..<10))
    }

    @Test(
        "A source with too many unread exchanges skips to the latest ones and counts the others.",
        arguments: [limits(unread: 20), limits(unread: 1_000, age: .zero)]
    )
    func skipping(limits: JournalChanges.Limits) async throws {
        let changes = JournalChanges(sut, after: nil, recent: 0, limits: limits)
        try await get((0..<200).map { "/a/\($0)" })
        let (exchanges, missed) = await readAll(changes)
        #expect(missed > 0)
        #expect(exchanges.map(\.ordinal) == Array(missed..<200))
    }

    @Test("A source within its limits skips no exchange of a burst.", arguments: [limits(unread: 200)])
    func burst(limits: JournalChanges.Limits) async throws {
        let changes = JournalChanges(sut, after: nil, recent: 0, limits: limits)
        try await get((0..<200).map { "/a/\($0)" })
        let (exchanges, missed) = await readAll(changes, atMost: 7)
        #expect(exchanges.filter { $0.end != nil }.map(\.ordinal) == Array(0..<200))
        #expect(missed == 0)
    }

    @Test("The end of an open exchange is reported although the source skips the records around it.")
    func endInSkippedPart() async throws {
        let changes = JournalChanges(sut, after: nil, recent: 0, limits: Self.limits(unread: 20))
        let port = sut.port
        let held = try await RawClient(port: port, timeout: 240)
        await held.send("GET /held HTTP/1.1\r\nHost: a\r\n\r\n")
        try await sut.wait(for: .get("/held"), within: .seconds(240))
        #expect(await changes.next(within: .seconds(240)).exchanges.map(\.end) == [nil])
        try sut.release("list")
        #expect(await sut.settled(within: .seconds(240)))
        try await get((0..<200).map { "/a/\($0)" })
        let (exchanges, missed) = await readAll(changes)
        #expect(exchanges.first?.ordinal == 0)
        #expect(exchanges.first?.end == .completed)
        #expect(missed > 0)
        #expect(missed + exchanges.count == 201)
    }
}
