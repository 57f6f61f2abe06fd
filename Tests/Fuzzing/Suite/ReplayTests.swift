import FuzzTargets
import RehearsalTestSupport
import TestAdmission
import Testing

@Suite("The stored inputs of the fuzzer", .limitedConcurrency)
struct FuzzReplayTests {
    @Test("Every seed and every earlier finding passes the checks of its target.", arguments: CorpusFile.all)
    func replay(_ file: CorpusFile) async throws {
        try await runBlocking { try file.target.check(file.bytes) }
    }

    @Test("Every target has at least 20 seeds.", arguments: FuzzTarget.all)
    func seeds(_ target: FuzzTarget) {
        #expect(CorpusFile.all.count { $0.target.name == target.name && $0.path.contains("/Seeds/") } >= 20)
    }

    @Test("Every folder of seeds or findings and every dictionary belongs to a target.")
    func folders() {
        #expect(CorpusFile.strays == [])
    }
}
