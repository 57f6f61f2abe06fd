import ReferenceClients
import Rehearsal
import RehearsalContracts

/// What every app promises of what it does beside its own work: remote configuration, and analytics.
struct EveryAppPromises<Subject> {
    typealias Promise = Contract<Subject>.Promise

    private let prefix: String
    private let reading: String
    private let sending: String
    private let client: @Sendable (Subject) -> any APIClientProtocol

    /// The promises of one app.
    ///
    /// - Parameters:
    ///   - prefix: what the promises of the app begin with: `PARK`.
    ///   - reading: an operation of the app that reads; configuration rests on what holds of it.
    ///   - sending: one that must not be sent twice; analytics rest on what holds of it.
    ///   - client: what the app sends its requests with.
    static func all(
        prefix: String,
        reading: String,
        sending: String,
        client: @escaping @Sendable (Subject) -> any APIClientProtocol,
    ) -> [Promise] {
        let app = EveryAppPromises(prefix: prefix, reading: reading, sending: sending, client: client)
        return [app.defaults, app.newer, app.start, app.analytics]
    }

    private var defaults: Promise {
        refreshed(
            "CONFIG-01",
            "Whatever comes in place of a configuration, what the app was built with holds.",
            playing: EveryAppScenarios.unavailable,
            Array(repeating: Built.configuration, count: 3)
        )
    }

    private var newer: Promise {
        refreshed(
            "CONFIG-02",
            "A configuration for newer apps is taken as far as it is known; the rest is as the app was built.",
            playing: "apps/every-app/config-newer",
            [
                RemoteConfiguration(
                    minimumVersion: "3.0",
                    features: ["dark_mode": false, "live_updates": true, "hover_mode": true]
                )
            ]
        )
    }

    /// What holds after each time that the configuration is asked for.
    private func refreshed(
        _ id: String,
        _ statement: String,
        playing scenario: JSON,
        _ wanted: [RemoteConfiguration],
    ) -> Promise {
        Promise("\(prefix)-\(id)", statement, of: reading, playing: scenario, .value(wanted)) { [client] subject in
            let service = Built.service(client(subject))
            var held: [RemoteConfiguration] = []
            for _ in wanted { held.append(await service.refresh()) }
            return held
        }
    }

    private var start: Promise {
        Promise(
            "\(prefix)-START-01",
            "The start of the app waits neither for its configuration nor for analytics.",
            of: reading,
            playing: EveryAppScenarios.start,
            .value([
                Built.configuration,
                RemoteConfiguration(minimumVersion: "2.4", pageSize: 50, features: EveryAppScenarios.features),
            ])
        ) { [client] subject in
            let client = client(subject)
            let service = Built.service(client)
            let start = AppStart(configuration: service, analytics: Analytics(client: client))
            let begun = await start.run()
            try await client.perform(Endpoint(.get, "/first-screen"))
            return [begun, await service.refresh()]
        }
    }

    private var analytics: Promise {
        Promise(
            "\(prefix)-ANALYTICS-01",
            "Of many events a few wait, and each is sent once, whatever the backend says.",
            of: sending,
            playing: EveryAppScenarios.events,
            .any,
            .init(restsOn: ["STAT-01", "STAT-05", "RETRY-04"])
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

/// The configuration that an app is built with.
private enum Built {
    static let configuration = RemoteConfiguration(features: ["dark_mode": false, "live_updates": true])

    /// Returns a service that waits longer than any client: its patience is not part of these promises.
    static func service(_ client: any APIClientProtocol) -> ConfigurationService {
        ConfigurationService(client: client, defaults: configuration, patience: .seconds(60))
    }
}
