import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The hosts and the backend session that one call of `rehearse` connects.
final class Route: Sendable {
    let hosts: HostMap
    private let configuration: URLSessionConfiguration
    private let createdSession = Locked<BackendSession?>(nil)

    /// - Parameter configuration: the app's configuration. It is copied at the first request, so that the app can
    ///   change it after the call of `rehearse`.
    init(_ hosts: HostMap, like configuration: URLSessionConfiguration) {
        self.hosts = hosts
        self.configuration = configuration
    }

    /// The app's cookie storage; nil if the configuration sets no cookies.
    var cookies: HTTPCookieStorage? { configuration.httpShouldSetCookies ? configuration.httpCookieStorage : nil }

    /// Sends a request to the backend, and reports the events of its reply to the exchange.
    func send(_ request: URLRequest, for exchange: RoutedExchange) { session.send(request, for: exchange) }

    private var session: BackendSession {
        createdSession.withLock {
            if let createdSession = $0 { return createdSession }
            let createdSession = BackendSession(backendConfiguration)
            $0 = createdSession
            return createdSession
        }
    }

    /// A copy of the configuration for requests to the backend, without rerouting, cookies and a cache on disk.
    private var backendConfiguration: URLSessionConfiguration {
        let copy = configuration.copy() as? URLSessionConfiguration ?? .default
        copy.protocolClasses = copy.protocolClasses?.filter { !($0 is ReroutedProtocol.Type) }
        // Cookies belong to the requested host, not to the backend's address.
        copy.httpShouldSetCookies = false
        copy.httpCookieStorage = nil
        // Backends reuse ports, so a cache on disk would serve responses of another backend.
        copy.urlCache = copy.urlCache.map { _ in URLCache(memoryCapacity: 4 << 20, diskCapacity: 0, diskPath: nil) }
        return copy
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
    // Sendable: only `withLock` accesses `value`, and it holds the lock.
    private let lock = NSLock()
    private var value: Value

    init(_ value: sending Value) { self.value = value }

    func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
        lock.lock()
        defer { lock.unlock() }
        return body(&value)
    }
}
