import ReferenceClients
import RehearsalTesting
import TestAdmission
import Testing

@Suite("The start of an app", .limitedConcurrency)
struct AppStartTests {
    @Test("The start does not wait for the backend, and uses the configuration later.", .timeLimit(.minutes(20)))
    func run() async throws {
        let held = try Backend.start("apps/every-app/config-late")
        var scenario = held.scenario
        scenario.endpoints.append(.post("/analytics", replies: [.init(202, hold: "analytics")]))
        let backend = try Backend.start(scenario)
        let client = APIClient(baseURL: backend.baseURL, timeout: .seconds(3_600), retry: .none)
        let configuration = ConfigurationService(client: client, timeLimit: .seconds(3_600))
        let sut = AppLaunch(configuration: configuration, analytics: Analytics(client: client))
        #expect(await sut.run() == RemoteConfiguration())
        try await backend.wait(for: .get("/config"), within: .seconds(300))
        try await backend.wait(for: .post("/analytics"), within: .seconds(300))
        #expect(await sut.run() == RemoteConfiguration())
        try backend.release("config")
        #expect(await configuration.refresh().minimumVersion == "2.4")
        #expect(await sut.run().minimumVersion == "2.4")
    }
}
