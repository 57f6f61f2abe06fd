import Rehearsal
import RehearsalPlatform
import RehearsalServer
import RehearsalTestSupport
import TestAdmission
import Testing

@Suite("Clients that leave during a fault", .limitedConcurrency)
struct LeavingTests {
    private static let long = Duration.seconds(600)

    /// A fault that lasts ten minutes unless the client leaves or the backend stops, with the request of the client.
    struct Situation: CustomTestStringConvertible, Sendable {
        var name: String
        var replies: [Scenario.Reply] = []
        var request = FaultPlay.get
        /// Bytes that arrive before the client leaves.
        var bytes = 0
        var network: [Scenario.Network] = []
        /// Whether a FIN tells the server that the client has left: it has no reply to wait for.
        var isEndedByFIN = true
        var testDescription: String { name }
    }

    static let situations: [Situation] = [
        Situation(
            name: "stall",
            replies: [FaultPlay.reply(Fault(.stall(), at: .body(.bytes(4))))],
            bytes: FaultPlay.head.utf8.count + 4
        ),
        Situation(
            name: "pause",
            replies: [FaultPlay.reply(Fault(.stall(for: long), at: .afterHead))],
            bytes: FaultPlay.head.utf8.count,
            isEndedByFIN: false
        ),
        Situation(
            name: "delay",
            replies: [FaultPlay.reply(Fault(.delay(by: .fixed(long)), at: .beforeHead))],
            isEndedByFIN: false
        ),
        Situation(
            name: "late close",
            replies: [FaultPlay.reply(Fault(.delay(by: .fixed(long)), at: .end))],
            bytes: FaultPlay.message.utf8.count
        ),
        Situation(
            name: "slices",
            replies: [FaultPlay.reply(Fault(.slice(size: 1, every: long), at: .body()))],
            bytes: FaultPlay.head.utf8.count + 1,
            isEndedByFIN: false
        ),
        Situation(
            name: "drip",
            replies: [.init(body: .bytes(AmountTests.megabyte), fault: Fault(.drip(bytesPerSecond: 50), at: .body()))],
            bytes: FaultPlay.head.utf8.count
        ),
        Situation(
            name: "upload held at its start",
            replies: [FaultPlay.reply(Fault(.delay(by: .fixed(long)), at: .requestBody()))],
            request: FaultPlay.post
        ),
        Situation(
            name: "upload held in its middle",
            replies: [FaultPlay.reply(Fault(.stall(for: long), at: .requestBody(.bytes(3))))],
            request: FaultPlay.post + "01234"
        ),
        Situation(
            name: "upload never read",
            replies: [FaultPlay.reply(Fault(.stall(), at: .requestBody()))],
            request: FaultPlay.post + "01234"
        ),
    ]

    @Test("An exchange ends when its client leaves.", arguments: situations, PollerKind.allCases)
    func leaves(_ situation: Situation, _ kind: PollerKind) async throws {
        for resets in [true, false] where resets || situation.isEndedByFIN {
            let sut = try FaultPlay(situation.replies, on: kind)
            let client = try await sut.asking(situation.request)
            try await sut.backend.wait(for: Journal.Query(.any, "/faulty"), within: .seconds(300))
            #expect(await client.read(situation.bytes).count == situation.bytes)
            if situation.name != "drip" { #expect(await client.isSilent(milliseconds: 30)) }
            if !resets { await client.finishSending() }
            await client.closeNow(reset: resets)
            let entry = try #require(try await sut.settled().first)
            // A client replies with RST to bytes after its FIN, and the server may read the RST first.
            let isReset = resets || (situation.name == "drip" && entry.end == .resetByClient)
            #expect(entry.end == (isReset ? .resetByClient : .closedByClient))
            #expect(entry.peerClosedAt != nil)
            #expect(entry.fault != nil)
            let connection = await sut.connection(entry.connection) { $0.end != nil }
            #expect(connection?.end == (isReset ? .resetByClient : .closedByClient))
            #expect(try await sut.isWell())
        }
    }

    @Test(
        "Stopping the backend ends every exchange at once and leaves no descriptor open.",
        .serialized,
        arguments: PollerKind.allCases
    )
    func stops(_ kind: PollerKind) async throws {
        let executor = try ThreadExecutor()
        var clients: [RawClient] = []
        var plays: [FaultPlay] = []
        for situation in Self.situations {
            let sut = try FaultPlay(situation.replies, on: kind)
            for _ in 0..<40 { clients.append(try await sut.asking(situation.request, on: executor)) }
            try await sut.backend.wait(for: Journal.Query(.any, "/faulty"), count: 40, within: .seconds(300))
            plays.append(sut)
        }
        let sockets = plays.map { openSockets(onPort: $0.backend.port) }
        #expect(sockets.allSatisfy { $0.count >= 41 && $0.allSatisfy(\.isOpen) })
        for sut in plays {
            await sut.backend.stop()
            #expect(sut.entries.count == 40)
            let isDripped = sut.entries.first?.fault?.contains("drip") ?? false
            #expect(isDripped || sut.entries.allSatisfy { $0.end == .stopped })
            #expect(isDripped || sut.connections.allSatisfy { $0.end == .stopped && $0.exchanges == 1 })
        }
        for client in clients { #expect(await client.readToEnd().ending != .timedOut) }
        clients = []
        let left = sockets.joined().filter(\.isOpen)
        #expect(left.isEmpty)
    }

    @Test("A client that sends FIN during a pause still receives its reply.", arguments: PollerKind.allCases)
    func halfClosed(_ kind: PollerKind) async throws {
        for stage in [Fault.Stage.requestBody(.bytes(4)), .beforeHead, .head(), .body(.bytes(4))] {
            let sut = try FaultPlay(Fault(.delay(by: .milliseconds(250)), at: stage), on: kind)
            let client = try await sut.asking(FaultPlay.post + FaultPlay.text)
            await client.finishSending()
            let (bytes, ending) = await client.readToEnd()
            #expect(bytes.text == FaultPlay.message, "\(stage)")
            #expect(ending == .closed)
            let entry = try #require(try await sut.settled().first)
            #expect(entry.end == .completed)
        }
    }
}
