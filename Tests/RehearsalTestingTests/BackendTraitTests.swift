import RehearsalTesting
import Testing

@Suite("The backend trait")
struct BackendTraitTests {
    @Test("A test has the backend that its trait names.", .backend("outage/503-503-200"))
    func file() async throws {
        let sut = try Backend.current
        #expect(sut.journal.count == 0)
    }
}
