/// Knows what an app is configured with.
public protocol ConfigurationServiceProtocol: Sendable {
    /// What holds now: there at once, also before the first fetch and after one that failed.
    var current: RemoteConfiguration { get async }
    /// Asks for a newer one, for a moment, and returns what holds then.
    @discardableResult
    func refresh() async -> RemoteConfiguration
}

/// Remote configuration over HTTP, which no app waits for: `GET /config`.
///
/// The start of an app reads ``current`` and lets ``refresh()`` run beside it.
public actor ConfigurationService: ConfigurationServiceProtocol {
    /// What holds now: the defaults, or what the last fetch that succeeded has brought.
    public private(set) var current: RemoteConfiguration

    private let client: any APIClientProtocol
    private let defaults: RemoteConfiguration
    private let patience: Patience
    private let fetching = SingleFlight<RemoteConfiguration>()

    /// A service that asks through a client.
    ///
    /// - Parameters:
    ///   - defaults: what holds as long as the backend has said nothing else.
    ///   - patience: how long ``refresh()`` waits for an answer.
    ///   - clock: what that is measured by.
    public init(
        client: any APIClientProtocol,
        defaults: RemoteConfiguration = RemoteConfiguration(),
        patience: Duration = .seconds(2),
        clock: any Clock<Duration> = ContinuousClock(),
    ) {
        self.client = client
        self.defaults = defaults
        self.patience = Patience(duration: patience, clock: clock)
        current = defaults
    }

    /// Asks once, however many ask for it together.
    ///
    /// Whatever goes wrong, what held before holds on. An answer that comes later than anybody waits for holds from its
    /// coming.
    @discardableResult
    public func refresh() async -> RemoteConfiguration {
        _ = await patience.value { try await self.fetching.value { try await self.fetch() } }
        return current
    }

    private func fetch() async throws -> RemoteConfiguration {
        let answer: RemoteConfigurationDTO = try await client.value(from: Endpoint(.get, "/config"))
        current = answer.configuration(over: defaults)
        return current
    }
}

/// How long somebody waits for what could also be done without.
struct Patience {
    var duration: Duration
    var clock: any Clock<Duration>

    /// The value of an operation; nil if it fails or takes longer than that, and then it is cancelled.
    func value<Value: Sendable>(of operation: @escaping @Sendable () async throws -> Value) async -> Value? {
        await withTaskGroup(of: Value?.self) { group in
            group.addTask { try? await operation() }
            group.addTask {
                try? await clock.sleep(for: duration)
                return nil
            }
            defer { group.cancelAll() }
            return await group.next().flatMap(\.self)
        }
    }
}

/// What every app does when it starts, beside its own work.
public struct AppStart: Sendable {
    private let configuration: any ConfigurationServiceProtocol
    private let analytics: any AnalyticsProtocol

    /// A start with these.
    public init(configuration: any ConfigurationServiceProtocol, analytics: any AnalyticsProtocol) {
        self.configuration = configuration
        self.analytics = analytics
    }

    /// Asks for a newer configuration and notes that the app was started, without waiting for either.
    ///
    /// - Returns: what the app starts with.
    public func run() async -> RemoteConfiguration {
        analytics.track(AnalyticsEvent("app_started"))
        Task { await configuration.refresh() }
        return await configuration.current
    }
}
