import Rehearsal

/// Simulates correct clients, and counts how often the timing rules report them.
///
/// Each line has the number of clients, the stated rate, the clients reported once, those reported twice, the limit for
/// the latter, and the name.
@main
struct Judging {
    static let clients = 10_000

    static func main() {
        for kind in Kind.all { print(kind.line) }
        for chance in Chance.all { print(chance.line) }
    }

    /// The number of alarms at a rate that is exceeded in at most one of a thousand simulations.
    static func limit(_ rate: Double) -> Int {
        let mean = rate * Double(clients)
        return Int((mean + 3.1 * mean.squareRoot() + 1).rounded(.down))
    }
}

/// A random generator with the same numbers in each run.
struct FaultDraws {
    private var state: UInt64
    fileprivate var curve = 0.0

    init(_ seed: UInt64) { state = seed }

    mutating func unit() -> Double {
        state &+= 0x9E37_79B9_7F4A_7C15
        var bits = state
        bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
        return Double((bits ^ (bits >> 31)) >> 11) / 9_007_199_254_740_992
    }

    mutating func between(_ least: Double, _ most: Double) -> Double { least + (most - least) * unit() }

    /// The time in seconds that a busy machine adds to a wait: half are below 0.4 ms, 1 % above 6 ms.
    mutating func overhead() -> Double {
        // The sum of twelve uniform numbers approximates a normal distribution.
        let normal = (0..<12).reduce(-6.0) { sum, _ in sum + unit() }
        return 0.0004 * MathFunctions.power(normal * MathFunctions.logarithm(15) / 2.326)
    }
}

/// A retry policy, and the waits that its clients draw.
struct Kind: Sendable {
    var name: String
    var retry: DeclaredRetry
    /// Draws the wait with this number, in seconds, from the previous one.
    var draw: @Sendable (_ number: Int, _ step: Double, _ previous: Double, inout FaultDraws) -> Double

    static let all: [Kind] = [
        Kind("none", .none) { _, step, _, _ in step },
        Kind("full", .full) { _, step, _, draws in draws.between(0, step) },
        Kind("equal", .equal) { _, step, _, draws in draws.between(step / 2, step) },
        Kind("proportional", .proportional(0.25)) { _, step, _, draws in draws.between(step * 0.75, step * 1.25) },
        Kind("additive", .additive(.milliseconds(50))) { _, step, _, draws in step + draws.between(0, 0.05) },
        Kind("decorrelated, AWS", .decorrelated) { _, _, previous, draws in
            min(1, draws.between(0.2, max(0.2, previous * 3)))
        },
        Kind("decorrelated, smithy", .decorrelated) { _, _, previous, draws in
            min(1, draws.between(0.2, 0.2 + previous * 3))
        },
        Kind("smooth, Polly", .smooth) { number, _, _, draws in draws.polly(number) },
    ]

    init(
        _ name: String,
        _ jitter: DeclaredRetry.Jitter,
        draw: @escaping @Sendable (Int, Double, Double, inout FaultDraws) -> Double,
    ) {
        self.name = name
        retry = DeclaredRetry(attempts: 5, base: .milliseconds(200), cap: .seconds(1), jitter: jitter)
        if jitter == .smooth { retry.cap = .seconds(60) }
        self.draw = draw
    }

    var line: String {
        var draws = FaultDraws(UInt64(name.utf8.count) &* 7_919 &+ 17)
        var (once, twice, early) = (0, 0, 0)
        for _ in 0..<Judging.clients {
            let first = alarm(&draws)
            guard first != .none else { continue }
            once += 1
            if first == .early { early += 1 }
            if alarm(&draws) != .none { twice += 1 }
        }
        // A wait that is too short must never be reported here; other reports count only if they occur twice.
        let limit = early > 0 ? -1 : Judging.limit(1e-5)
        return "\(Judging.clients) 1e-5 \(once) \(twice) \(limit) envelope: \(name)"
    }

    enum Alarm { case none, early, late }

    /// Returns the report of the timing rules on one client on a busy machine.
    private func alarm(_ draws: inout FaultDraws) -> Alarm {
        let envelope = WaitBounds(retry)
        let controls = (0..<30).map { _ in Duration.seconds(draws.overhead()) }
        guard let overhead = WaitOverhead.bound(of: controls), WaitOverhead.isFine(overhead, for: retry.base) else {
            return .none
        }
        var (previous, drawn, waits) = (Duration?.none, 0.2, [Duration]())
        for number in 1..<retry.attempts {
            drawn = draw(number, envelope.step(number) / .seconds(1), drawn, &draws)
            let wait = Duration.seconds(drawn + draws.overhead())
            switch envelope.fault(of: wait, number, after: previous, .wire(overhead)) {
            case .early: return .early
            case .late: return .late
            case nil: break
            }
            waits.append(wait)
            previous = wait
        }
        return envelope.isHotLoop(waits) ? .late : .none
    }
}

extension FaultDraws {
    /// Draws the next wait of Polly's formula, which depends on the previous point of its curve.
    mutating func polly(_ number: Int) -> Double {
        if number == 1 { curve = 0 }
        let time = Double(number - 1) + unit()
        let decay = MathFunctions.power(-2 * (4 * time).squareRoot())
        let next = MathFunctions.power(time * 0.693_147_180_559_945) * (1 - decay) / (1 + decay)
        defer { curve = next }
        return max(0, next - curve) * 0.2 / 1.4
    }
}

/// A statistical test that reports a correct client with a stated probability.
struct Chance: Sendable {
    var name: String
    var rate: Double
    var isWrong: @Sendable (inout FaultDraws) -> Bool

    static let all: [Chance] = [
        Chance(name: "growth, 8 runs of 5 waits, full jitter", rate: 1.6e-3) { draws in
            let runs = (0..<8).map { _ in (0..<5).map { draws.between(0, 0.05 * Double(1 << $0)) } }
            return WaitGrowth.slope(runs).map { $0 <= WaitGrowth.limit } ?? true
        },
        Chance(name: "growth, 16 runs of 4 waits, full jitter", rate: 1.3e-3) { draws in
            let runs = (0..<16).map { _ in (0..<4).map { draws.between(0, 0.05 * Double(1 << $0)) } }
            return WaitGrowth.slope(runs).map { $0 <= WaitGrowth.limit } ?? true
        },
        Chance(name: "jitter, 8 runs, full", rate: 7.3e-7) { draws in
            !Spread.isJittered((0..<8).map { _ in draws.between(0, 0.2) })
        },
        Chance(name: "jitter, 5 runs, equal", rate: 6.7e-3) { draws in
            !Spread.isJittered((0..<5).map { _ in draws.between(0.1, 0.2) })
        },
        Chance(name: "uniformity, 20 waits", rate: 1e-3) { draws in
            let shares = (0..<20).map { _ in draws.unit() }
            return Uniformity.distance(shares) > Uniformity.limit(count: 20, onceIn: .thousand)
        },
        Chance(name: "uniformity, 20 waits", rate: 1e-2) { draws in
            let shares = (0..<20).map { _ in draws.unit() }
            return Uniformity.distance(shares) > Uniformity.limit(count: 20, onceIn: .hundred)
        },
        Chance(name: "herd, 20 clients", rate: 1e-3) { draws in
            let returns = (0..<20).map { _ in draws.between(0, 0.2) }
            return ThunderingHerd.densest(returns, window: 0.02) > ThunderingHerd.limit(clients: 20) ?? 0
        },
        Chance(name: "herd, 100 clients", rate: 1e-3) { draws in
            let returns = (0..<100).map { _ in draws.between(0, 0.2) }
            return ThunderingHerd.densest(returns, window: 0.02) > ThunderingHerd.limit(clients: 100) ?? 0
        },
    ]

    var line: String {
        var draws = FaultDraws(UInt64(name.utf8.count) &* 104_729 &+ 3)
        var (once, twice) = (0, 0)
        for _ in 0..<Judging.clients where isWrong(&draws) {
            once += 1
            if isWrong(&draws) { twice += 1 }
        }
        let isKept = once <= Judging.limit(rate)
        return "\(Judging.clients) \(rate) \(once) \(twice) \(isKept ? Judging.limit(rate * rate) : -1) \(name)"
    }
}
