import Rehearsal
import RehearsalContracts
import RehearsalGallery
import RehearsalServer
import TestAdmission
import Testing

@Suite("A late 401", .limitedConcurrency)
struct LateRefusalTests {
    @Test("The first 401 waits for a call that begins late, and the second arrives much later than the first.")
    func waits() async throws {
        var declaration = Declaration(
            name: "late",
            operations: [.init("list", .get, "/items", reply: .init(200), details: .init(value: []))]
        )
        declaration.features.authRefresh = .init()
        declaration.features.parallel = true
        let plan = Plan(declaration, profile: .extended)
        let clause = try #require(plan.clauses.first { $0.id.hasPrefix("AUTH-07/") })
        let backend = try Backend.start(clause.exercise.scenario)
        let wire = WireClient(host: "127.0.0.1", port: backend.port)
        let request = WireRequest("GET", "/items", headers: ["Authorization": "Bearer t1"])
        async let first = wire.send(request, within: .seconds(240))
        try await backend.wait(for: .get("/items"), count: 1, within: .seconds(240))
        let second = try await wire.send(request, within: .seconds(240))
        #expect(try await [first.status, second.status] == [401, 401])
        #expect(await backend.settled(within: .seconds(240)))
        let entries = backend.journal.entries
        let ends = try entries.map { try #require($0.endAt) }.sorted()
        #expect(ends.count == 2 && ends[0] > entries[1].at && ends[1] - entries[1].at >= 600_000_000)
        await backend.stop()
    }
}
