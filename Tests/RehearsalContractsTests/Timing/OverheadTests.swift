import RehearsalContracts
import TestAdmission
import Testing

@Suite("The overhead of a measured wait", .limitedConcurrency)
struct OverheadTests {
    @Test("The overhead is 5 ms plus three times the 99th percentile, and unknown with too few controls.")
    func bound() {
        let controls = Array(repeating: Duration.milliseconds(1), count: 29) + [.milliseconds(4)]
        #expect(WaitOverhead.bound(of: controls) == .milliseconds(17))
        #expect(WaitOverhead.bound(of: Array(controls.dropFirst())) == nil)
        let many = Array(repeating: Duration.milliseconds(1), count: 199) + [.milliseconds(40)]
        #expect(WaitOverhead.bound(of: many) == .milliseconds(8))
    }

    @Test("The overhead is acceptable up to a quarter of the judged wait.")
    func fine() {
        #expect(WaitOverhead.isSmallEnough(.milliseconds(50), for: .milliseconds(200)))
        #expect(!WaitOverhead.isSmallEnough(.milliseconds(51), for: .milliseconds(200)))
    }
}
