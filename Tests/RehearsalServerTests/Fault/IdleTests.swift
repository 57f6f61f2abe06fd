import Rehearsal
import RehearsalPlatform
import RehearsalServer
import RehearsalTestSupport
import TestAdmission
import Testing

@Suite("Faults on a connection between its requests", .limitedConcurrency)
struct IdleTests {
    @Test(
        "The second request meets the idle fault of the first and gets no decision.",
        arguments: [(Fault.Effect.close, RawClient.Ending.closed), (.reset, .reset)],
        PollerKind.allCases
    )
    func nextRequest(_ play: (effect: Fault.Effect, ending: RawClient.Ending), _ kind: PollerKind) async throws {
        let sut = try FaultPlay([FaultPlay.reply(Fault(play.effect, at: .idle())), .init(201)], on: kind)
        for second in [FaultPlay.get, FaultPlay.post, FaultPlay.post + FaultPlay.text] {
            let before = sut.entries.count
            let client = try await sut.asking()
            let first = await client.response()
            #expect(first?.status == (before == 0 ? 200 : 201))
            guard before == 0 else { continue }
            #expect(await client.isSilent(milliseconds: 30))
            await client.send(second)
            #expect(try await sut.isWell())
            let (bytes, ending) = await client.readToEnd()
            #expect(bytes.isEmpty)
            #expect(ending == play.ending)
        }
        let entries = try await sut.settled(4)
        let fault = "\(play.effect) at idle, on the next request"
        #expect(entries.map(\.fault) == [fault, fault, nil, nil])
        #expect(entries.map(\.decision) == [.reply, .pending, .reply, .reply])
        #expect(entries.map(\.status) == [200, nil, 201, 201])
        #expect(entries.map(\.end) == [.completed, .fault, .completed, .completed])
        #expect(entries[1].endpoint == nil)
        #expect(entries[1].written == 0)
    }

    @Test("A request with a body meets the idle fault once its head is complete.", arguments: PollerKind.allCases)
    func withBody(_ kind: PollerKind) async throws {
        let sut = try FaultPlay(Fault(.close, at: .idle()), on: kind)
        let client = try await sut.asking()
        _ = await client.response()
        await client.send(FaultPlay.post)
        let ending = await client.readToEnd().ending
        #expect(ending == .closed)
        let entries = try await sut.settled(2)
        #expect(entries[1].method == "POST")
        #expect(!entries[1].body.isComplete)
    }

    @Test(
        "An idle delay postpones the reply to the second request, and the third follows at once.",
        arguments: PollerKind.allCases
    )
    func delay(_ kind: PollerKind) async throws {
        let fault = Fault(.delay(by: .milliseconds(40)), at: .idle())
        let sut = try FaultPlay(
            [
                {
                    var reply = FaultPlay.reply(fault); reply.times = 1; return reply
                }(), .init(201),
            ],
            on: kind
        )
        let client = try await sut.asking(FaultPlay.get + FaultPlay.get + FaultPlay.get)
        #expect(try await sut.isWell())
        #expect(await client.response()?.status == 200)
        #expect(await client.response()?.status == 201)
        #expect(await client.response()?.status == 201)
        let entries = try await sut.settled(3)
        #expect(try #require(entries[1].headAt) - (try #require(entries[0].endAt)) >= 40_000_000)
        #expect(entries.map(\.end) == [.completed, .completed, .completed])
    }

    @Test(
        "A connection that is idle for the stated time ends, and another connection continues.",
        arguments: [(Fault.Effect.close, RawClient.Ending.closed), (.reset, .reset)],
        PollerKind.allCases
    )
    func after(_ play: (effect: Fault.Effect, ending: RawClient.Ending), _ kind: PollerKind) async throws {
        let fault = Fault(play.effect, at: .idle(.after(.milliseconds(40))))
        let sut = try FaultPlay(fault, on: kind)
        let client = try await sut.asking()
        #expect(await client.response()?.status == 200)
        #expect(try await sut.isWell())
        let (bytes, ending) = await client.readToEnd()
        #expect(bytes.isEmpty)
        #expect(ending == play.ending)
        let entry = try #require(try await sut.settled().first)
        #expect(entry.end == .completed)
        #expect(entry.fault == fault.description)
        let connection = try #require(await sut.connection(entry.connection) { $0.end != nil })
        #expect(connection.end == (play.ending == .reset ? .reset : .closed))
        #expect(try #require(connection.closedAt) - (try #require(entry.endAt)) >= 40_000_000)
    }

    @Test("A connection that receives a request in time does not count as idle.", arguments: PollerKind.allCases)
    func inTime(_ kind: PollerKind) async throws {
        let fault = Fault(.reset, at: .idle(.after(.seconds(600))), on: .first(1))
        let sut = try FaultPlay(fault, on: kind)
        let client = try await sut.asking()
        let statuses = await [client.response()?.status, client.get("/faulty")?.status, client.get("/faulty")?.status]
        #expect(statuses == [200, 200, 200])
    }

    @Test(
        "An idle delay makes the server pause its reading, then serve the connection again.",
        arguments: PollerKind.allCases
    )
    func pausedAfter(_ kind: PollerKind) async throws {
        let sut = try FaultPlay(
            [FaultPlay.reply(Fault(.delay(by: .milliseconds(100)), at: .idle(.after(.zero)), on: .first(1)))],
            on: kind
        )
        let client = try await sut.asking()
        #expect(await client.response()?.status == 200)
        #expect(await client.get("/faulty")?.status == 200)
        let entries = try await sut.settled(2)
        #expect(entries.map(\.end) == [.completed, .completed])
        #expect(try #require(entries[1].headAt) - (try #require(entries[0].endAt)) >= 100_000_000)
    }
}
