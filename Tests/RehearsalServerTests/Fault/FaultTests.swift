import Rehearsal
import RehearsalPlatform
import RehearsalServer
import RehearsalTestSupport
import TestAdmission
import Testing

@Suite("Faults on the wire", .limitedConcurrency)
struct FaultTests {
    private static let body = "0123456789"

    private func play(
        _ fault: Fault,
        on kind: PollerKind,
        body: Scenario.Body = .text(FaultTests.body),
    ) async throws -> (backend: Backend, client: RawClient) {
        let endpoints: [Scenario.Endpoint] = [
            .get("/faulty", replies: [.init(body: body, fault: fault)]), .get("/well", replies: [.init()]),
        ]
        let backend = try BothLoops.backend(endpoints, on: kind)
        let client = try await RawClient(port: backend.port)
        await client.send("GET /faulty HTTP/1.1\r\nHost: a\r\n\r\n")
        return (backend, client)
    }

    /// Reads a reply that stalls before its head or after some bytes of its body, and the bytes of the next second.
    private func readStalled(after bodyBytes: Int?, _ client: RawClient) async -> ([UInt8], RawClient.Ending) {
        await client.run { client in
            var bytes: [UInt8] = []
            if let bodyBytes, let reply = client.response(until: { $0.status > 0 && $0.body.count >= bodyBytes }) {
                bytes = client.read(reply.head.utf8.count + reply.body.count)
            }
            if client.isSilent(milliseconds: 1_000) { return (bytes, .timedOut) }
            let (rest, ending) = client.readToEnd()
            return (bytes + rest, ending)
        }
    }

    @Test(
        "Each fault sends its bytes, then its ending, and does not affect another connection.",
        arguments: [
            (Fault(.close, at: .beforeHead), nil, .closed), (Fault(.reset, at: .beforeHead), nil, .reset),
            (Fault(.stall(), at: .beforeHead), nil, .timedOut), (Fault(.close, at: .afterHead), 0, .closed),
            (Fault(.reset, at: .afterHead), 0, .reset), (Fault(.close, at: .body(.bytes(4))), 4, .closed),
            (Fault(.close, at: .body(.percent(70))), 7, .closed), (Fault(.reset, at: .body(.bytes(3))), 3, .reset),
            (Fault(.stall(), at: .body(.bytes(5))), 5, .timedOut), (Fault(.close, at: .body(.bytes(99))), 10, .closed),
            (Fault(.close, at: .end), 10, .closed), (Fault(.reset, at: .end), 10, .reset),
        ] as [(Fault, Int?, RawClient.Ending)],
        PollerKind.allCases
    )
    func effects(_ play: (Fault, Int?, RawClient.Ending), _ kind: PollerKind) async throws {
        let (fault, bodyBytes, ending) = play
        let (backend, client) = try await self.play(fault, on: kind)
        let neighbour = try await RawClient(port: backend.port)
        #expect(await neighbour.get("/well")?.status == 200)
        let (bytes, seen) =
            ending == .timedOut ? await readStalled(after: bodyBytes, client) : await client.readToEnd()
        #expect(seen == ending)
        let text = String(decoding: bytes, as: UTF8.self)
        if let bodyBytes {
            #expect(text.contains("Content-Length: 10\r\n"))
            #expect(text.hasSuffix("\r\n\r\n" + Self.body.prefix(bodyBytes)))
        } else {
            #expect(text.isEmpty)
        }
        #expect(await neighbour.get("/well")?.status == 200)
        let entry = try #require(try await backend.wait(for: .get("/faulty"), within: .seconds(240)).first)
        #expect(entry.fault == fault.description)
        #expect(entry.end == (ending == .timedOut ? nil : .fault))
        #expect(entry.written == (ending == .timedOut ? 0 : bytes.count))
    }

    @Test("A large body arrives whole before the reset.", arguments: PollerKind.allCases)
    func largeBeforeReset(_ kind: PollerKind) async throws {
        let megabyte = [UInt8](repeating: 0x62, count: 1 << 20)
        // After one second the server resets, even if a client on a busy machine has not read everything: retry.
        for attempt in 1...5 {
            let (backend, client) = try await play(Fault(.reset, at: .end), on: kind, body: .bytes(megabyte))
            let (bytes, ending) = await client.readToEnd()
            // Compared outside the macro, which would compute a difference of two megabytes.
            let isWhole = bytes.suffix(1 << 20) == megabyte[...]
            if !isWhole, attempt < 5 { continue }
            #expect(isWhole, "\(bytes.count) bytes arrived")
            #expect(ending == .reset)
            return #expect(backend.journal.entries.first?.end == .fault)
        }
    }

    @Test("A stall with a duration ends, and the rest of the reply follows.", arguments: PollerKind.allCases)
    func stallEnds(_ kind: PollerKind) async throws {
        let (backend, client) = try await play(Fault(.stall(for: .milliseconds(30)), at: .body(.bytes(4))), on: kind)
        #expect(await client.response()?.text == Self.body)
        #expect(await client.get("/well")?.status == 200)
        #expect(backend.journal.entries.map(\.fault) == ["stall at body 4", nil])
    }

    @Test(
        "A stall ends when the client leaves, and the journal records which side ended it.",
        arguments: [false, true]
    )
    func stallAndGo(_ reset: Bool) async throws {
        let (backend, client) = try await play(Fault(.stall(), at: .beforeHead), on: .native)
        try await backend.wait(for: .any("/**"), within: .seconds(300))
        await client.closeNow(reset: reset)
        await backend.journal.settled()
        #expect(backend.journal.entries.first?.end == (reset ? .resetByClient : .closedByClient))
        #expect(backend.journal.entries.first?.peerClosedAt != nil)
    }

    @Test("A delayed reply waits for its delay, and other replies do not.", arguments: PollerKind.allCases)
    func delay(_ kind: PollerKind) async throws {
        let clock = VirtualClock(.manually)
        var options = BothLoops.options(kind)
        options.clock = clock
        let endpoints: [Scenario.Endpoint] = [
            .get("/slow", replies: [.init(delay: .seconds(80))]), .get("/well", replies: [.init()]),
        ]
        let backend = try Backend.start(Scenario("test", endpoints: endpoints), options: options)
        let slow = try await RawClient(port: backend.port)
        await slow.send("GET /slow HTTP/1.1\r\nHost: a\r\n\r\n")
        try await backend.wait(for: .get("/slow"), within: .seconds(300))
        let quick = try await RawClient(port: backend.port)
        #expect(await quick.get("/well")?.status == 200)
        clock.advance(by: .seconds(79))
        await backend.drained()
        #expect(backend.journal.entries.first { $0.target == "/slow" }?.written == 0)
        clock.advance(by: .seconds(1))
        #expect(await slow.response()?.status == 200)
    }

    @Test(
        "The journal records the fault of an overlay like a fault of the reply itself.",
        arguments: PollerKind.allCases
    )
    func overlaid(_ kind: PollerKind) async throws {
        let over = Fault(.close, at: .beforeHead)
        let under = Fault(.wrongLength(declares: 0), at: .head())
        let backend = try BothLoops.backend(
            [
                .overlay(.any, "/**", .init(fault: over)), .get("/well", replies: [.init(body: .text("well"))]),
                .get("/faulty", replies: [.init(body: .text("well"), fault: under)]),
            ],
            on: kind
        )
        for path in ["/well", "/faulty"] { #expect(try await RawClient(port: backend.port).get(path) == nil) }
        let names = backend.journal.entries.compactMap(\.fault)
        #expect(names.first == over.description)
        #expect(names.last?.contains(over.description) == true)
        #expect(names.last?.contains(under.description) == true)
    }

    @Test("A half-closed client still receives its delayed reply.", arguments: PollerKind.allCases)
    func halfClosed(_ kind: PollerKind) async throws {
        let backend = try BothLoops.backend(
            [.get("/slow", replies: [.init(body: .text("late"), delay: .milliseconds(30))])],
            on: kind
        )
        let client = try await RawClient(port: backend.port)
        await client.send("GET /slow HTTP/1.1\r\nHost: a\r\n\r\n")
        await client.finishSending()
        let (bytes, ending) = await client.readToEnd()
        #expect(String(decoding: bytes, as: UTF8.self).hasSuffix("late"))
        #expect(ending == .closed)
    }
}
