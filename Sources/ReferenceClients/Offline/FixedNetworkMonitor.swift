/// A connection that is always there, or never: where the system cannot be asked, and for tests.
public struct FixedNetworkMonitor: NetworkMonitorProtocol {
    /// Whether it is there.
    public let isConnected: Bool

    /// A monitor that does not change its mind.
    public init(isConnected: Bool) { self.isConnected = isConnected }
}

extension NetworkMonitorProtocol where Self == FixedNetworkMonitor {
    /// Each request is tried.
    public static var connected: FixedNetworkMonitor { FixedNetworkMonitor(isConnected: true) }

    /// No request is tried.
    public static var disconnected: FixedNetworkMonitor { FixedNetworkMonitor(isConnected: false) }
}
