import Rehearsal
import RehearsalPlatform
import RehearsalServer
import RehearsalTestSupport
import TestAdmission
import Testing

@Suite("Each effect at each of its stages", .admitted)
struct PairTests {
    /// A fault, and what the design says that a client sees of it.
    struct Pair: CustomTestStringConvertible, Sendable {
        var fault: Fault
        /// What arrives, exactly.
        var bytes: String
        /// How the connection ends; nil if it goes on.
        var ending: RawClient.Ending?
        var testDescription: String { fault.description }
    }

    static let stages: [Fault.Stage] = [
        .requestBody(), .beforeHead, .head(), .afterHead, .body(.bytes(4)), .end, .idle(),
    ]

    /// What has been sent of the message when a stage is reached.
    private static func sent(before stage: Fault.Stage) -> String {
        switch stage {
        case .requestBody, .beforeHead: ""
        case .head: FaultPlay.head.firstBytes(FaultPlay.head.utf8.count / 2)
        case .afterHead: FaultPlay.head
        case .body: FaultPlay.head + FaultPlay.text.prefix(4)
        case .end, .idle: FaultPlay.message
        }
    }

    /// Closes, resets, half-closes and endless stalls at every stage of a reply.
    static let endings: [Pair] = [
        (Fault.Effect.close, RawClient.Ending.closed), (.reset, .reset), (.halfClose, .closed), (.stall(), .silent),
    ].flatMap { effect, ending in
        stages.filter { Fault(effect, at: $0).illegality == nil && $0.name != "idle" && $0.name != "requestBody" }
            .map { Pair(fault: Fault(effect, at: $0), bytes: sent(before: $0), ending: ending) }
    }

    @Test(
        "What ends a reply leaves what was before it, ends it its way, and has taken a turn.",
        arguments: endings,
        PollerKind.allCases
    )
    func endsReply(_ pair: Pair, _ kind: PollerKind) async throws {
        var first = FaultPlay.reply(pair.fault)
        first.times = 1
        let sut = try FaultPlay([first, .init(201)], on: kind)
        let client = try await sut.asking()
        #expect(try await sut.isWell())
        #expect(await client.read(pair.bytes.utf8.count).text == pair.bytes)
        if pair.ending == .silent {
            #expect(await client.isSilent())
            await client.closeNow()
        } else {
            let (rest, ending) = await client.readToEnd()
            #expect(rest.text == "")
            #expect(ending == pair.ending)
        }
        #expect(try await sut.client().get("/faulty")?.status == 201, "the turn was taken")
        let entry = try #require(try await sut.settled(2).first)
        #expect(entry.fault == pair.fault.description)
        #expect(entry.end == (pair.ending == .silent ? .closedByClient : .fault))
        #expect(entry.written == pair.bytes.utf8.count)
        #expect(entry.status == (pair.fault.stage == .beforeHead ? nil : 200))
        #expect(entry.decision == .reply)
    }

    @Test(
        "What ends a request before its body is read sends nothing and takes no turn.",
        arguments: [(Fault.Effect.close, RawClient.Ending.closed), (.reset, .reset), (.stall(), .silent)],
        PollerKind.allCases
    )
    func endsRequest(_ play: (effect: Fault.Effect, ending: RawClient.Ending), _ kind: PollerKind) async throws {
        var first = FaultPlay.reply(Fault(play.effect, at: .requestBody(), on: .first(1)))
        first.times = 1
        let sut = try FaultPlay([first, .init(201)], on: kind)
        let client = try await sut.asking(FaultPlay.post)
        #expect(try await sut.isWell())
        if play.ending == .silent {
            #expect(await client.isSilent())
            await client.closeNow()
        } else {
            let (bytes, ending) = await client.readToEnd()
            #expect(bytes.text == "")
            #expect(ending == play.ending)
        }
        #expect(try await sut.client().get("/faulty")?.status == 200, "no turn was taken")
        #expect(try await sut.client().get("/faulty")?.status == 201)
        let entries = try await sut.settled(3)
        #expect(entries[0].fault == "\(play.effect) at requestBody 0")
        #expect(entries[0].decision == .pending)
        #expect((entries[0].status, entries[0].written, entries[0].bodyAt) == (nil, 0, nil))
        #expect(entries[0].end == (play.ending == .silent ? .closedByClient : .fault))
        #expect(entries[1].fault == nil, "the fault happened once")
    }

    @Test(
        "What delays sends everything, no sooner.",
        arguments: stages.filter { $0.name != "idle" },
        PollerKind.allCases
    )
    func delays(_ stage: Fault.Stage, _ kind: PollerKind) async throws {
        for effect in [Fault.Effect.stall(for: .milliseconds(40)), .delay(by: .milliseconds(40))] {
            let sut = try FaultPlay(Fault(effect, at: stage), on: kind)
            let closes = stage == .end && effect.name == "delay"
            let client = try await sut.asking(FaultPlay.post + FaultPlay.text)
            let bytes = await client.read(FaultPlay.message.utf8.count).text
            #expect(bytes == FaultPlay.message)
            if closes {
                #expect(await client.readToEnd().ending == .closed)
            } else {
                #expect(await client.get("/well")?.status == 200)
            }
            #expect(try await sut.isWell())
            let entry = try #require(try await sut.settled().first)
            #expect(try #require(entry.endAt) - entry.at >= 40_000_000)
            #expect(entry.fault == "\(effect) at \(stage)")
            #expect((entry.end, entry.status) == (closes ? .fault : .completed, 200))
            #expect(entry.body.kept.text == FaultPlay.text)
        }
    }

    @Test("A request without a body goes on after a delay where its body would be.", arguments: PollerKind.allCases)
    func delaysWithoutBody(_ kind: PollerKind) async throws {
        let sut = try FaultPlay(Fault(.delay(by: .milliseconds(20)), at: .requestBody(.percent(50))), on: kind)
        let text = try await sut.client().get("/faulty")?.text
        #expect(text == FaultPlay.text)
    }

    /// Effects that change bytes, with what arrives instead.
    static let changes: [Pair] = [
        Pair(
            fault: Fault(.replaceBytes(Array("HTTX/9 abc\r\n\r\n".utf8)), at: .head()),
            bytes: "HTTX/9 abc\r\n\r\n" + FaultPlay.text,
            ending: .closed
        ),
        Pair(
            fault: Fault(.replaceBytes(Array("zz".utf8)), at: .body(.bytes(4))),
            bytes: FaultPlay.head.replacing("10", with: "6") + "0123zz"
        ),
        Pair(
            fault: Fault(.replaceBytes(Array("a longer body".utf8)), at: .body()),
            bytes: FaultPlay.head.replacing("10", with: "13") + "a longer body"
        ),
        Pair(
            fault: Fault(.wrongLength(declares: 5), at: .head()),
            bytes: FaultPlay.head.replacing("10", with: "5") + FaultPlay.text
        ),
        Pair(
            fault: Fault(.wrongLength(declares: 100), at: .head()),
            bytes: FaultPlay.head.replacing("10", with: "100") + FaultPlay.text
        ),
        Pair(
            fault: Fault(.extraBytes(Array("HTTP/1.1 500 X\r\n\r\n".utf8)), at: .end),
            bytes: FaultPlay.message + "HTTP/1.1 500 X\r\n\r\n"
        ),
    ]

    @Test("Changed bytes arrive as they are said to be.", arguments: changes, PollerKind.allCases)
    func change(_ pair: Pair, _ kind: PollerKind) async throws {
        let sut = try FaultPlay(pair.fault, on: kind)
        let client = try await sut.asking()
        #expect(try await sut.isWell())
        #expect(await client.read(pair.bytes.utf8.count).text == pair.bytes)
        if pair.ending == .closed {
            let (rest, ending) = await client.readToEnd()
            #expect(rest.text == "")
            #expect(ending == .closed)
        } else {
            #expect(await client.get("/well")?.text == "well")
        }
        let entry = try #require(try await sut.settled().first)
        #expect((entry.end, entry.written) == (.completed, pair.bytes.utf8.count))
        #expect(entry.fault == pair.fault.description)
        #expect(entry.status == (pair.bytes.hasPrefix("HTTX") ? nil : 200))
    }

    /// One effect of each name.
    static let effects: [Fault.Effect] = [
        .close, .reset, .halfClose, .stall(), .delay(by: .none), .drip(bytesPerSecond: 1), .slice(size: 1),
        .corrupt(bytes: 1), .corruptAt(offsets: [0]), .replaceBytes([0]), .wrongLength(declares: 1), .extraBytes([0]),
    ]

    @Test("A pair that means nothing is refused at the start, with the reason.", arguments: effects)
    func illegal(_ effect: Fault.Effect) throws {
        for stage in Self.stages {
            let isLegal = Fault.stages(of: effect).contains(stage.name)
            let replies = [FaultPlay.reply(Fault(effect, at: stage))]
            if isLegal {
                #expect(throws: Never.self) { _ = try FaultPlay(replies) }
            } else {
                let error = #expect(throws: Backend.StartError.self) { _ = try FaultPlay(replies) }
                #expect(error?.description.contains("\(effect.name) at \(stage.name) is not a valid fault: ") == true)
                #expect(error?.description.contains("valid stages: ") == true)
            }
        }
    }

    @Test("Two faults that would both end a reply are refused at the start.")
    func conflict() {
        let reply = FaultPlay.reply(Fault(.close, at: .end), Fault(.reset, at: .beforeHead))
        #expect(throws: Backend.StartError.self) { _ = try FaultPlay([reply]) }
    }
}
