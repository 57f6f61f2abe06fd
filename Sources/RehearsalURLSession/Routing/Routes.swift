import Foundation

/// Every route of this process by its number.
final class Routes: @unchecked Sendable {
    // Sendable: what changes is reached under the lock.
    static let shared = Routes()

    private let lock = NSLock()
    private var routes: [Route] = []

    /// Returns the number it is found by.
    func add(_ route: Route) -> Int {
        lock.lock()
        defer { lock.unlock() }
        routes.append(route)
        return routes.count - 1
    }

    subscript(number: Int) -> Route? {
        lock.lock()
        defer { lock.unlock() }
        return routes.indices.contains(number) ? routes[number] : nil
    }
}
