import ReferenceClients
import RehearsalTestSupport
import RehearsalTesting
import TestAdmission
import Testing

@Suite("Remote configuration", .limitedConcurrency)
struct ConfigurationServiceTests {
    private let defaults = RemoteConfiguration(
        minimumVersion: "1.0",
        pageSize: 20,
        features: ["dark_mode": false, "live_updates": true]
    )
    private let remote = RemoteConfiguration(
        minimumVersion: "2.4",
        pageSize: 50,
        features: ["dark_mode": true, "live_updates": false]
    )

    private func sut(
        _ backend: Backend,
        clock: any Clock<Duration> = ContinuousClock()
    ) -> ConfigurationService {
        let client = APIClient(baseURL: backend.baseURL, timeout: .seconds(3_600), retry: .none)
        return ConfigurationService(client: client, defaults: defaults, timeLimit: .seconds(60), clock: clock)
    }

    @Test("The defaults apply before the first fetch.", .backend("apps/every-app/happy-path"))
    func before() async throws {
        let backend = try Backend.current
        #expect(await sut(backend).current == defaults)
        #expect(backend.journal.count == 0)
    }

    @Test("A fetched configuration applies from then on.", .backend("apps/every-app/happy-path"))
    func refresh() async throws {
        let backend = try Backend.current
        let sut = sut(backend)
        #expect(await sut.refresh() == remote)
        #expect(await sut.current == remote)
        #expect(backend.journal.requests == ["GET /config"])
    }

    @Test("A feature is on only if the configuration enables it.")
    func isOn() {
        #expect(remote.isOn("dark_mode"))
        #expect(!remote.isOn("live_updates"))
        #expect(!remote.isOn("hover_mode"))
    }

    @Test("The defaults apply after any failure.", .backend("apps/every-app/config-unavailable"))
    func fallsBack() async throws {
        let backend = try Backend.current
        let sut = sut(backend)
        for _ in 0..<3 { #expect(await sut.refresh() == defaults) }
        #expect(backend.journal.entries.map(\.status) == [503, 200, 200])
    }

    @Test("A failed fetch keeps the earlier configuration.", .backend("apps/every-app/happy-path"))
    func keeps() async throws {
        let backend = try Backend.current
        let sut = sut(backend)
        _ = await sut.refresh()
        try backend.play(Scenario("down", endpoints: [.get("/config", replies: [.init(500)])]))
        #expect(await sut.refresh() == remote)
    }

    @Test("A missing value keeps its default.", .backend("apps/every-app/config-newer"))
    func newer() async throws {
        let expected = RemoteConfiguration(
            minimumVersion: "3.0",
            pageSize: 20,
            features: ["dark_mode": false, "live_updates": true, "hover_mode": true]
        )
        #expect(await sut(try Backend.current).refresh() == expected)
    }

    @Test("An empty configuration changes nothing.")
    func nothing() async throws {
        let backend = try Backend.start(
            Scenario("nothing", endpoints: [.get("/config", replies: [.init(body: .json([:]))])])
        )
        #expect(await sut(backend).refresh() == defaults)
    }

    @Test(
        "A caller waits no longer than its time limit, and a late reply still applies.",
        .backend("apps/every-app/config-late"),
        .timeLimit(.minutes(20))
    )
    func late() async throws {
        let backend = try Backend.current
        let clock = VirtualClock(.manually)
        let sut = sut(backend, clock: clock)
        let refresh = Task { await sut.refresh() }
        try await backend.wait(for: .get("/config"), within: .seconds(300))
        await clock.waitForSleeps(atLeast: 1)
        clock.advance(by: .seconds(60))
        #expect(await refresh.value == defaults)
        try backend.release("config")
        #expect(await sut.refresh() == remote)
        await backend.journal.settled()
        #expect(backend.journal.entries.map(\.end).allSatisfy { $0 == .completed })
    }

    @Test("Ten concurrent callers receive the same reply.", .backend("apps/every-app/config-late"))
    func together() async throws {
        let backend = try Backend.current
        let sut = sut(backend)
        let tasks = (0..<10).map { _ in Task { await sut.refresh() } }
        try await backend.wait(for: .get("/config"), within: .seconds(300))
        try backend.release("config")
        for task in tasks { #expect(await task.value == remote) }
    }
}
