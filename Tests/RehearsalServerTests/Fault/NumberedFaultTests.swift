import Rehearsal
import RehearsalFaultCatalogue
import RehearsalPlatform
import RehearsalServer
import RehearsalTestSupport
import TestAdmission
import Testing

@Suite("Numbered faults on the wire", .limitedConcurrency)
struct NumberedFaultTests {
    private static let playable = FaultCatalogue.variants.filter { $0.scenario != nil }
    private static let ids = playable.map(\.id)
    /// The playable faults that need one plain HTTP request and no network state.
    private static let single = playable.filter { fault in
        fault.trigger.requests == 1 && fault.trigger.scheme == "http" && fault.scenario?.network.isEmpty == true
    }

    private static func find(_ id: String) throws -> (scenario: Scenario, drive: FaultTrigger) {
        let found = try #require(playable.first { $0.id == id })
        return (try #require(found.scenario), found.trigger)
    }

    private static func request(_ drive: FaultTrigger) -> String {
        var head = "\(drive.method) \(drive.path) HTTP/1.1\r\nHost: a\r\n"
        if drive.uploadSize > 0 { head += "Content-Length: \(drive.uploadSize)\r\n" }
        if drive.expectsContinue { head += "Expect: 100-continue\r\n" }
        return head + "\r\n"
    }

    @Test("Another connection receives its replies before, during and after a fault.", arguments: single.map(\.id))
    func neighbour(_ id: String) async throws {
        var (scenario, drive) = try Self.find(id)
        var neighbour = Scenario.Endpoint.get("/neighbour", replies: [.init(204)])
        neighbour.priority = 1
        scenario.endpoints.append(neighbour)
        let sut = try Backend.start(scenario, options: BothLoops.options(.native))
        let other = try await RawClient(port: sut.port)
        #expect(await other.get("/neighbour")?.status == 204)
        let client = try await RawClient(port: sut.port)
        await client.send(Self.request(drive))
        try await sut.wait(for: .any(.init(String(drive.path.prefix { $0 != "?" }))), within: .seconds(300))
        #expect(await other.get("/neighbour")?.status == 204)
        await client.closeNow(reset: true)
        #expect(await other.get("/neighbour")?.status == 204)
    }

    @Test("The client receives exactly the bytes of a raw reply, then FIN.", arguments: single.map(\.id))
    func exact(_ id: String) async throws {
        let (scenario, drive) = try Self.find(id)
        let reply = try #require(scenario.endpoints.first?.replies.first)
        guard case .raw(let pieces) = reply.body, reply.faults.isEmpty, drive.uploadSize == 0 else { return }
        let sut = try Backend.start(scenario, options: BothLoops.options(.native))
        let client = try await RawClient(port: sut.port)
        await client.send(Self.request(drive))
        let (bytes, ending) = await client.readToEnd()
        let isExact = bytes == pieces.flatMap(\.bytes)
        #expect(isExact, "\(bytes.count) bytes arrived")
        #expect(ending == .closed)
    }

    @Test("The client sees the ending of a fault: FIN, RST or silence.", arguments: single.map(\.id))
    func ending(_ id: String) async throws {
        let (scenario, drive) = try Self.find(id)
        let reply = try #require(scenario.endpoints.first?.replies.first)
        let last = reply.faults.first { fault in
            if case .idle = fault.stage { false } else { fault.effect.isTerminal }
        }
        guard let last, drive.uploadSize == 0 else { return }
        let sut = try Backend.start(scenario, options: BothLoops.options(.native))
        let isSilent = last.effect == .stall()
        let client = try await RawClient(port: sut.port, timeout: isSilent ? 1 : 60)
        await client.send(Self.request(drive))
        let ending = await client.readToEnd().ending
        #expect(ending == (isSilent ? .timedOut : last.effect == .reset ? .reset : .closed))
        if !isSilent {
            await sut.journal.settled()
            #expect(sut.journal.entries.map(\.end) == [.fault])
        }
    }

    @Test("The catalogue lists every numbered fault, and more than a hundred of its cases can be played.")
    func all() {
        let numbers = (1...22).map { $0 } + Array(30...53) + Array(63...66)
        let ids = FaultCatalogue.entries.map(\.id)
        #expect(ids == numbers.map { "F\($0 < 10 ? "0" : "")\($0)" })
        #expect(Self.ids.count > 100)
    }
}
