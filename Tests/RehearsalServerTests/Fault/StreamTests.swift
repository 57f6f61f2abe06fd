import Rehearsal
import RehearsalPlatform
import RehearsalServer
import RehearsalTestSupport
import TestAdmission
import Testing

@Suite("Raw replies and streams of events", .limitedConcurrency)
struct StreamTests {
    @Test("A raw reply sends each piece as a segment, after its pause.", arguments: PollerKind.allCases)
    func raw(_ kind: PollerKind) async throws {
        let pieces: [Scenario.Body.Piece] = [
            .init("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\na", after: .milliseconds(20)),
            .init("b", after: .milliseconds(15)),
            .init("c\r\nZZ", after: .milliseconds(30)),
        ]
        let sut = try FaultPlay([.init(body: .raw(pieces))], on: kind)
        let whole = pieces.flatMap(\.bytes)
        let client = try await sut.asking(FaultPlay.get + FaultPlay.get)
        #expect(try await sut.isWell())
        let bytes = await client.read(whole.count)
        #expect(bytes.text == whole.text)
        if let segments = await client.segments { #expect(segments >= 3) }
        let (rest, ending) = await client.readToEnd()
        #expect(rest.isEmpty)
        #expect(ending == .closed)
        let entry = try #require(try await sut.settled().first)
        #expect(entry.status == 200)
        #expect(entry.end == .completed)
        #expect(entry.written == whole.count)
        #expect(try #require(entry.endAt) - entry.at >= 50_000_000)
        #expect(sut.entries.count == 1)
    }

    @Test(
        "Informational replies precede the final reply, which is the one that the journal records.",
        arguments: PollerKind.allCases
    )
    func informational(_ kind: PollerKind) async throws {
        let text =
            "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 201 Created\r\nContent-Length: 2\r\n\r\nok"
        for request in [FaultPlay.get, "HEAD /faulty HTTP/1.1\r\nHost: a\r\n\r\n"] {
            let sut = try FaultPlay([.init(body: .raw([.init(text)]))], on: kind)
            let (bytes, ending) = try await sut.asking(request).readToEnd()
            #expect(bytes.text == text, "the client receives the exact bytes of the raw reply")
            #expect(ending == .closed)
            #expect(try await sut.settled().first?.status == 201)
        }
        let sut = try FaultPlay([.init(body: .raw([.init(text)]), fault: Fault(.reset, at: .afterHead))], on: kind)
        let bytes = try await sut.asking().readToEnd().bytes
        #expect(bytes.text == text.firstBytes(text.utf8.count - 2))
    }

    @Test("A raw reply may be malformed or empty.", arguments: PollerKind.allCases)
    func garbage(_ kind: PollerKind) async throws {
        for bytes in [[], [0xFF], [0, 1, 2, 3], Array("HTTP/1.1 2".utf8)] as [[UInt8]] {
            let sut = try FaultPlay([.init(body: .raw([.init(bytes)]))], on: kind)
            let (seen, ending) = try await sut.asking().readToEnd()
            #expect(seen == bytes)
            #expect(ending == .closed)
            #expect(try await sut.settled().first?.status == nil)
        }
    }

    @Test("A large raw reply arrives whole.", arguments: PollerKind.allCases)
    func largeRaw(_ kind: PollerKind) async throws {
        let sut = try FaultPlay(
            [.init(body: .raw([.init(AmountTests.megabyte), .init(AmountTests.megabyte)]))],
            on: kind
        )
        let count = try await sut.asking().readToEnd().bytes.count { $0 == 0x62 }
        #expect(count == 2 << 20)
    }

    @Test(
        "An event stream sends each event as a chunk and a segment, after its pause.",
        arguments: PollerKind.allCases
    )
    func events(_ kind: PollerKind) async throws {
        let events: [Scenario.Body.Event] = [
            .init("1", event: "price", id: "7", retry: 500, after: .milliseconds(20)),
            .init("two\nlines", after: .milliseconds(30)),
        ]
        let sut = try FaultPlay([.init(headers: ["Date": nil], body: .events(events))], on: kind)
        let head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n"
        let first = "event: price\nid: 7\nretry: 500\ndata: 1\n\n"
        let second = "data: two\ndata: lines\n\n"
        let chunk = { (text: String) in "\(String(text.utf8.count, radix: 16))\r\n\(text)\r\n" }
        let whole = head + chunk(first) + chunk(second) + "0\r\n\r\n"
        let client = try await sut.asking()
        #expect(await client.read(whole.utf8.count).text == whole)
        if let segments = await client.segments { #expect(segments >= 3) }
        #expect(await client.get("/well")?.text == "well")
        let entry = try #require(try await sut.settled().first)
        #expect(try #require(entry.endAt) - entry.at >= 50_000_000)
        #expect(entry.end == .completed)
        #expect(entry.written == whole.utf8.count)
    }

    @Test(
        "An endless stream continues until its client leaves, at any speed, without blocking other connections.",
        arguments: [Duration.milliseconds(1), .zero],
        PollerKind.allCases
    )
    func endless(_ after: Duration, _ kind: PollerKind) async throws {
        let sut = try FaultPlay(
            [.init(body: .events([.init("a"), .init("b", after: after)], forever: true))],
            on: kind
        )
        let client = try await sut.asking()
        #expect(await client.read(500).count == 500)
        #expect(try await sut.isWell())
        #expect(await client.read(500).text.contains("9\r\ndata: b\n\n\r\n9\r\ndata: a\n\n"))
        await client.closeNow(reset: true)
        let entry = try #require(try await sut.settled().first)
        #expect(entry.end == .resetByClient)
        #expect(entry.written >= 1_000)
    }

    @Test("HEAD of an event stream receives the head at once.", arguments: PollerKind.allCases)
    func headOfEvents(_ kind: PollerKind) async throws {
        for forever in [true, false] {
            let events = [Scenario.Body.Event("a"), .init("b", after: forever ? .zero : .seconds(600))]
            let sut = try FaultPlay([.init(headers: ["Date": nil], body: .events(events, forever: forever))], on: kind)
            let client = try await sut.asking("HEAD /faulty HTTP/1.1\r\nHost: a\r\n\r\n")
            let statuses = await [client.response(toHead: true)?.status, client.get("/well")?.status]
            #expect(statuses == [200, 200])
            #expect(try await sut.settled().first?.end == .completed)
        }
    }

    @Test(
        "A body of a status that allows none is sent unchanged and closes the connection.",
        arguments: [204, 304],
        PollerKind.allCases
    )
    func strays(_ status: Int, _ kind: PollerKind) async throws {
        let sut = try FaultPlay(
            [.init(status, headers: ["Date": nil, "Content-Length": "5"], body: .text("stray"))],
            on: kind
        )
        let (bytes, ending) = try await sut.asking().readToEnd()
        #expect(bytes.text.hasSuffix("Connection: close\r\n\r\nstray"))
        #expect(bytes.text.contains("Content-Length: 5\r\n"))
        #expect(ending == .closed)
    }

    @Test("A raw reply can send a body in reply to HEAD.", arguments: PollerKind.allCases)
    func bodyOfHead(_ kind: PollerKind) async throws {
        let text = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nstray"
        let sut = try FaultPlay([.init(body: .raw([.init(text)]))], on: kind)
        let bytes = try await sut.asking("HEAD /faulty HTTP/1.1\r\nHost: a\r\n\r\n").readToEnd().bytes
        #expect(bytes.text == text)
    }
}
