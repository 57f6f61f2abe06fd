/// A service that provides the configuration of an app.
public protocol ConfigurationServiceProtocol: Sendable {
    /// The current configuration, available before the first fetch and after a failure.
    var current: RemoteConfiguration { get async }
    /// Fetches the configuration within a time limit, and returns the current one.
    @discardableResult
    func refresh() async -> RemoteConfiguration
}

/// A configuration service over HTTP: `GET /config`.
///
/// When an app starts, it reads ``current`` and does not wait for ``refresh()``.
public actor ConfigurationService: ConfigurationServiceProtocol {
    /// The configuration of the last successful fetch, or the defaults.
    public private(set) var current: RemoteConfiguration

    private let client: any APIClientProtocol
    private let defaults: RemoteConfiguration
    private let fetchTimeLimit: TimeLimit
    private let fetching = SingleFlight<RemoteConfiguration>()

    /// Creates a service.
    ///
    /// - Parameters:
    ///   - defaults: the configuration before the first successful fetch.
    ///   - timeLimit: the maximum time that ``refresh()`` waits for a response.
    ///   - clock: the clock that measures `timeLimit`.
    public init(
        client: any APIClientProtocol,
        defaults: RemoteConfiguration = RemoteConfiguration(),
        timeLimit: Duration = .seconds(2),
        clock: any Clock<Duration> = ContinuousClock(),
    ) {
        self.client = client
        self.defaults = defaults
        self.fetchTimeLimit = TimeLimit(duration: timeLimit, clock: clock)
        current = defaults
    }

    /// Fetches the configuration; concurrent callers share one request.
    ///
    /// A failure keeps the current configuration. A response after the time limit still takes effect.
    @discardableResult
    public func refresh() async -> RemoteConfiguration {
        _ = await fetchTimeLimit.value { try await self.fetching.value { try await self.fetch() } }
        return current
    }

    private func fetch() async throws -> RemoteConfiguration {
        let response: RemoteConfigurationDTO = try await client.value(from: Endpoint(.get, "/config"))
        current = response.configuration(over: defaults)
        return current
    }
}

/// A time limit for an operation whose result is optional.
struct TimeLimit {
    var duration: Duration
    var clock: any Clock<Duration>

    /// Returns the value of an operation; nil if it fails or exceeds the time limit, which cancels it.
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

/// The tasks that every app performs when it starts.
public struct AppLaunch: Sendable {
    private let configuration: any ConfigurationServiceProtocol
    private let analytics: any AnalyticsProtocol

    /// Creates the tasks.
    public init(configuration: any ConfigurationServiceProtocol, analytics: any AnalyticsProtocol) {
        self.configuration = configuration
        self.analytics = analytics
    }

    /// Starts a fetch of the configuration and records the start of the app, without waiting for either.
    ///
    /// - Returns: the configuration to start with.
    public func run() async -> RemoteConfiguration {
        analytics.track(AnalyticsEvent("app_started"))
        Task { await configuration.refresh() }
        return await configuration.current
    }
}
