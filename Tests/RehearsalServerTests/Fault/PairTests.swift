import Rehearsal
import RehearsalPlatform
import RehearsalServer
import RehearsalTestSupport
import TestAdmission
import Testing

@Suite("Effects at each of their stages", .limitedConcurrency)
struct PairTests {
    /// A fault, with the bytes and the ending that a client must see.
    struct Pair: CustomTestStringConvertible, Sendable {
        var fault: Fault
        /// The exact bytes that arrive.
        var bytes: String
        /// The ending of the connection; nil if it stays open.
        var ending: RawClient.Ending?
        var testDescription: String { fault.description }
    }

    static let stages: [Fault.Stage] = [
        .requestBody(), .beforeHead, .head(), .afterHead, .body(.bytes(4)), .end, .idle(),
    ]

    /// The part of the message that the server has sent when it reaches a stage.
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
        (Fault.Effect.close, RawClient.Ending.closed), (.reset, .reset), (.halfClose, .closed), (.stall(), .timedOut),
    ].flatMap { effect, ending in
        stages.filter {
            Fault(effect, at: $0).validationFailure == nil && $0.name != "idle" && $0.name != "requestBody"
        }
        .map { Pair(fault: Fault(effect, at: $0), bytes: sent(before: $0), ending: ending) }
    }

    @Test(
        "A fault that ends a reply keeps the bytes before it, ends the connection and takes a turn.",
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
        if pair.ending == .timedOut {
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
        #expect(entry.end == (pair.ending == .timedOut ? .closedByClient : .fault))
        #expect(entry.written == pair.bytes.utf8.count)
        #expect(entry.status == (pair.fault.stage == .beforeHead ? nil : 200))
        #expect(entry.decision == .reply)
    }

    @Test(
        "A fault that ends a request before its body is read sends nothing and takes no turn.",
        arguments: [(Fault.Effect.close, RawClient.Ending.closed), (.reset, .reset), (.stall(), .timedOut)],
        PollerKind.allCases
    )
    func endsRequest(_ play: (effect: Fault.Effect, ending: RawClient.Ending), _ kind: PollerKind) async throws {
        var first = FaultPlay.reply(Fault(play.effect, at: .requestBody(), on: .first(1)))
        first.times = 1
        let sut = try FaultPlay([first, .init(201)], on: kind)
        let client = try await sut.asking(FaultPlay.post)
        #expect(try await sut.isWell())
        if play.ending == .timedOut {
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
        #expect(entries[0].status == nil)
        #expect(entries[0].written == 0)
        #expect(entries[0].bodyAt == nil)
        #expect(entries[0].end == (play.ending == .timedOut ? .closedByClient : .fault))
        #expect(entries[1].fault == nil, "the fault happened once")
    }

    @Test(
        "A delay sends the whole reply, no sooner than stated.",
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
            #expect(entry.end == (closes ? .fault : .completed))
            #expect(entry.status == 200)
            #expect(entry.body.kept.text == FaultPlay.text)
        }
    }

    @Test("A request without a body continues after a delay at its body stage.", arguments: PollerKind.allCases)
    func delaysWithoutBody(_ kind: PollerKind) async throws {
        let sut = try FaultPlay(Fault(.delay(by: .milliseconds(20)), at: .requestBody(.percent(50))), on: kind)
        let text = try await sut.client().get("/faulty")?.text
        #expect(text == FaultPlay.text)
    }

    /// Effects that change bytes, with the bytes that arrive instead.
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

    @Test("A fault that changes bytes sends exactly the changed bytes.", arguments: changes, PollerKind.allCases)
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
        #expect(entry.end == .completed)
        #expect(entry.written == pair.bytes.utf8.count)
        #expect(entry.fault == pair.fault.description)
        #expect(entry.status == (pair.bytes.hasPrefix("HTTX") ? nil : 200))
    }

    /// One effect of each name.
    static let effects: [Fault.Effect] = [
        .close, .reset, .halfClose, .stall(), .delay(by: .none), .drip(bytesPerSecond: 1), .slice(size: 1),
        .corrupt(bytes: 1), .corruptAt(offsets: [0]), .replaceBytes([0]), .wrongLength(declares: 1), .extraBytes([0]),
    ]

    @Test("An effect at a stage that does not allow it is rejected at the start with the reason.", arguments: effects)
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

    @Test("Two faults that would both end a reply are rejected at the start.")
    func conflict() {
        let reply = FaultPlay.reply(Fault(.close, at: .end), Fault(.reset, at: .beforeHead))
        #expect(throws: Backend.StartError.self) { _ = try FaultPlay([reply]) }
    }
}
