import Foundation
import ReferenceClients
import Rehearsal
import RehearsalContracts
import RehearsalHarness
import RehearsalReports
import TestAdmission
import Testing

@testable import ReferenceSubject

@Suite("Exploration of the five apps", .limitedConcurrency)
struct AppExplorationTests {
    @Test("A search of the parking app has no finding.")
    func parking() async throws {
        let subject = InProcessSubject(.parking) {
            ParkingServices($0, over: WireTransport(to: $0.baseURL, timeout: $0.timeout))
        }
        #expect(try await findings(subject, AppExplorations.parking) == [])
    }

    @Test("A search of the shop has no finding.")
    func shop() async throws {
        let subject = InProcessSubject(.shop) {
            ShopServices($0, over: WireTransport(to: $0.baseURL, timeout: $0.timeout))
        }
        #expect(try await findings(subject, AppExplorations.shop) == [])
    }

    @Test("A search of the users app has no finding.")
    func users() async throws {
        let subject = InProcessSubject(.users) {
            UsersServices($0, over: WireTransport(to: $0.baseURL, timeout: $0.timeout))
        }
        #expect(try await findings(subject, AppExplorations.users) == [])
    }

    @Test("A search of the boundaries app has no finding.")
    func boundaries() async throws {
        let subject = InProcessSubject(.boundaries) {
            BoundariesServices($0, over: WireTransport(to: $0.baseURL, timeout: $0.timeout))
        }
        #expect(try await findings(subject, AppExplorations.boundaries) == [])
    }

    @Test("A search of the features app has no finding.")
    func features() async throws {
        let subject = InProcessSubject(.features) {
            FeaturesServices($0, over: WireTransport(to: $0.baseURL, timeout: $0.timeout))
        }
        #expect(try await findings(subject, AppExplorations.features) == [])
    }

    @Test("A search of the configuration service that all apps share has no finding.")
    func configuration() async throws {
        let contract = Contract<ConfigurationService>(
            "configuration",
            declares: .init(retry: .none) { $0.clockInjection = true },
            operations: [
                .value(
                    "refreshConfiguration",
                    .get("/config"),
                    recorded: .json(#"{"page_size": 50}"#)
                ) { await $0.refresh() }
            ],
            classify: { _ in nil }
        )
        let subject = InProcessSubject(contract) { context in
            let transport = WireTransport(to: context.baseURL, timeout: context.timeout)
            let client = APIClient(baseURL: context.baseURL, transport: transport)
            return ConfigurationService(client: client, clock: context.clock)
        }
        #expect(try await findings(subject, AppExplorations.configuration) == [])
    }

    /// Returns the findings of a search, as text. Its schedules depend on the seed alone.
    private func findings<Subject: Sendable>(
        _ subject: InProcessSubject<Subject>,
        _ exploration: Exploration,
    ) async throws -> [String] {
        var options = Explorer.Options()
        (options.schedules, options.strategy) = (300, .random)
        let report = try await Explorer(SequentialSubject(subject), exploration, options).run()
        #expect(report.progress.schedules == 300)
        return report.findings.map { $0.lines.joined(separator: "\n") }
            + report.flaky.map { "flaky: " + $0.finding.lines.joined(separator: "\n") }
    }
}
