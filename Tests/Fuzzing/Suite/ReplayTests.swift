import FuzzTargets
import RehearsalTestSupport
import TestAdmission
import Testing

@Suite("What is kept from fuzzing", .admitted)
struct FuzzReplayTests {
    @Test("Every seed and every finding is read as its target demands.", arguments: Kept.all)
    func replay(_ kept: Kept) async throws {
        try await onThread { try kept.target.check(kept.bytes) }
    }

    @Test("Every target has seeds to start from.", arguments: FuzzTarget.all)
    func seeds(_ target: FuzzTarget) {
        #expect(Kept.all.count { $0.target.name == target.name && $0.path.contains("/Seeds/") } >= 20)
    }

    @Test("Every folder of seeds, findings or words belongs to a target.")
    func folders() {
        #expect(Kept.strays == [])
    }
}
