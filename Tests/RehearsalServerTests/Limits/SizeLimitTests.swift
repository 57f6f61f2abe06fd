import Rehearsal
import RehearsalPlatform
import RehearsalServer
import RehearsalTestSupport
import TestAdmission
import Testing

@Suite("Size limits", .limitedConcurrency)
struct SizeLimitTests {
    /// A way in which the bytes of a request arrive.
    enum Arrival: CaseIterable, Sendable {
        case whole
        /// The server reads each byte before the client sends the next.
        case apart
    }

    /// The outcome of a request on its own connection.
    struct Outcome: Equatable, Sendable {
        var status: Int?
        var violation: String?
        var decision: Journal.Decision?
        var isClosed = false
    }

    private static func outcome(_ request: String, _ arrival: Arrival, on kind: PollerKind) async throws -> Outcome {
        let sut = try BothLoops.backend([.any("/**", replies: [.init()])], on: kind, limits: SizeLimit.limits)
        return try await RawClient(port: sut.port).run { client in
            for piece in arrival == .whole ? [Array(request.utf8)] : RequestSequence.singleBytes(Array(request.utf8)) {
                client.send(piece)
                if arrival == .apart { sut.drainSockets() }
            }
            let status = client.response()?.status
            let entry = sut.journal.entries.first
            var outcome = Outcome(status: status, violation: entry?.violation, decision: entry?.decision)
            if status != 200 { outcome.isClosed = client.readToEnd().ending == .closed }
            return outcome
        }
    }

    @Test(
        "The server accepts a request at a limit or one below it, whole and byte by byte.",
        arguments: SizeLimit.all,
        PollerKind.allCases
    )
    func within(_ limit: SizeLimit, _ kind: PollerKind) async throws {
        for size in [limit.most - 1, limit.most] {
            for arrival in Arrival.allCases {
                var outcome = try await Self.outcome(limit.request(size), arrival, on: kind)
                // An empty line before a request is only noted.
                if limit.request(size).hasPrefix("\r\n") { outcome.violation = nil }
                #expect(outcome == Outcome(status: 200, decision: .reply), "\(size), \(arrival)")
            }
        }
    }

    @Test(
        "The server rejects a request one above a limit with its status and section, whole and byte by byte.",
        arguments: SizeLimit.all,
        PollerKind.allCases
    )
    func beyond(_ limit: SizeLimit, _ kind: PollerKind) async throws {
        for arrival in Arrival.allCases {
            let outcome = try await Self.outcome(limit.request(limit.most + 1), arrival, on: kind)
            #expect(outcome.status == limit.status, "\(arrival)")
            #expect(outcome.violation?.contains(limit.section) == true, "\(arrival): \(outcome)")
            #expect(outcome.decision == .refused, "\(arrival): \(outcome)")
            #expect(outcome.isClosed, "\(arrival): \(outcome)")
        }
    }

    @Test(
        "A request line exceeds the limit of targets by its target only, wherever the line ends.",
        arguments: [
            ("GET /\(String(repeating: "p", count: 39)) HTTP/1.\(String(repeating: "1", count: 80))\r\n", 400),
            ("GET /\(String(repeating: "p", count: 40)) HTTP/1.\(String(repeating: "1", count: 80))\r\n", 414),
            ("GET /\(String(repeating: "p", count: 39))\r\n", 400),
            ("GET /\(String(repeating: "p", count: 40))\r\n", 414),
            (String(repeating: "M", count: 40) + "\r\n", 400),
            (String(repeating: "M", count: 41) + "\r\n", 501),
        ]
    )
    func longLines(_ line: String, _ status: Int) async throws {
        for arrival in Arrival.allCases {
            let outcome = try await Self.outcome(line + "Host: a\r\n\r\n", arrival, on: .native)
            #expect(outcome.status == status, "\(arrival): \(outcome)")
        }
    }

    @Test(
        "The server rejects a chunk when its size is known, before its content arrives.",
        arguments: ["15\r\n", "3\r\nabc\r\n12\r\n"],
        PollerKind.allCases
    )
    func announced(_ chunks: String, _ kind: PollerKind) async throws {
        let head = "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
        let outcome = try await Self.outcome(head + chunks, .whole, on: kind)
        #expect(outcome.status == 413)
        #expect(outcome.isClosed)
        #expect(outcome.violation?.hasPrefix("RFC 9110 §15.5.14") == true)
    }

    @Test("Tolerated white space before a target does not count as part of it.", arguments: [0, 1])
    func spaced(_ excess: Int) async throws {
        var options = BothLoops.options(.native)
        options.limits = SizeLimit.limits
        options.leniency = .all
        let sut = try Backend.start(Scenario("s", endpoints: [.any("/**", replies: [.init()])]), options: options)
        let client = try await RawClient(port: sut.port)
        await client.send("GET   /\(String(repeating: "p", count: 39 + excess)) HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(await client.response()?.status == (excess == 0 ? 200 : 414))
    }

    @Test("A request that is rejected for its size takes no turn, and later requests are served.")
    func turns() async throws {
        let replies: [Scenario.Reply] = [.init(201, times: 1), .init(202)]
        let sut = try BothLoops.backend([.any("/**", replies: replies)], limits: SizeLimit.limits)
        // The server detects the excess of a chunked body after it has decided on the endpoint.
        for limit in SizeLimit.all where !limit.request(1_000).contains("chunked") {
            let client = try await RawClient(port: sut.port)
            await client.send(limit.request(limit.most + 1))
            #expect(await client.response()?.status == limit.status)
        }
        #expect(try await RawClient(port: sut.port).get("/")?.status == 201)
        #expect(sut.journal.unexpected.isEmpty)
    }
}
