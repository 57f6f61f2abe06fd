import RehearsalGallery
import RehearsalTesting
import TestAdmission
import Testing

@testable import RehearsalTesting

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A client without a defect, in a process whose cooperative threads are blocked for five seconds at a time.
///
/// The test delays every other test of the process, so it runs only if the environment variable states the number of
/// blocks per task. `REHEARSAL_HELD_CLAUSE` limits it to the clauses whose ids have that prefix. With enough blocks the
/// threads are still held when a clause is run again, and the test shows the reason for skipping it.
@Suite(
    "A contract in a process whose pool is blocked",
    .limitedConcurrency,
    .enabled(
        if: TestEnvironment.environment("REHEARSAL_HELD_POOL") != nil,
        "it blocks the threads of all tests; run REHEARSAL_HELD_POOL=3 swift test --filter HeldPoolTests"
    )
)
struct HeldPoolTests {
    /// Starts eight tasks that block their threads repeatedly, on first use.
    private static let holders: Void = {
        let blocks = TestEnvironment.environment("REHEARSAL_HELD_POOL").flatMap { Int($0) } ?? 1
        for _ in 0..<8 {
            Task.detached(priority: .medium) {
                for _ in 0..<blocks {
                    block()
                    try? await Task.sleep(for: .seconds(1))
                }
            }
        }
    }()

    private static func block() {
        var time = timespec(tv_sec: 5, tv_nsec: 0)
        _ = nanosleep(&time, nil)
    }

    private static var clauses: [Contract<ParkingClient>.Clause] {
        let prefix = TestEnvironment.environment("REHEARSAL_HELD_CLAUSE") ?? ""
        return Gallery.contract.clauses.filter { $0.id.hasPrefix(prefix) }
    }

    @Test("No clause fails while the pool is blocked.", arguments: clauses)
    func holds(_ clause: Contract<ParkingClient>.Clause) async throws {
        _ = Self.holders
        try await expect(clause) { ParkingClient($0) }
    }
}
