import RehearsalContracts
import TestAdmission
import Testing

@Suite("What a wait is seen longer than it was", .admitted)
struct OverheadTests {
    @Test("It is 5 ms and three times the slowest in a hundred; too few controls say nothing.")
    func bound() {
        let controls = Array(repeating: Duration.milliseconds(1), count: 29) + [.milliseconds(4)]
        #expect(Overhead.bound(of: controls) == .milliseconds(17))
        #expect(Overhead.bound(of: Array(controls.dropFirst())) == nil)
        let many = Array(repeating: Duration.milliseconds(1), count: 199) + [.milliseconds(40)]
        #expect(Overhead.bound(of: many) == .milliseconds(8))
    }

    @Test("It is little enough up to a quarter of what is judged.")
    func fine() {
        #expect(Overhead.isFine(.milliseconds(50), for: .milliseconds(200)))
        #expect(!Overhead.isFine(.milliseconds(51), for: .milliseconds(200)))
    }
}
