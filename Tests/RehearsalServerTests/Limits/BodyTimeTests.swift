import Rehearsal
import RehearsalPlatform
import RehearsalServer
import RehearsalTestSupport
import TestAdmission
import Testing

@Suite("The time limit between two pieces of a body", .limitedConcurrency)
struct BodyTimeTests {
    private static func backend(_ limit: Duration, on kind: PollerKind) throws -> Backend {
        var limits = Backend.Limits()
        (limits.bodyTimeout, limits.headTimeout) = (limit, .milliseconds(20))
        return try BothLoops.backend([.any("/**", replies: [.init()])], on: kind, limits: limits, canBeHeld: true)
    }

    /// Heads with the pieces of the body that follows.
    static let uploads = [
        ("Content-Length: 30\r\n\r\n", Array(repeating: "x", count: 30)),
        (
            "Transfer-Encoding: chunked\r\n\r\n",
            ["1", "\r", "\n", "x", "\r\n", "0", ";", "e\r", "\nX", ":", "\r\n", "\r\n"]
        ),
    ]

    @Test(
        "The server never cuts a body whose pieces arrive in time, however long the whole takes.",
        arguments: uploads,
        PollerKind.allCases
    )
    func goesOn(_ upload: (head: String, pieces: [String]), _ kind: PollerKind) async throws {
        // A machine that delays the client for that long proves nothing: retry with more time.
        for seconds in [1, 2, 4, 8, 16] {
            let limit = Duration.seconds(seconds)
            let sut = try Self.backend(limit, on: kind)
            let (status, longest, whole) = try await RawClient(port: sut.port).run { client in
                let start = ContinuousClock.now
                client.send("POST / HTTP/1.1\r\nHost: a\r\n" + upload.head)
                // The time from before one piece is sent until after the next.
                var (last, longest) = (start, Duration.zero)
                for piece in upload.pieces {
                    guard client.isSilent(milliseconds: Int32(seconds * 1_500 / upload.pieces.count)) else { break }
                    let next = ContinuousClock.now
                    client.send(piece)
                    longest = max(longest, .now - last)
                    last = next
                }
                return (client.response()?.status, longest, last - start)
            }
            if longest >= limit / 2 { continue }
            #expect(status == 200)
            #expect(whole > limit)
            return
        }
    }

    @Test(
        "The server cuts a body that stalls, never before its time limit, and serves other connections.",
        arguments: PollerKind.allCases
    )
    func silent(_ kind: PollerKind) async throws {
        for (head, pieces) in Self.uploads {
            for count in [0, 1, pieces.count - 1] {
                // A machine that delays the client for that long proves nothing: retry with more time.
                for milliseconds in [150, 1_000, 8_000, 64_000] {
                    let limit = Duration.milliseconds(milliseconds)
                    if try await Self.isCut(head, pieces.prefix(count), after: limit, on: kind) { break }
                    if milliseconds == 64_000 { Issue.record("the client was delayed for a minute") }
                }
            }
        }
    }

    /// Sends a head and pieces of a body, the last one separately, and expects that the server cuts the body.
    ///
    /// - Returns: false if the server cut the body before the last piece was sent.
    private static func isCut(
        _ head: String,
        _ pieces: ArraySlice<String>,
        after limit: Duration,
        on kind: PollerKind
    ) async throws -> Bool {
        let sut = try backend(limit, on: kind)
        let client = try await RawClient(port: sut.port)
        await client.send("POST / HTTP/1.1\r\nHost: a\r\n" + head)
        await sut.drained()
        for piece in pieces.dropLast() { await client.send(piece) }
        var sentAt: Int64?
        if let last = pieces.last {
            sentAt = await sut.withHeldLoops {
                guard await client.isSilent(milliseconds: 0) else { return nil }
                let sentAt = SystemClock.now()
                await client.send(last)
                return sentAt
            }
            if sentAt == nil { return false }
        }
        let isWell = try await RawClient(port: sut.port).get("/")?.status == 200
        let status = await client.response()?.status
        let ending = await client.readToEnd().ending
        #expect(status == 408)
        #expect(ending == .closed)
        #expect(isWell)
        await sut.journal.settled()
        let entry = try #require(sut.journal.entries.first)
        let start = try #require(sentAt ?? entry.headAt)
        #expect(try #require(entry.endAt) - start >= limit.nanoseconds)
        #expect(entry.end == .timeout)
        #expect(!entry.body.isComplete)
        #expect(entry.violation?.hasPrefix("RFC 9110 §15.5.9") == true)
        return true
    }

    @Test("The limit ends with the body, so that a slower reply is not cut.", arguments: PollerKind.allCases)
    func ends(_ kind: PollerKind) async throws {
        var limits = Backend.Limits()
        limits.bodyTimeout = .milliseconds(100)
        let reply = Scenario.Reply(delay: .milliseconds(300))
        let sut = try BothLoops.backend([.any("/**", replies: [reply])], on: kind, limits: limits)
        let client = try await RawClient(port: sut.port)
        await client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nbody")
        let statuses = await [client.response()?.status, client.get("/")?.status]
        #expect(statuses == [200, 200])
    }
}
