import Rehearsal
import RehearsalContracts
import TestAdmission
import Testing

@Suite("Rules for waits", .limitedConcurrency)
struct WaitRuleTests {
    private static let overhead = Duration.milliseconds(12)
    private static let nanosecond = Duration.nanoseconds(1)

    /// A call whose waits are within their bounds, except for the one of the row.
    private func call(_ row: EnvelopeTests.Row, _ wait: Duration) -> MadeUpCall {
        var waits: [Duration] = []
        for number in 1..<row.number {
            let bounds = row.envelope.bounds(number, after: waits.last)
            waits.append(bounds.lowerBound + (bounds.upperBound - bounds.lowerBound) / 2)
        }
        if let previous = row.previous { waits[waits.count - 1] = .milliseconds(previous) }
        var call = MadeUpCall(waits: waits + [wait])
        call.overhead = Self.overhead
        return call
    }

    private func sut(_ row: EnvelopeTests.Row) -> MadeUp {
        .client(DeclaredRetry(attempts: 8, base: .milliseconds(200), cap: .milliseconds(1_000), jitter: row.jitter))
    }

    /// The rows whose previous wait is within its own bounds; the bounds of the others are tested directly.
    private static let rows = EnvelopeTests.rows.filter { $0.previous.map { $0 >= 200 } ?? true }

    @Test("A wait within its envelope passes, and one just outside fails.", arguments: rows)
    func envelope(_ row: EnvelopeTests.Row) throws {
        let bounds = row.envelope.bounds(row.number, after: row.previous.map { .milliseconds($0) })
        // A wait that depends on the previous one follows the middle of the previous bounds.
        let first = row.envelope.bounds(1)
        let middle = first.lowerBound + (first.upperBound - first.lowerBound) / 2
        let real = row.number == 1 || row.previous != nil ? bounds : row.envelope.bounds(row.number, after: middle)
        let judge = { (wait: Duration) in try sut(row).judge("BACK-01", "503", call(row, wait)) }
        let inTime = try judge(real.upperBound + Self.overhead)
        #expect(inTime.verdict == .pass)
        #expect(!inTime.waits.map(\.isWithinBounds).contains(false))
        let late = try judge(real.upperBound + Self.overhead + Self.nanosecond)
        #expect(late.verdict == .fail)
        #expect(late.rerun == .machineBusy)
        #expect(late.waits.last?.isWithinBounds == false)
        guard real.lowerBound > .zero else { return }
        #expect(try judge(real.lowerBound - .milliseconds(5)).verdict == .pass)
        let early = try judge(real.lowerBound - .milliseconds(5) - Self.nanosecond)
        #expect(early.verdict == .fail)
        #expect(early.rerun == nil)
    }

    @Test("A wait of the injected clock is judged exactly, regardless of the wire.")
    func exact() throws {
        let sut = MadeUp.client()
        var call = MadeUpCall(waits: [.milliseconds(7), .milliseconds(7)])
        call.ask(for: [.milliseconds(200), .milliseconds(400)])
        let result = try sut.judge("BACK-01", "503", call)
        #expect(result.verdict == .pass)
        #expect(result.waits.map(\.gap) == [.milliseconds(200), .milliseconds(400)])
        call.ask(for: [.milliseconds(200), .milliseconds(401)])
        let late = try sut.judge("BACK-01", "503", call)
        #expect(late.findings == ["expected a wait of at most 400 ms before attempt 3, saw 401 ms"])
        #expect(late.rerun == nil)
    }

    @Test("Waits close to zero count as a hot loop, even if each alone would pass.")
    func hotLoop() throws {
        let sut = MadeUp.client(DeclaredRetry(jitter: .full))
        var call = MadeUpCall(waits: [.milliseconds(1), .milliseconds(2)])
        call.overhead = Self.overhead
        #expect(try sut.judge("BACK-01", "503", call).verdict == .fail)
        call = MadeUpCall(waits: [.milliseconds(1), .milliseconds(20)])
        call.overhead = Self.overhead
        #expect(try sut.judge("BACK-01", "503", call).verdict == .pass)
    }

    @Test("A long wait is inconclusive if the overhead is unknown or too large.")
    func inconclusive() throws {
        let sut = MadeUp.client()
        let late = [Duration.milliseconds(200), .seconds(9)]
        var call = MadeUpCall(waits: late)
        #expect(try sut.judge("BACK-01", "503", call).verdict.name == "inconclusive")
        #expect(try sut.judge("BACK-01", "503", call).rerun == .inconclusive)
        #expect(try sut.judge("BACK-01", "503", call, timing: .off).verdict == .pass)
        call.overhead = .milliseconds(51)
        #expect(try sut.judge("BACK-01", "503", call).rerun == .late)
        var doubtful = MadeUpCall(waits: [.milliseconds(200), .microseconds(450_500)])
        doubtful.overhead = .milliseconds(51)
        #expect(try sut.judge("BACK-01", "503", doubtful).verdict.name == "inconclusive")
        var right = MadeUpCall(waits: [.milliseconds(200), .milliseconds(450)])
        #expect(try sut.judge("BACK-01", "503", right).verdict == .pass)
        right.overhead = .seconds(9)
        #expect(try sut.judge("BACK-01", "503", right).verdict == .pass)
        call.overhead = .milliseconds(50)
        #expect(try sut.judge("BACK-01", "503", call).verdict == .fail)
        let early = MadeUpCall(waits: [.milliseconds(194), .milliseconds(400)])
        #expect(try sut.judge("BACK-01", "503", early).verdict == .fail)
        #expect(try sut.judge("BACK-01", "503", early, timing: .off).verdict == .fail)
    }

    @Test("A status with its own base has waits of its own.")
    func bases() throws {
        var retry = DeclaredRetry(statuses: [429, 500, 503])
        retry.bases = [429: .seconds(1)]
        let sut = MadeUp.client(retry)
        #expect(sut.plan(of: "BACK-01").clauses.map(\.variant) == ["503", "429"])
        var call = MadeUpCall(waits: [.milliseconds(200), .milliseconds(400)])
        call.overhead = Self.overhead
        #expect(try sut.judge("BACK-01", "503", call).verdict == .pass)
        #expect(try sut.judge("BACK-01", "429", call).verdict == .fail)
        call = MadeUpCall(waits: [.seconds(1), .seconds(2)])
        call.overhead = Self.overhead
        #expect(try sut.judge("BACK-01", "429", call).verdict == .pass)
        #expect(try sut.judge("BACK-01", "503", call).verdict == .fail)
        #expect(sut.declaration.longestWaits(3) == .seconds(3))
    }

    /// The verdict on calls that each waited once.
    private func spread(
        _ waits: [Int],
        _ jitter: DeclaredRetry.Jitter = .equal,
        latency: Duration = .zero,
    ) throws -> ClauseResult {
        let plan = MadeUp.client(DeclaredRetry(jitter: jitter)).plan(of: "BACK-03")
        let runs = waits.map { wait in
            var call = MadeUpCall(waits: [.milliseconds(wait)])
            call.latency = SchedulerLatency(longest: latency)
            return call.evidence
        }
        return Judge(plan.declaration).judge(try #require(plan.clauses.first), runs)
    }

    @Test("Similar waits of several calls count as missing jitter if another run confirms them.")
    func jitter() throws {
        let alike = try spread([200, 195, 190, 188, 181, 200, 200, 200])
        #expect(alike.verdict == .fail)
        #expect(alike.rerun == .chance)
        #expect(alike.findings[0].hasSuffix(": 8 calls waited between 181 ms and 200 ms"))
        #expect(try spread([200, 179, 200, 200, 200, 200, 200, 200]).verdict == .pass)
        let doubtful = try spread([200, 170, 200], latency: .milliseconds(12))
        #expect(doubtful.rerun == .inconclusive)
        #expect(doubtful.verdict.name == "inconclusive")
    }

    @Test(
        "The number of calls makes a false alarm improbable, and the rule does not apply if jitter cannot be detected."
    )
    func jitteredCalls() {
        func sut(_ jitter: DeclaredRetry.Jitter, _ base: Duration = .milliseconds(200)) -> MadeUp {
            .client(DeclaredRetry(base: base, jitter: jitter))
        }
        #expect(sut(.full).plan(of: "BACK-03").clauses.map(\.exercise.runs) == [6])
        #expect(sut(.equal).plan(of: "BACK-03").clauses.map(\.exercise.runs) == [8])
        #expect(sut(.none).reason("BACK-03") == "the client declares no jitter")
        #expect(
            sut(.proportional(0.05)).reason("BACK-03")
                == "20 waits between 190 ms and 210 ms may be similar by chance"
        )
        #expect(sut(.full, .seconds(5)).reason("BACK-03") == "6 calls may wait for 30 s")
        var low = DeclaredRetry(base: .milliseconds(400), cap: .milliseconds(200), jitter: .smooth)
        let cut = "the declared longest wait (capMs) limits the waits, so that many are equal"
        for (jitter, cap) in [(.smooth, 200), (.decorrelated, 6_399), (.proportional(0.2), 479)]
            as [(DeclaredRetry.Jitter, Int)]
        {
            (low.jitter, low.cap) = (jitter, .milliseconds(cap))
            #expect(MadeUp.client(low).reason("BACK-03") == cut, "\(jitter)")
        }
        (low.jitter, low.cap) = (.decorrelated, .milliseconds(6_400))
        #expect(MadeUp.client(low).plan(of: "BACK-03").clauses.count == 1)
        var immediate = DeclaredRetry.urllib3(total: 3, factor: .milliseconds(200), statuses: [503])
        immediate.jitter = .full
        #expect(MadeUp.client(immediate).plan(of: "BACK-03").clauses.count == 1)
    }

    @Test("A request that the network stack resends does not count as a wait of the client.")
    func resent() throws {
        var call = MadeUpCall()
        call.add(at: .zero, on: .init())
        call.add(at: .milliseconds(200), on: .init(connection: 0, exchange: 1), end: .fault)
        call.add(at: .milliseconds(203), on: .init(connection: 1, exchange: 0))
        call.add(at: .milliseconds(603), on: .init(connection: 1, exchange: 1))
        call.overhead = Self.overhead
        #expect(try MadeUp.client().judge("BACK-01", "503", call).verdict == .pass)
    }
}
