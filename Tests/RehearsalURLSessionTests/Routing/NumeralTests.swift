import TestAdmission
import Testing

@testable import RehearsalURLSession

@Suite("Protocol classes by number", .limitedConcurrency)
struct NumeralTests {
    @Test("Each number always has the same distinct class.")
    func distinct() {
        let numbers = 0..<2_000
        let classes = numbers.map { ObjectIdentifier(ReroutedProtocol.numbered($0)) }
        #expect(Set(classes).count == numbers.count)
        #expect(numbers.map { ObjectIdentifier(ReroutedProtocol.numbered($0)) } == classes)
    }

    @Test("The value of a numeral type equals its digits.")
    func value() {
        #expect(Zero.value == 0)
        #expect(Odd<Zero>.value == 1)
        #expect(Even<Odd<Odd<Zero>>>.value == 6)
    }

    @Test("A class without a route has no requests.")
    func unrouted() throws {
        #expect(ReroutedProtocol.numbered(1 << 40).route == nil)
    }
}
