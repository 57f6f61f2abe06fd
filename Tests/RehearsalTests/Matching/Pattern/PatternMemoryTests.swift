import TestAdmission
import Testing

@testable import Rehearsal
@testable import RehearsalJSON

@Suite("The memory of a pattern", .limitedConcurrency)
struct PatternMemoryTests {
    /// Letters a and b in an order that does not repeat.
    private func scattered(_ count: Int) -> [UInt8] {
        var state: UInt64 = 1
        return (0..<count).map { _ in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state >> 63 == 0 ? 0x61 : 0x62
        }
    }

    @Test("The memory stays within its bound for any number of sets.", arguments: [100, 1_000, 20_000])
    func bound(_ most: Int) throws {
        let sut = try Scenario.Pattern("[ab]*a[ab]{14}c")
        var run = PatternMatcher(sut.program, searching: true, maximumCacheSize: most)
        #expect(scattered(5_000).withUnsafeBufferPointer { !run.matches(for: $0.span) })
        #expect(run.cache.count <= most)
        #expect(run.cache.count > 0)
    }

    @Test("A set is found again regardless of the order of its steps, and different sets are distinct.")
    func order() {
        let program = [PatternProgram.Step](repeating: .set(0), count: 8)
        var ways = PatternStateSet(program.count)
        var sut = PatternStateCache(width: 1, maximumCount: .max)
        func number(_ steps: [Int]) -> Int {
            ways.removeAll()
            for step in steps { ways.add(step, program) }
            return sut.number(of: ways)
        }
        let first = number([1, 2, 3])
        #expect(number([3, 1, 2]) == first)
        #expect(number([2, 3, 1, 2]) == first)
        #expect(number([1, 2, 4]) != first)
        #expect(number([1, 2]) != first)
        #expect(number([]) != first)
        #expect(sut.isDead(number([])))
        #expect(!sut.isDead(first))
    }

    @Test("Sets with equal hashes are distinct.")
    func collisions() {
        // Among 200,000 sums of two 32-bit hashes, some are equal.
        let program = [PatternProgram.Step](repeating: .set(0), count: 640)
        var ways = PatternStateSet(program.count)
        var sut = PatternStateCache(width: 1, maximumCount: .max)
        var numbers: Set<Int> = []
        var pairs = 0
        for one in program.indices {
            for other in program.indices.dropFirst(one + 1) {
                ways.removeAll()
                ways.add(one, program)
                ways.add(other, program)
                numbers.insert(sut.number(of: ways))
                pairs += 1
            }
        }
        #expect(numbers.count == pairs)
    }
}
