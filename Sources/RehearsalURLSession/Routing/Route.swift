import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Where the requests of one configuration go, and how they get there.
final class Route: Sendable {
    let hosts: HostMap
    private let configuration: URLSessionConfiguration
    private let relay = Locked<Relay?>(nil)

    /// - Parameter configuration: what requests are sent with; that is read when the first of them goes, so that what
    ///   was set after `rehearse` counts.
    init(_ hosts: HostMap, like configuration: URLSessionConfiguration) {
        self.hosts = hosts
        self.configuration = configuration
    }

    /// The app's cookies; nil if it has none.
    var cookies: HTTPCookieStorage? { configuration.httpShouldSetCookies ? configuration.httpCookieStorage : nil }

    /// Sends a request to the backend, and what comes back to the exchange.
    func send(_ request: URLRequest, for exchange: Exchange) { current.send(request, for: exchange) }

    private var current: Relay {
        relay.withLock {
            if let relay = $0 { return relay }
            let relay = Relay(plain)
            $0 = relay
            return relay
        }
    }

    /// The configuration without what belongs to the original hosts.
    private var plain: URLSessionConfiguration {
        let plain = configuration.copy() as? URLSessionConfiguration ?? .default
        plain.protocolClasses = plain.protocolClasses?.filter { !($0 is ReroutedProtocol.Type) }
        // Cookies are those of the host that was asked for, not of the address that answers.
        plain.httpShouldSetCookies = false
        plain.httpCookieStorage = nil
        // Ports are given anew: on disk, what one backend answered would be found by another.
        plain.urlCache = plain.urlCache.map { _ in URLCache(memoryCapacity: 4 << 20, diskCapacity: 0, diskPath: nil) }
        return plain
    }
}

/// Every route of this process by its number.
final class Routes: Sendable {
    static let shared = Routes()

    private let routes = Locked<[Route]>([])

    /// Returns the number it is found by.
    func add(_ route: Route) -> Int {
        routes.withLock {
            $0.append(route)
            return $0.count - 1
        }
    }

    subscript(number: Int) -> Route? {
        routes.withLock { $0.indices.contains(number) ? $0[number] : nil }
    }
}

/// A value that threads share, and that each of them reaches only while it holds the value's lock.
final class Locked<Value>: @unchecked Sendable {
    // Sendable: `value` is reached in `withLock` alone, whose lock orders every access.
    private let lock = NSLock()
    private var value: Value

    init(_ value: sending Value) { self.value = value }

    func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
        lock.lock()
        defer { lock.unlock() }
        return body(&value)
    }
}
