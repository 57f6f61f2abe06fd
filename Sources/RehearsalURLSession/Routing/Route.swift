import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The hosts and the backend session of one configuration.
final class Route: Sendable {
    let hosts: HostMap
    private let configuration: URLSessionConfiguration
    private let relay = Locked<BackendSession?>(nil)

    /// - Parameter configuration: the configuration for sending; it is read at the first request, so that changes after
    ///   `rehearse` apply.
    init(_ hosts: HostMap, like configuration: URLSessionConfiguration) {
        self.hosts = hosts
        self.configuration = configuration
    }

    /// The app's cookie storage; nil if the configuration sets no cookies.
    var cookies: HTTPCookieStorage? { configuration.httpShouldSetCookies ? configuration.httpCookieStorage : nil }

    /// Sends a request to the backend, and its events to the exchange.
    func send(_ request: URLRequest, for exchange: RoutedExchange) { current.send(request, for: exchange) }

    private var current: BackendSession {
        relay.withLock {
            if let relay = $0 { return relay }
            let relay = BackendSession(plain)
            $0 = relay
            return relay
        }
    }

    /// The configuration without state of the original hosts.
    private var plain: URLSessionConfiguration {
        let plain = configuration.copy() as? URLSessionConfiguration ?? .default
        plain.protocolClasses = plain.protocolClasses?.filter { !($0 is ReroutedProtocol.Type) }
        // Cookies belong to the requested host, not to the backend's address.
        plain.httpShouldSetCookies = false
        plain.httpCookieStorage = nil
        // Ports are reused: an on-disk cache would serve one backend's responses for another.
        plain.urlCache = plain.urlCache.map { _ in URLCache(memoryCapacity: 4 << 20, diskCapacity: 0, diskPath: nil) }
        return plain
    }
}

/// The routes of this process by number.
final class Routes: Sendable {
    static let shared = Routes()

    private let routes = Locked<[Route]>([])

    /// Adds a route and returns its number.
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

/// A value that threads share and access only while they hold its lock.
final class Locked<Value>: @unchecked Sendable {
    // Sendable: only `withLock` accesses `value`, and its lock orders every access.
    private let lock = NSLock()
    private var value: Value

    init(_ value: sending Value) { self.value = value }

    func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
        lock.lock()
        defer { lock.unlock() }
        return body(&value)
    }
}
