import Foundation
import RehearsalTesting
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite("Tests that must fail", .enabled(if: FixtureRun.isRequested))
struct IssueTests {
    private static let demanding = Scenario(
        "demanding",
        endpoints: [.get("/items", replies: [.init(503, times: 1, required: true), .init(200)])]
    )
    private static let empty = Scenario("empty", endpoints: [.get("/items", replies: [.init()])])

    @Test("A request that no endpoint answers fails its test.", .backend(empty))
    func unexpected() async throws {
        let url = try Backend.current.baseURL.appending(path: "itmes")
        _ = try await URLSession(configuration: .ephemeral).data(from: url)
    }

    @Test("An unused required reply fails its test.", .backend(demanding))
    func unused() throws {
        #expect(try Backend.current.port > 0)
    }

    @Test("Two backends without a name fail their test.", .backend(empty), .backend(demanding))
    func sameName() {}

    @Test("A backend that is never finished fails its test.")
    func unfinished() async throws {
        let backend = try Backend.start(Self.empty)
        _ = try await URLSession(configuration: .ephemeral).data(from: backend.baseURL.appending(path: "itmes"))
    }

    @Test("A query without a slash fails its test.", .backend(empty))
    func slash() throws {
        #expect(try Backend.current.journal.requests(.get("items")).isEmpty)
    }

    @Test("A missing scenario fails its test.", .backend("no/such"))
    func missing() {}

    @Test("A client that throws fails its test and shows the last requests.", .backend(empty))
    func throwing() async throws {
        let url = try Backend.current.baseURL.appending(path: "items")
        _ = try await URLSession(configuration: .ephemeral).data(from: url)
        throw URLError(.badServerResponse)
    }
}
