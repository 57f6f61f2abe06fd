import Rehearsal
import RehearsalContracts
import TestAdmission
import Testing

@Suite("Envelopes of waits", .limitedConcurrency)
struct EnvelopeTests {
    /// A declared jitter, the number of a wait, and its bounds from the table in milliseconds.
    struct Row: Sendable, CustomTestStringConvertible {
        var jitter: DeclaredRetry.Jitter
        var number: Int
        var bounds: (least: Int, most: Int)
        var previous: Int?

        init(_ jitter: DeclaredRetry.Jitter, _ number: Int, _ least: Int, _ most: Int, after previous: Int? = nil) {
            (self.jitter, self.number, self.previous) = (jitter, number, previous)
            bounds = (least, most)
        }

        var testDescription: String { "\(jitter), wait \(number): \(bounds.least) to \(bounds.most)" }

        var envelope: WaitBounds {
            WaitBounds(DeclaredRetry(attempts: 8, base: .milliseconds(200), cap: .milliseconds(1_000), jitter: jitter))
        }
        var least: Duration { .milliseconds(bounds.least) }
        var most: Duration { .milliseconds(bounds.most) }
    }

    /// For a base of 200 ms that doubles, and a cap of a second.
    static let rows: [Row] = [
        Row(.none, 1, 200, 200), Row(.none, 2, 400, 400), Row(.none, 3, 800, 800), Row(.none, 4, 1_000, 1_000),
        Row(.full, 1, 0, 200), Row(.full, 3, 0, 800), Row(.full, 7, 0, 1_000),
        Row(.equal, 1, 100, 200), Row(.equal, 2, 200, 400), Row(.equal, 5, 500, 1_000),
        Row(.proportional(0.25), 1, 150, 250), Row(.proportional(0.5), 2, 200, 600),
        Row(.additive(.milliseconds(50)), 1, 200, 250), Row(.additive(.milliseconds(50)), 2, 400, 450),
        Row(.decorrelated, 1, 200, 800), Row(.decorrelated, 2, 200, 350, after: 50),
        Row(.decorrelated, 2, 200, 1_000, after: 600),
    ]

    @Test("The bounds equal those of the table.", arguments: rows)
    func bounds(_ row: Row) {
        let sut = row.envelope.bounds(row.number, after: row.previous.map { .milliseconds($0) })
        #expect(sut == row.least...row.most)
    }

    @Test("A wait is judged to the nanosecond with an injected clock, and with a tolerance without one.")
    func edges() {
        let overhead = Duration.milliseconds(12)
        for row in Self.rows {
            let previous = row.previous.map { Duration.milliseconds($0) }
            let fault = { (wait: Duration, slack: WaitTolerance) in
                row.envelope.violation(of: wait, row.number, after: previous, slack)
            }
            for slack in [WaitTolerance.exact, .wire(overhead), .retryAfter(overhead)] {
                let late = slack.late ?? .zero
                #expect(fault(row.least - slack.early, slack) == nil)
                #expect(fault(row.least - slack.early - .nanoseconds(1), slack) == .early(least: row.least))
                #expect(fault(row.most + late, slack) == nil)
                #expect(fault(row.most + late + .nanoseconds(1), slack) == .late(most: row.most))
            }
            #expect(fault(row.most + .seconds(3_600), .wire(nil)) == nil)
        }
    }

    @Test(
        "The smooth jitter of Polly ranges from zero to the maximum of its formula.",
        arguments: zip(1...5, [1.4, 2.8, 4.3, 8.6, 17.1])
    )
    func smooth(_ number: Int, _ factor: Double) {
        let sut = WaitBounds(DeclaredRetry(base: .seconds(1), cap: .seconds(60), jitter: .smooth)).bounds(number)
        #expect(sut.lowerBound == .zero)
        #expect(abs(sut.upperBound / .seconds(factor) - 1) < 0.02)
    }

    @Test("The presets have the default waits of their libraries, in milliseconds.")
    func presets() {
        let steps = { (retry: DeclaredRetry) in
            (1..<retry.attempts).prefix(4).map { Int(WaitBounds(retry).bounds($0).upperBound / .milliseconds(1)) }
        }
        #expect(steps(.alamofire) == [500, 1_000])
        #expect(steps(.aws) == [1_000, 2_000])
        #expect(steps(.aws2026) == [50, 100])
        #expect(steps(.azure) == [960, 1_920, 3_840])
        #expect(steps(.grpc) == [100, 200, 400])
        #expect(steps(.urllib3(total: 4, factor: .milliseconds(100))) == [0, 200, 400, 800])
        #expect(steps(.polly) == [2_000, 2_000, 2_000])
        #expect(steps(.resilience4j) == [500, 500])
        #expect(steps(.okHTTP) == [0])
    }

    @Test("The waits of AWS double up to their cap.")
    func capped() {
        var retry = DeclaredRetry.aws
        retry.attempts = 10
        let sut = WaitBounds(retry)
        #expect((1...9).map { sut.bound($0) } == [1, 2, 4, 8, 16, 20, 20, 20, 20].map { .seconds($0) })
        #expect(sut.longestTotal(10) == .seconds(111))
        #expect(sut.longestWait(10) == .seconds(20))
    }

    @Test("A wait that cannot be computed equals the cap.")
    func absurd() {
        let sut = WaitBounds(DeclaredRetry(base: .seconds(1), factor: 1_000, cap: .seconds(30)))
        #expect(sut.bounds(1_000) == .seconds(30)...(.seconds(30)))
        #expect(WaitBounds(.none).longestTotal(1) == .zero)
        for factor in [Double.greatestFiniteMagnitude, .infinity, .nan, -1e300, 0] {
            let retry = DeclaredRetry(base: .seconds(1), factor: factor, cap: .seconds(30))
            #expect((Duration.zero...(.seconds(30))).contains(WaitBounds(retry).bound(9)))
        }
        let smooth = WaitBounds(DeclaredRetry(attempts: 1_000, base: .seconds(1), cap: .seconds(30), jitter: .smooth))
        #expect(smooth.longestWait(1_000) == .seconds(30))
    }
}
