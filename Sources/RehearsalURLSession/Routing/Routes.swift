import Foundation

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
