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
