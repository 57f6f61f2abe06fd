import ReferenceClients
import Rehearsal
import RehearsalContracts

/// What every app promises of what it does beside its own work: remote configuration, and analytics.
enum EveryAppPromises {
    /// The promises of one app.
    ///
    /// - Parameters:
    ///   - prefix: what the promises of the app begin with: `PARK`.
    ///   - reading: an operation of the app that reads; configuration rests on what holds of it.
    ///   - sending: one that must not be sent twice; analytics rest on what holds of it.
    ///   - client: what the app sends its requests with.
    static func all<Subject>(
        prefix: String,
        reading: String,
        sending: String,
        client: @escaping @Sendable (Subject) -> any APIClientProtocol,
    ) -> [Contract<Subject>.Promise] {
        [
            defaults("\(prefix)-CONFIG-01", of: reading, client),
            newer("\(prefix)-CONFIG-02", of: reading, client),
            start("\(prefix)-START-01", of: reading, client),
            analytics("\(prefix)-ANALYTICS-01", of: sending, client),
        ]
    }

    /// What an app is built with.
    private static let built = RemoteConfiguration(features: ["dark_mode": false, "live_updates": true])

    private static func defaults<Subject>(
        _ id: String,
        of operation: String,
        _ client: @escaping @Sendable (Subject) -> any APIClientProtocol,
    ) -> Contract<Subject>.Promise {
        refreshed(
            id,
            "Whatever comes in place of a configuration, what the app was built with holds.",
            of: operation,
            playing: EveryAppScenarios.unavailable,
            [built, built, built],
            client
        )
    }

    private static func newer<Subject>(
        _ id: String,
        of operation: String,
        _ client: @escaping @Sendable (Subject) -> any APIClientProtocol,
    ) -> Contract<Subject>.Promise {
        refreshed(
            id,
            "A configuration for newer apps is taken as far as it is known; the rest is as the app was built.",
            of: operation,
            playing: "apps/every-app/config-newer",
            [
                RemoteConfiguration(
                    minimumVersion: "3.0",
                    features: ["dark_mode": false, "live_updates": true, "hover_mode": true]
                )
            ],
            client
        )
    }

    /// What holds after each time that the configuration is asked for.
    private static func refreshed<Subject>(
        _ id: String,
        _ statement: String,
        of operation: String,
        playing scenario: JSON,
        _ wanted: [RemoteConfiguration],
        _ client: @escaping @Sendable (Subject) -> any APIClientProtocol,
    ) -> Contract<Subject>.Promise {
        .init(id, statement, of: operation, playing: scenario, .value(wanted)) { subject in
            let service = configuration(client(subject))
            var held: [RemoteConfiguration] = []
            for _ in wanted { held.append(await service.refresh()) }
            return held
        }
    }

    private static func start<Subject>(
        _ id: String,
        of operation: String,
        _ client: @escaping @Sendable (Subject) -> any APIClientProtocol,
    ) -> Contract<Subject>.Promise {
        .init(
            id,
            "The start of the app waits neither for its configuration nor for analytics.",
            of: operation,
            playing: EveryAppScenarios.start,
            .value([
                built, RemoteConfiguration(minimumVersion: "2.4", pageSize: 50, features: EveryAppScenarios.features),
            ])
        ) { subject in
            let client = client(subject)
            let service = configuration(client)
            let start = AppStart(configuration: service, analytics: Analytics(client: client))
            let begun = await start.run()
            try await client.perform(Endpoint(.get, "/first-screen"))
            return [begun, await service.refresh()]
        }
    }

    private static func analytics<Subject>(
        _ id: String,
        of operation: String,
        _ client: @escaping @Sendable (Subject) -> any APIClientProtocol,
    ) -> Contract<Subject>.Promise {
        .init(
            id,
            "Of many events a few wait, and each is sent once, whatever the backend says.",
            of: operation,
            playing: EveryAppScenarios.events,
            .any,
            .init(restsOn: ["STAT-01", "STAT-05", "RETRY-04"])
        ) { subject in
            let client = client(subject)
            let analytics = Analytics(client: client, capacity: 2)
            for number in 1...20 { analytics.track(AnalyticsEvent("event_\(number)")) }
            try await client.perform(Endpoint(.get, "/screens/first"))
            analytics.track(AnalyticsEvent("last"))
            try await client.perform(Endpoint(.get, "/screens/last"))
        }
    }

    /// Waits longer than any client does: how long that is, is nothing that is promised here.
    private static func configuration(_ client: any APIClientProtocol) -> ConfigurationService {
        ConfigurationService(client: client, defaults: built, patience: .seconds(60))
    }
}
