import ReferenceClients
import Rehearsal
import RehearsalContracts

/// The promises that all apps share, about remote configuration and analytics.
struct SharedPromises<Subject> {
    typealias Promise = Contract<Subject>.Promise

    private let prefix: String
    private let reading: String
    private let sending: String
    private let client: @Sendable (Subject) -> any APIClientProtocol

    /// Returns the shared promises for one app.
    ///
    /// - Parameters:
    ///   - prefix: the prefix of the app's promise IDs, such as `PARK`.
    ///   - readOperation: the name of an operation that reads, on whose rules the configuration promises depend.
    ///   - writeOperation: the name of an operation that must not be retried. The analytics promises depend on its
    ///     rules.
    ///   - client: returns the client of the app.
    static func all(
        prefix: String,
        readOperation: String,
        writeOperation: String,
        client: @escaping @Sendable (Subject) -> any APIClientProtocol,
    ) -> [Promise] {
        let app = SharedPromises(prefix: prefix, reading: readOperation, sending: writeOperation, client: client)
        return [app.defaults, app.newer, app.start, app.analytics]
    }

    private var defaults: Promise {
        refreshed(
            "CONFIG-01",
            "The built-in configuration stays in effect if the configuration is unavailable or invalid.",
            playing: SharedScenarios.unavailable,
            Array(repeating: Built.configuration, count: 3)
        )
    }

    private var newer: Promise {
        refreshed(
            "CONFIG-02",
            "The known settings of a newer configuration take effect; other settings keep their built-in values.",
            playing: "apps/every-app/config-newer",
            [
                RemoteConfiguration(
                    minimumVersion: "3.0",
                    features: ["dark_mode": false, "live_updates": true, "hover_mode": true]
                )
            ]
        )
    }

    /// Returns a promise about the configurations that successive refreshes return.
    private func refreshed(
        _ id: String,
        _ statement: String,
        playing scenario: JSON,
        _ expected: [RemoteConfiguration],
    ) -> Promise {
        Promise("\(prefix)-\(id)", statement, of: reading, playing: scenario, .value(expected)) { [client] subject in
            let service = Built.service(client(subject))
            var configurations: [RemoteConfiguration] = []
            for _ in expected { configurations.append(await service.refresh()) }
            return configurations
        }
    }

    private var start: Promise {
        Promise(
            "\(prefix)-START-01",
            "The app starts without waiting for its configuration or analytics.",
            of: reading,
            playing: SharedScenarios.start,
            .value([
                Built.configuration,
                RemoteConfiguration(minimumVersion: "2.4", pageSize: 50, features: SharedScenarios.features),
            ])
        ) { [client] subject in
            let client = client(subject)
            let service = Built.service(client)
            let start = AppLaunch(configuration: service, analytics: Analytics(client: client))
            let initial = await start.run()
            try await client.perform(Endpoint(.get, "/first-screen"))
            return [initial, await service.refresh()]
        }
    }

    private var analytics: Promise {
        Promise(
            "\(prefix)-ANALYTICS-01",
            "Analytics queue a limited number of events, and send each event once, even if the backend fails.",
            of: sending,
            playing: SharedScenarios.events,
            .any,
            .init(dependsOn: ["STAT-01", "STAT-05", "RETRY-04"])
        ) { [client] subject in
            let client = client(subject)
            let analytics = Analytics(client: client, capacity: 2)
            for number in 1...20 { analytics.track(AnalyticsEvent("event_\(number)")) }
            try await client.perform(Endpoint(.get, "/screens/first"))
            analytics.track(AnalyticsEvent("last"))
            try await client.perform(Endpoint(.get, "/screens/last"))
        }
    }
}

/// The built-in configuration of an app.
private enum Built {
    static let configuration = RemoteConfiguration(features: ["dark_mode": false, "live_updates": true])

    /// Returns a service whose time limit is too long to pass during a promise.
    static func service(_ client: any APIClientProtocol) -> ConfigurationService {
        ConfigurationService(client: client, defaults: configuration, timeLimit: .seconds(60))
    }
}
