import RehearsalTesting
import Testing

@Suite("A consumer that imports nothing else", .enabled(if: FixtureRun.isRequested))
struct PlainTests {
    private static let empty = Scenario("empty", endpoints: [.get("/items", replies: [.init(body: .json([]))])])

    @Test("A test can use the backend of its trait.", .backend(empty))
    func plain() throws {
        let backend = try Backend.current
        #expect(backend.port > 0)
        #expect(try backend.journal.attempts(.get("/items")).isEmpty)
    }
}
