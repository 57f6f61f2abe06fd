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
