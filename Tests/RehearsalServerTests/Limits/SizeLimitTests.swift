import Rehearsal
import RehearsalPlatform
import RehearsalServer
import RehearsalTestSupport
import TestAdmission
import Testing

@Suite("Limits of sizes", .admitted)
struct SizeLimitTests {
    /// How a request arrives.
    enum Arrival: CaseIterable, Sendable {
        case whole
        /// Each byte is read before the next is sent.
        case apart
    }

    /// What became of a request, on a connection of its own.
    struct Outcome: Equatable, Sendable {
        var status: Int?
        var violation: String?
        var decision: Journal.Decision?
        var isClosed = false
    }

    private static func outcome(_ request: String, _ arrival: Arrival, on kind: PollerKind) async throws -> Outcome {
        let sut = try BothLoops.backend([.any("/**", replies: [.init()])], on: kind, limits: SizeLimit.limits)
        return try await RawClient(port: sut.port).run { client in
            for piece in arrival == .whole ? [Array(request.utf8)] : RequestReading.apart(Array(request.utf8)) {
                client.send(piece)
                if arrival == .apart { sut.catchUp() }
            }
            let status = client.response()?.status
            let entry = sut.journal.entries.first
            var outcome = Outcome(status: status, violation: entry?.violation, decision: entry?.decision)
            if status != 200 { outcome.isClosed = client.readToEnd().ending == .closed }
            return outcome
        }
    }

    @Test(
        "What is one byte or line below a limit, and what is exactly at it, is answered, whole and byte by byte.",
        arguments: SizeLimit.all,
        PollerKind.allCases
    )
    func within(_ limit: SizeLimit, _ kind: PollerKind) async throws {
        for size in [limit.most - 1, limit.most] {
            for arrival in Arrival.allCases {
                var outcome = try await Self.outcome(limit.request(size), arrival, on: kind)
                // An empty line before a request is noted, and no more.
                if limit.request(size).hasPrefix("\r\n") { outcome.violation = nil }
                #expect(outcome == Outcome(status: 200, decision: .reply), "\(size), \(arrival)")
            }
        }
    }

    @Test(
        "What is one above a limit is refused with the limit's status and section, whole and byte by byte.",
        arguments: SizeLimit.all,
        PollerKind.allCases
    )
    func beyond(_ limit: SizeLimit, _ kind: PollerKind) async throws {
        for arrival in Arrival.allCases {
            let outcome = try await Self.outcome(limit.request(limit.most + 1), arrival, on: kind)
            #expect(outcome.status == limit.status, "\(arrival)")
            #expect(outcome.violation?.contains(limit.section) == true, "\(arrival): \(outcome)")
            #expect(outcome.decision == .refused && outcome.isClosed, "\(arrival): \(outcome)")
        }
    }

    @Test(
        "A line that is long behind its target breaks no limit of the target, and one that ends early none either.",
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
        "A chunk is refused when its size is known, before it comes.",
        arguments: ["15\r\n", "3\r\nabc\r\n12\r\n"],
        PollerKind.allCases
    )
    func announced(_ chunks: String, _ kind: PollerKind) async throws {
        let head = "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
        let outcome = try await Self.outcome(head + chunks, .whole, on: kind)
        #expect(outcome.status == 413 && outcome.isClosed)
        #expect(outcome.violation?.hasPrefix("RFC 9110 §15.5.14") == true)
    }

    @Test("A target is no longer for white space that is tolerated before it.", arguments: [0, 1])
    func spaced(_ excess: Int) async throws {
        var options = BothLoops.options(.native)
        options.limits = SizeLimit.limits
        options.leniency = .all
        let sut = try Backend.start(Scenario("s", endpoints: [.any("/**", replies: [.init()])]), options: options)
        let client = try await RawClient(port: sut.port)
        await client.send("GET   /\(String(repeating: "p", count: 39 + excess)) HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(await client.response()?.status == (excess == 0 ? 200 : 414))
    }

    @Test("A request that is refused for its size takes no turn, and others are served as before.")
    func turns() async throws {
        let replies: [Scenario.Reply] = [.init(201, times: 1), .init(202)]
        let sut = try BothLoops.backend([.any("/**", replies: replies)], limits: SizeLimit.limits)
        // The excess of a chunked body is seen after its endpoint has been decided on.
        for limit in SizeLimit.all where !limit.request(1_000).contains("chunked") {
            let client = try await RawClient(port: sut.port)
            await client.send(limit.request(limit.most + 1))
            #expect(await client.response()?.status == limit.status)
        }
        #expect(try await RawClient(port: sut.port).get("/")?.status == 201)
        #expect(sut.journal.unexpected.isEmpty)
    }
}
