import RehearsalContracts
import TestAdmission
import Testing

@Suite("Statistics of waits", .limitedConcurrency)
struct StatisticsTests {
    @Test(
        "The required number of runs distinguishes doubling waits from constant ones.",
        arguments: [(2, 90, 159), (3, 23, 40), (4, 9, 16), (5, 5, 8)]
    )
    func runs(_ waits: Int, _ hundred: Int, _ thousand: Int) {
        // The table rounds to the nearest run, the function rounds up.
        #expect((hundred...(hundred + 1)).contains(WaitGrowth.runsNeeded(waits: waits, onceIn: .hundred)))
        #expect((thousand...(thousand + 1)).contains(WaitGrowth.runsNeeded(waits: waits, onceIn: .thousand)))
    }

    @Test("The slope of doubling waits is ln 2, of constant waits 0, and of a single wait nil.")
    func slope() throws {
        #expect(abs(try #require(WaitGrowth.slope([[0.1, 0.2, 0.4], [0.05, 0.1, 0.2]])) - 0.693_147) < 1e-6)
        #expect(try #require(WaitGrowth.slope([[0.3, 0.3, 0.3]])) == 0)
        #expect(WaitGrowth.slope([[0.3], [0.2]]) == nil)
    }

    @Test(
        "The false alarm rate for a jittered client equals the table.",
        arguments: [
            (5, 4.6e-4, 6.7e-3), (6, 5.5e-5, 1.6e-3), (8, 7.3e-7, 8.5e-5), (10, 9.1e-9, 4.2e-6),
        ]
    )
    func jitter(_ runs: Int, _ full: Double, _ equal: Double) {
        #expect(abs(JitterTest.falseAlarm(runs: runs, share: 0.1) / full - 1) < 0.02)
        #expect(abs(JitterTest.falseAlarm(runs: runs, share: 0.2) / equal - 1) < 0.02)
    }

    @Test("Waits within a tenth of the longest do not count as jittered.")
    func spread() {
        #expect(!JitterTest.isJittered([0.9, 1, 0.95]))
        #expect(JitterTest.isJittered([0.89, 1, 0.95]))
        #expect(!JitterTest.isJittered([]))
    }

    @Test("One short wait rules out equal jitter, and many long ones make full jitter improbable.")
    func kinds() {
        let step = Duration.milliseconds(200)
        #expect(JitterTest.rulesOutEqual([(.milliseconds(94), step)]))
        #expect(!JitterTest.rulesOutEqual([(.milliseconds(95), step)]))
        #expect(JitterTest.chanceOfFull(Array(repeating: (.milliseconds(150), step), count: 10)) == 1.0 / 1_024)
        #expect(JitterTest.chanceOfFull([(.milliseconds(99), step)]) == nil)
    }

    @Test(
        "The limits of the Kolmogorov distance equal the simulated ones.",
        arguments: [
            (10, 0.492, 0.582), (15, 0.402, 0.483), (20, 0.353, 0.425), (30, 0.288, 0.346), (40, 0.253, 0.302),
            (60, 0.208, 0.248),
        ]
    )
    func uniformity(_ count: Int, _ hundred: Double, _ thousand: Double) {
        #expect(abs(Uniformity.limit(count: count, onceIn: .hundred) - hundred) < 0.006)
        #expect(abs(Uniformity.limit(count: count, onceIn: .thousand) - thousand) < 0.006)
    }

    @Test("The distance is small for evenly spaced shares and large for equal ones.")
    func distance() {
        #expect(abs(Uniformity.distance([0.05, 0.15, 0.25, 0.35, 0.45, 0.55, 0.65, 0.75, 0.85, 0.95]) - 0.05) < 1e-9)
        #expect(Uniformity.distance(Array(repeating: 0.5, count: 10)) == 0.5)
    }

    @Test("The limit of a herd is the number of clients that may return within a tenth of the bound.")
    func herd() {
        #expect([10, 20, 50, 100].map { ThunderingHerd.limit(clients: $0) } == [6, 9, 16, 25])
        #expect(ThunderingHerd.limit(clients: 35) == 13)
        #expect(ThunderingHerd.limit(clients: 9) == nil)
        #expect(ThunderingHerd.limit(clients: 101) == nil)
        #expect(ThunderingHerd.densest([0.5, 0.1, 0.12, 0.9, 0.19, 0.21], window: 0.1) == 3)
        #expect(ThunderingHerd.densest(Array(repeating: 0.2, count: 20), window: 0.02) == 20)
    }

    @Test("The growth of waits with full jitter is ln 2, and requires as many runs as the table.", arguments: 2...5)
    func expectedGrowth(_ waits: Int) throws {
        let bounds = (0..<waits).map { 0...Double(1 << $0) }
        let sut = try #require(ExpectedGrowth(bounds))
        #expect(abs(sut.slope - 0.693_147) < 1e-6)
        let (needed, table) = (
            sut.runsNeeded(onceIn: .thousand), WaitGrowth.runsNeeded(waits: waits, onceIn: .thousand)
        )
        #expect(abs(needed - table) <= 1)
    }

    @Test("Waits without jitter show their growth in one run, and a single wait shows none.")
    func exactGrowth() throws {
        #expect(try #require(ExpectedGrowth([0.2...0.2, 0.4...0.4])).runsNeeded(onceIn: .thousand) == 1)
        #expect(ExpectedGrowth([0.2...0.2]) == nil)
        #expect(ExpectedGrowth([0...0, 0.2...0.2]) == nil)
    }
}
