import Foundation
import RehearsalTesting
import TestAdmission
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The steps of a UI test, with an app that consists of its networking only.
@Suite("A test that controls the backend while the app runs", .limitedConcurrency)
struct UITestFlowTests {
    private static let list = Scenario(
        "list",
        endpoints: [.get("/api/v1/reservations", replies: [.init(body: .json([["id": 1]]), hold: "list")])]
    )
    private static let outage = Scenario(
        "outage",
        endpoints: [.get("/api/v1/reservations", replies: [.init(503, times: 1), .init(body: .json([]))])],
        expect: [.requests(.get("/api/v1/reservations"), count: 3)]
    )

    @Test("A test holds a reply until it releases it, then switches the scenario while the same app runs.")
    func flow() async throws {
        let backend = try Backend.start(Self.list)
        // In a UI test: app.launchEnvironment["REHEARSAL_URL"] = backend.baseURL.absoluteString; app.launch()
        let app = App(backend)

        async let first = app.get("/api/v1/reservations")
        try await backend.wait(for: .get("/api/v1/reservations"), within: .seconds(300))
        // Here a UI test asserts that the spinner is on the screen: the reply cannot arrive before its release.
        #expect(backend.journal.entries.map(\.end) == [nil])
        try backend.release("list")
        #expect(try await first.text == #"[{"id":1}]"#)

        try backend.play(Self.outage)
        #expect(try await app.get("/api/v1/reservations").response.statusCode == 503)
        #expect(try await app.get("/api/v1/reservations").text == "[]")

        #expect(try backend.journal.requests(.get("/api/v1/reservations")).map(\.status) == [200, 503, 200])
        try await backend.finish()
    }
}
