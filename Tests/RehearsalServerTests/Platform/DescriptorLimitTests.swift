import RehearsalPlatform
import TestAdmission
import Testing

@testable import RehearsalServer

@Suite("The limit of open descriptors", .limitedConcurrency)
struct DescriptorLimitTests {
    @Test(
        "The soft limit is raised to the hard limit or the system's maximum, and never lowered.",
        arguments: [(256, 1_024, 1_024), (256, 99_999, 10_240), (20_000, 99_999, nil), (1_024, 1_024, nil)]
            as [(rlim_t, rlim_t, rlim_t?)]
    )
    func raised(soft: rlim_t, hard: rlim_t, expected: rlim_t?) {
        #expect(LoopGroup.raisedLimit(rlimit(rlim_cur: soft, rlim_max: hard), most: 10_240) == expected)
    }
}
