import Rehearsal
import RehearsalPlatform
import RehearsalServer
import RehearsalTestSupport
import TestAdmission
import Testing

@Suite("Faults while a request body is read", .limitedConcurrency)
struct UploadTests {
    private static let chunkedHead = "POST /faulty HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
    private static let expecting =
        "POST /faulty HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\nExpect: 100-continue\r\n\r\n"
    private static let leave = "HTTP/1.1 100 Continue\r\n\r\n"
    static let amounts: [(Fault.Amount, Int)] = [(.bytes(0), 0), (.bytes(4), 4), (.percent(50), 5), (.bytes(99), 10)]

    @Test(
        "A request-body fault ends the connection after the stated amount of the body.",
        arguments: amounts,
        PollerKind.allCases
    )
    func ends(_ play: (amount: Fault.Amount, read: Int), _ kind: PollerKind) async throws {
        for (effect, expected) in [(Fault.Effect.close, RawClient.Ending.closed), (.reset, .reset)] {
            let sut = try FaultPlay(Fault(effect, at: .requestBody(play.amount)), on: kind)
            let client = try await sut.asking(FaultPlay.post + FaultPlay.text.prefix(play.read).dropLast())
            if play.read > 1 { #expect(await client.isSilent(milliseconds: 30)) }
            await client.send(String(FaultPlay.text.prefix(play.read).suffix(1)))
            #expect(try await sut.isWell())
            let (bytes, ending) = await client.readToEnd()
            #expect(bytes.isEmpty)
            #expect(ending == expected)
            let entry = try #require(try await sut.settled().first)
            #expect(entry.end == .fault)
            #expect(entry.decision == .pending)
            #expect(entry.status == nil)
            #expect(entry.body.length == play.read)
        }
    }

    @Test(
        "The server reads no more of a body than the stated amount, even if more has arrived.",
        arguments: PollerKind.allCases
    )
    func exact(_ kind: PollerKind) async throws {
        for request in [FaultPlay.post + FaultPlay.text, Self.chunkedHead + "a\r\n0123456789\r\n0\r\n\r\n"] {
            let sut = try FaultPlay(Fault(.close, at: .requestBody(.bytes(4))), on: kind)
            let ending = try await sut.asking(request).readToEnd().ending
            #expect(ending == .closed)
            let entry = try #require(try await sut.settled().first)
            #expect(entry.body.kept.text == "0123")
            #expect(!entry.body.isComplete)
        }
    }

    @Test(
        "A chunked body meets its fault at the stated amount, or at its end if it is shorter.",
        arguments: amounts,
        PollerKind.allCases
    )
    func chunked(_ play: (amount: Fault.Amount, read: Int), _ kind: PollerKind) async throws {
        let sut = try FaultPlay(Fault(.reset, at: .requestBody(play.amount)), on: kind)
        let ending = try await sut.asking(Self.chunkedHead + "a\r\n0123456789\r\n0\r\n\r\n").readToEnd().ending
        #expect(ending == .reset)
        let entry = try #require(try await sut.settled().first)
        #expect(entry.end == .fault)
        #expect(entry.decision == .pending)
    }

    @Test("The server sends 100 Continue after the fault before the body has passed.", arguments: PollerKind.allCases)
    func leave(_ kind: PollerKind) async throws {
        let sut = try FaultPlay(Fault(.delay(by: .milliseconds(150)), at: .requestBody()), on: kind)
        let client = try await sut.client()
        let sentAt = SystemClock.now()
        await client.send(Self.expecting)
        #expect(await client.read(Self.leave.utf8.count).text == Self.leave)
        #expect(SystemClock.now() - sentAt >= 150_000_000)
        await client.send(FaultPlay.text)
        #expect(await client.read(FaultPlay.message.utf8.count).text == FaultPlay.message)
        let entry = try #require(try await sut.settled().first)
        #expect(try #require(entry.bodyAt) - entry.at >= 150_000_000)
        #expect(entry.written == FaultPlay.message.utf8.count)
        await sut.backend.stop()
        #expect(sut.connections.first?.sent == FaultPlay.message.utf8.count + Self.leave.utf8.count)
    }

    @Test("The server sends no 100 Continue if the connection ends first.", arguments: PollerKind.allCases)
    func noLeave(_ kind: PollerKind) async throws {
        for (fault, expected) in [
            (Fault(.close, at: .requestBody()), ""), (Fault(.close, at: .requestBody(.bytes(4))), Self.leave),
        ] {
            let sut = try FaultPlay(fault, on: kind)
            let client = try await sut.asking(Self.expecting)
            if !expected.isEmpty {
                await client.waitUntilReadable()
                await client.send("0123")
            }
            let bytes = await client.readToEnd().bytes
            #expect(bytes.text == expected)
        }
    }

    @Test(
        "An early reply precedes the body, replaces 100 Continue and closes the connection.",
        arguments: [417, 413],
        PollerKind.allCases
    )
    func early(_ status: Int, _ kind: PollerKind) async throws {
        for request in [Self.expecting, FaultPlay.post, Self.chunkedHead, FaultPlay.post + "0123"] {
            let sut = try FaultPlay([.init(status, early: true)], on: kind)
            let (bytes, ending) = try await sut.asking(request).readToEnd()
            #expect(bytes.text.hasPrefix("HTTP/1.1 \(status) "))
            #expect(bytes.text.contains("Connection: close\r\n"))
            #expect(ending == .closed)
            let entry = try #require(try await sut.settled().first)
            #expect(entry.end == .completed)
            #expect(entry.status == status)
            #expect(entry.bodyAt == nil)
        }
    }

    @Test(
        "An upload that the server never reads blocks in the client, and the next one succeeds.",
        arguments: PollerKind.allCases
    )
    func unread(_ kind: PollerKind) async throws {
        let size = 16 << 20
        let sut = try FaultPlay([FaultPlay.reply(Fault(.stall(), at: .requestBody(), on: .first(1)))], on: kind)
        let upload = [UInt8](repeating: 0x75, count: size)
        let head = "POST /faulty HTTP/1.1\r\nHost: a\r\nContent-Length: \(size)\r\n\r\n"
        let client = try await sut.asking(head)
        let taken = await client.sendUntilBlocked(upload)
        #expect(try await sut.isWell())
        // A FIN would stay behind the bytes that the server never reads.
        await client.closeNow(reset: true)
        #expect(taken < size)
        let next = try await sut.asking(head)
        await next.send(upload)
        let isAnswered = await next.read(FaultPlay.message.utf8.count).text == FaultPlay.message
        #expect(isAnswered)
        let entries = try await sut.settled(2)
        #expect(entries.map(\.fault) == ["stall at requestBody 0", nil])
        #expect(entries.map(\.body.length) == [0, size])
        #expect(entries[1].end == .completed)
    }

    @Test(
        "A body meets the fault of the endpoint that replies, even if another one has a body condition.",
        arguments: PollerKind.allCases
    )
    func decidedLate(_ kind: PollerKind) async throws {
        var condition = Scenario.Condition()
        condition.body = [.json(.string("x"))]
        var picky = Scenario.Endpoint.post("/upload", when: condition, replies: [.init(202)])
        picky.priority = 1
        let faulty = Scenario.Endpoint.post(
            "/upload",
            replies: [.init(fault: Fault(.close, at: .requestBody(.bytes(2)), on: .first(1)))]
        )
        let sut = try BothLoops.backend([picky, faulty], on: kind)
        let request = "POST /upload HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\n"
        let client = try await RawClient(port: sut.port)
        await client.send(request + "\"y\"")
        let bytes = await client.readToEnd().bytes
        let next = try await RawClient(port: sut.port)
        await next.send(request + "\"x\"" + request + "\"y\"")
        let statuses = await [next.response()?.status, next.response()?.status]
        #expect(bytes.isEmpty)
        #expect(statuses == [202, 200])
        #expect(sut.journal.entries.map(\.fault) == ["close at requestBody 2", nil, nil])
        #expect(sut.journal.entries.map(\.decision) == [.pending, .reply, .reply])
    }

    @Test("A body meets several faults in the order of their offsets.", arguments: PollerKind.allCases)
    func several(_ kind: PollerKind) async throws {
        let reply = FaultPlay.reply(
            Fault(.close, at: .requestBody(.bytes(8))),
            Fault(.delay(by: .milliseconds(30)), at: .requestBody(.bytes(2)))
        )
        let sut = try FaultPlay([reply], on: kind)
        let (bytes, ending) = try await sut.asking(FaultPlay.post + FaultPlay.text).readToEnd()
        #expect(bytes.isEmpty)
        #expect(ending == .closed)
        let entry = try #require(try await sut.settled().first)
        #expect(try #require(entry.endAt) - entry.at >= 30_000_000)
        #expect(entry.end == .fault)
        #expect(entry.body.length == 8)
    }

    @Test("The delay and the pace of an upload add up.", arguments: PollerKind.allCases)
    func delayAndPace(_ kind: PollerKind) async throws {
        var reply = FaultPlay.reply(Fault(.delay(by: .milliseconds(80)), at: .requestBody(.bytes(5))))
        reply.uploadPace = 200
        let sut = try FaultPlay([reply], on: kind)
        let bytes = try await sut.asking(FaultPlay.post + FaultPlay.text).read(FaultPlay.message.utf8.count)
        #expect(bytes.text == FaultPlay.message)
        let entry = try #require(try await sut.settled().first)
        #expect(try #require(entry.bodyAt) - entry.at >= 130_000_000)
    }
}
