/// Knows what an app is configured with.
public protocol ConfigurationServiceProtocol: Sendable {
    /// What holds now: there at once, also before the first fetch and after one that failed.
    var current: RemoteConfiguration { get async }
    /// Asks for a newer one, for a moment, and returns what holds then.
    @discardableResult
    func refresh() async -> RemoteConfiguration
}
