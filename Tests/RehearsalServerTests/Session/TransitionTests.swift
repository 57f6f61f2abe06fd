import Rehearsal
import RehearsalServer
import RehearsalTestSupport
import TestAdmission
import Testing

@Suite("State changes of concurrent requests", .limitedConcurrency)
struct TransitionTests {
    private static let connections = 64
    /// The number of requests that a client sends before it reads the replies.
    private static let batch = 50

    /// Returns the number of replies of each status that 64 concurrent connections receive together.
    ///
    /// Every connection sends a batch of requests before the first reply is read. The clients share one thread, because
    /// the thread sanitizer is very slow with more than 255 threads.
    private static func statuses(
        of sut: Backend,
        asking count: Int,
        _ request: @escaping @Sendable (Int) -> String,
    ) async throws -> [Int: Int] {
        let clients = try await RawClient.connect(connections, port: sut.port, timeout: 600)
        var statuses: [Int: Int] = [:]
        for start in stride(from: 0, to: count, by: batch) {
            let numbers = start..<min(count, start + batch)
            let bytes = Array(numbers.map(request).joined().utf8)
            await clients.each { $0.send(bytes) }
            let replies = await clients.each { client in numbers.map { _ in client.response()?.status ?? -1 } }
            for status in replies.joined() { statuses[status, default: 0] += 1 }
        }
        return statuses
    }

    private static func backend(_ scenario: Scenario, threads: Int) throws -> Backend {
        var options = Backend.Options()
        options.loops = try LoopGroup(threads: threads)
        options.journalBytes = 64 << 20
        options.limits = BothLoops.generousLimits
        return try Backend.start(scenario, options: options)
    }

    @Test("Twenty thousand requests change the state one after the other, without a lost update.", arguments: [1, 4])
    func alternating(_ threads: Int) async throws {
        func change(_ from: String, _ to: String, _ status: Int) -> Scenario.Endpoint {
            let then = Scenario.Change(state: to, increment: [.init("n")])
            return .post("/go", when: .state(from), replies: [.init(status, then: then)])
        }
        let counted = Scenario.Reply(body: .text("{{state.n}}"))
        let scenario = Scenario(
            "s",
            endpoints: [change("a", "b", 201), change("b", "a", 202), .get("/n", replies: [counted])],
            state: [.init("state", "a")]
        )
        let sut = try Self.backend(scenario, threads: threads)
        let count = 20_032 / Self.connections
        let statuses = try await Self.statuses(of: sut, asking: count) { _ in
            "POST /go HTTP/1.1\r\nHost: a\r\n\r\n"
        }
        #expect(statuses == [201: 10_016, 202: 10_016])
        #expect(try await RawClient(port: sut.port).get("/n")?.text == "20032")
        // Decisions follow the order of the journal, so each sees the state that the previous one left.
        let decided = sut.journal.entries.dropLast().compactMap(\.status)
        #expect(zip(decided, decided.dropFirst()).allSatisfy { $0 != $1 })
    }

    @Test("One of 64 concurrent requests for the same item receives it.", arguments: [1, 4])
    func claims(_ threads: Int) async throws {
        let scenario = Scenario(
            "s",
            endpoints: [
                Scenario.Endpoint(
                    .post,
                    "/claim/{id}",
                    replies: [.init(201, times: 1), .init(409)],
                    per: .capture("id")
                )
            ]
        )
        let sut = try Self.backend(scenario, threads: threads)
        let statuses = try await Self.statuses(of: sut, asking: 200) { "POST /claim/\($0) HTTP/1.1\r\nHost: a\r\n\r\n" }
        #expect(statuses == [201: 200, 409: 200 * 63])
        var winners: [String: Int] = [:]
        for entry in sut.journal.entries where entry.status == 201 { winners[entry.target, default: 0] += 1 }
        #expect(winners.count == 200)
        #expect(winners.values.allSatisfy { $0 == 1 })
    }
}
