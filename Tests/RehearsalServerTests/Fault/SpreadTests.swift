import Rehearsal
import RehearsalPlatform
import RehearsalServer
import RehearsalTestSupport
import TestAdmission
import Testing

@Suite("Replies and uploads that are spread over time", .limitedConcurrency)
struct SpreadTests {
    private static let milliseconds: Int64 = 1_000_000

    /// A fault that spreads a reply of ten bytes, with its minimum of segments and of time.
    ///
    /// A busy kernel may put bytes into one segment that the server wrote a millisecond apart.
    struct Spread: CustomTestStringConvertible, Sendable {
        var fault: Fault
        var segments: Int
        var milliseconds: Int64
        var testDescription: String { fault.description }
    }

    private static let headSize = FaultPlay.head.utf8.count

    static let spreads = [
        Spread(fault: Fault(.drip(bytesPerSecond: 200), at: .body()), segments: 11, milliseconds: 45),
        Spread(fault: Fault(.drip(bytesPerSecond: 200), at: .body(.bytes(5))), segments: 6, milliseconds: 20),
        Spread(
            fault: Fault(.drip(bytesPerSecond: 1_000), at: .head(.bytes(headSize - 20))),
            segments: 5,
            milliseconds: 19
        ),
        Spread(fault: Fault(.slice(size: 3, every: .milliseconds(15)), at: .body()), segments: 5, milliseconds: 45),
        Spread(
            fault: Fault(.slice(size: 40, every: .milliseconds(15)), at: .head(.bytes(0))),
            segments: (headSize + 39) / 40 + 1,
            milliseconds: 15 * Int64((headSize - 1) / 40)
        ),
        Spread(fault: Fault(.slice(size: 1), at: .body()), segments: 2, milliseconds: 0),
    ]

    @Test(
        "A spread sends each piece as a segment, none too early, and together they form the message.",
        arguments: spreads,
        PollerKind.allCases
    )
    func spread(_ spread: Spread, _ kind: PollerKind) async throws {
        let sut = try FaultPlay(spread.fault, on: kind)
        let client = try await sut.asking()
        #expect(try await sut.isWell())
        #expect(await client.read(FaultPlay.message.utf8.count).text == FaultPlay.message)
        if let segments = await client.segments { #expect(segments >= spread.segments) }
        #expect(await client.get("/well")?.text == "well")
        let entry = try #require(try await sut.settled().first)
        #expect(try #require(entry.endAt) - entry.at >= spread.milliseconds * Self.milliseconds)
        #expect(entry.end == .completed)
        #expect(entry.written == FaultPlay.message.utf8.count)
    }

    @Test("A pace applies to the head and the body of a reply.", arguments: PollerKind.allCases)
    func pace(_ kind: PollerKind) async throws {
        var reply = FaultPlay.reply()
        reply.pace = 1_000
        let sut = try FaultPlay([reply], on: kind)
        let client = try await sut.asking()
        #expect(await client.read(FaultPlay.message.utf8.count).text == FaultPlay.message)
        if let segments = await client.segments { #expect(segments >= 10) }
        let entry = try #require(try await sut.settled().first)
        let least = Int64(FaultPlay.message.utf8.count - 1) * Self.milliseconds
        #expect(try #require(entry.endAt) - entry.at >= least)
    }

    @Test(
        "A pace of one megabyte a second sends a quarter of a megabyte in a quarter of a second.",
        arguments: PollerKind.allCases
    )
    func fastPace(_ kind: PollerKind) async throws {
        let quarter = Array(AmountTests.megabyte.prefix(250_000))
        let sut = try FaultPlay([.init(body: .bytes(quarter), pace: 1_000_000)], on: kind)
        let isWhole = try await sut.client().get("/faulty")?.body == quarter
        #expect(isWhole)
        let entry = try #require(try await sut.settled().first)
        #expect(try #require(entry.endAt) - entry.at >= 249 * Self.milliseconds)
    }

    @Test(
        "A server does not send faster to make up for the time in which a client did not read.",
        arguments: PollerKind.allCases
    )
    func catchesUp(_ kind: PollerKind) async throws {
        let sut = try FaultPlay(Fault(.slice(size: 5, every: .milliseconds(60)), at: .body()), on: kind)
        let client = try await sut.asking()
        _ = await client.read(FaultPlay.message.utf8.count - 5)
        _ = await client.read(5)
        let entry = try #require(try await sut.settled().first)
        #expect(try #require(entry.endAt) - entry.at >= 60 * Self.milliseconds)
    }

    @Test(
        "A body in a hundred thousand slices without pauses arrives whole and does not block other connections.",
        arguments: PollerKind.allCases
    )
    func oneByOne(_ kind: PollerKind) async throws {
        let body = Array(AmountTests.megabyte.prefix(100_000))
        let sut = try FaultPlay(
            [.init(body: .bytes(body), fault: Fault(.slice(size: 1), at: .body()))],
            on: kind,
            canBeHeld: true
        )
        let (client, neighbour) = try await sut.backend.withHeldLoops {
            (try await sut.asking(), try await sut.asking("GET /well HTTP/1.1\r\nHost: a\r\n\r\n"))
        }
        let isWhole = await client.response()?.body == body
        #expect(isWhole)
        #expect(await neighbour.response()?.text == "well")
        await sut.backend.journal.settled()
        let end = try #require(try sut.backend.journal.requests(.get("/well")).first?.endAt)
        // The reply came in between; otherwise it would have waited for the whole body.
        #expect(try end < #require(sut.entries.first?.endAt))
    }

    @Test("The server reads an upload at its pace, whatever the framing.", arguments: PollerKind.allCases)
    func uploadPace(_ kind: PollerKind) async throws {
        var reply = FaultPlay.reply()
        reply.uploadPace = 200
        for framing in [
            "Content-Length: 20\r\n\r\n01234567890123456789",
            "Transfer-Encoding: chunked\r\n\r\n14\r\n01234567890123456789\r\n0\r\n\r\n",
        ] {
            let sut = try FaultPlay([reply], on: kind)
            let client = try await sut.asking("POST /faulty HTTP/1.1\r\nHost: a\r\n" + framing)
            #expect(try await sut.isWell())
            #expect(await client.read(FaultPlay.message.utf8.count).text == FaultPlay.message)
            #expect(await client.get("/well")?.text == "well")
            let entry = try #require(try await sut.settled().first)
            #expect(try #require(entry.bodyAt) - entry.at >= 100 * Self.milliseconds)
            #expect(entry.body.kept.text == "01234567890123456789")
        }
    }

    @Test("The server reads a large upload at its pace and whole.", arguments: PollerKind.allCases)
    func largeUpload(_ kind: PollerKind) async throws {
        var reply = FaultPlay.reply()
        reply.uploadPace = 4 << 20
        let sut = try FaultPlay([reply], on: kind)
        let client = try await sut.asking("POST /faulty HTTP/1.1\r\nHost: a\r\nContent-Length: 1048576\r\n\r\n")
        await client.send(AmountTests.megabyte)
        await client.finishSending()
        #expect(await client.read(FaultPlay.message.utf8.count).text.hasSuffix(FaultPlay.text))
        let entry = try #require(try await sut.settled().first)
        #expect(try #require(entry.bodyAt) - entry.at >= 250 * Self.milliseconds)
        #expect(entry.body.length == 1 << 20)
    }
}
