import TestAdmission
import Testing

@testable import Rehearsal

@Suite("Random draws", .limitedConcurrency)
struct RandomSourceTests {
    private func draws(_ delay: Fault.Delay, seed: UInt64 = 7) -> [Int64] {
        (0..<20_000).map { number in
            var source = RandomSource(seed: seed, endpoint: 0xA5, request: number)
            return delay.sample(from: &source)
        }
    }

    @Test("Uniform draws stay within their bounds, reach both of them, and have their median in the middle.")
    func uniform() {
        let few = draws(.uniform(.nanoseconds(5), .nanoseconds(8)))
        #expect(Set(few) == [5, 6, 7, 8])
        let many = draws(.uniform(.milliseconds(100), .milliseconds(300))).sorted()
        #expect(many.allSatisfy { (100_000_000...300_000_000).contains($0) })
        #expect((197_000_000...203_000_000).contains(many[10_000]))
        #expect((145_000_000...155_000_000).contains(many[5_000]))
    }

    @Test("Reversed bounds are swapped, negative ones count as zero, and equal ones yield a constant.")
    func oddBounds() {
        #expect(draws(.uniform(.nanoseconds(8), .nanoseconds(5))).allSatisfy { (5...8).contains($0) })
        #expect(draws(.uniform(.nanoseconds(-8), .nanoseconds(-5))).allSatisfy { $0 == 0 })
        #expect(draws(.uniform(.seconds(1), .seconds(1))).allSatisfy { $0 == 1_000_000_000 })
        #expect(draws(.uniform(.zero, .seconds(1 << 40))).allSatisfy { $0 >= 0 })
        #expect(draws(.fixed(.milliseconds(-1))).allSatisfy { $0 == 0 })
    }

    @Test("Log-normal draws have the given median and 99th percentile, and are never negative.")
    func logNormal() {
        let sorted = draws(.logNormal(median: .milliseconds(100), p99: .milliseconds(400))).sorted()
        #expect(sorted[0] > 0)
        #expect((97_000_000...103_000_000).contains(sorted[10_000]))
        #expect((370_000_000...430_000_000).contains(sorted[19_800]))
        // The spread is symmetric: the first percentile is a quarter of the median.
        #expect((23_000_000...27_000_000).contains(sorted[200]))
    }

    @Test("Log-normal draws without a valid spread equal the median.")
    func oddLogNormal() {
        #expect(draws(.logNormal(median: .seconds(2), p99: .seconds(1))).allSatisfy { $0 == 2_000_000_000 })
        #expect(draws(.logNormal(median: .zero, p99: .seconds(1))).allSatisfy { $0 == 0 })
    }

    @Test("A draw depends only on the seed, the endpoint and the number of the request.")
    func identity() {
        func first(_ seed: UInt64, _ endpoint: UInt64, _ request: Int) -> UInt64 {
            var source = RandomSource(seed: seed, endpoint: endpoint, request: request)
            return source.next()
        }
        #expect(first(1, 2, 3) == first(1, 2, 3))
        let others = [first(2, 2, 3), first(1, 3, 3), first(1, 2, 4), first(2, 1, 3), first(1, 2, 3)]
        #expect(Set(others).count == others.count)
        let units = (0..<10_000).map { number in
            var source = RandomSource(seed: 0, endpoint: 0, request: number)
            return source.unit()
        }
        #expect(units.allSatisfy { (0..<1).contains($0) })
        #expect(abs(units.reduce(0, +) / 10_000 - 0.5) < 0.01)
    }

    @Test("A chance comes true with about its probability.", arguments: [0.01, 0.3, 0.9])
    func chance(_ chance: Double) {
        let met = (0..<20_000).count { number in
            var source = RandomSource(seed: 11, endpoint: 1, request: number)
            return Fault.Occurrence.chance(chance).includes(number, &source)
        }
        #expect(abs(Double(met) / 20_000 - chance) < 0.01)
    }
}
