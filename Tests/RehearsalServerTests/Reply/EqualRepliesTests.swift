import Rehearsal
import RehearsalPlatform
import TestAdmission
import Testing

@testable import RehearsalServer

@Suite("Equal replies", .limitedConcurrency)
struct EqualRepliesTests {
    @Test("Equal replies of a scenario share their bytes, and others do not.")
    func sharing() async throws {
        let endpoints: [Scenario.Endpoint] = [
            .get("/a", replies: [.init(body: .text("a"))]),
            .get("/b", replies: [.init(body: .text("a"), times: 1), .init(body: .text("b"))]),
            .get("/c", replies: [.init(201, body: .text("a"))]),
        ]
        let backend = try Backend.start(Scenario("test", endpoints: endpoints))
        let run = backend.session.run
        let replies = run.lock.withLock {
            [run.preparedReply(0, 0), run.preparedReply(1, 0), run.preparedReply(1, 1), run.preparedReply(2, 0)]
        }
        let addresses = replies.map { $0.encoded.bytes.withUnsafeBytes { UInt(bitPattern: $0.baseAddress) } }
        #expect(addresses[0] == addresses[1])
        #expect(Set(addresses).count == 3)
        #expect(replies.map(\.sentStatus) == [200, 200, 200, 201])
        await backend.stop()
    }
}
