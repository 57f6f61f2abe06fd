/// Knows whether there is a connection; on a device, it is asked of the system.
public protocol NetworkMonitorProtocol: Sendable {
    /// Whether a request can be expected to leave the device.
    var isConnected: Bool { get async }
}
