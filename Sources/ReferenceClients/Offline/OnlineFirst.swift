import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A source of values that reads from the backend and, only without a connection, from the store.
///
/// It throws error statuses and decoding errors, because stored values would hide them. It ignores errors of the store.
struct OnlineFirst<Value: Identifiable & Sendable>: Sendable where Value.ID: Sendable {
    let store: any LocalStoreProtocol<Value>
    let monitor: any NetworkMonitorProtocol

    /// Returns one value.
    ///
    /// - Throws: the errors of the fetch; ``NetworkError/networkError(_:)`` if there is neither a connection nor a
    ///   stored value.
    func value(id: Value.ID, _ fetch: () async throws -> Value) async throws -> Value {
        try await read {
            do {
                let value = try await fetch()
                try? await store.save([value])
                return value
            } catch NetworkError.httpError(let failure) where [404, 410].contains(failure.status) {
                // The backend has deleted the value, so it must not reappear without a connection.
                try? await store.remove(id: id)
                throw NetworkError.httpError(failure)
            }
        } orStored: {
            try await store.value(id: id)
        }
    }

    /// Returns a page of a list; without a connection, a page of the stored values that satisfy `isListed`.
    func page(
        _ number: Int,
        limit: Int,
        where isListed: (Value) -> Bool = { _ in true },
        _ fetch: () async throws -> Page<Value>,
    ) async throws -> Page<Value> {
        try await read {
            let page = try await fetch()
            try? await store.save(page.items)
            return page
        } orStored: {
            let stored = try await store.values().filter(isListed)
            return stored.isEmpty ? nil : Page(number, of: stored, limit: limit)
        }
    }

    /// Creates or changes a value at the backend, and stores the result.
    func write(_ write: () async throws -> Value) async throws -> Value {
        try await requireConnection()
        let value = try await write()
        try? await store.save([value])
        return value
    }

    /// Removes a value at the backend, then in the store.
    func remove<Response>(id: Value.ID, _ remove: () async throws -> Response) async throws -> Response {
        try await requireConnection()
        let response = try await remove()
        try? await store.remove(id: id)
        return response
    }

    private func read<Result>(
        _ fetch: () async throws -> Result,
        orStored stored: () async throws -> Result?,
    ) async throws -> Result {
        do {
            try await requireConnection()
            return try await fetch()
        } catch let error as NetworkError where error.isConnectionFailure {
            guard let stored = try? await stored() else { throw error }
            return stored
        }
    }

    private func requireConnection() async throws {
        guard await monitor.isConnected else { throw NetworkError.networkError(URLError(.notConnectedToInternet)) }
    }
}

/// A monitor of the network connection.
public protocol NetworkMonitorProtocol: Sendable {
    /// Whether the device has a network connection.
    var isConnected: Bool { get async }
}

/// A monitor with a constant state, for tests and platforms without a network monitor.
public struct FixedNetworkMonitor: NetworkMonitorProtocol {
    /// Whether the device has a network connection.
    public let isConnected: Bool

    /// Creates a monitor.
    public init(isConnected: Bool) { self.isConnected = isConnected }
}

extension NetworkMonitorProtocol where Self == FixedNetworkMonitor {
    /// A monitor of a connected device.
    public static var connected: FixedNetworkMonitor { FixedNetworkMonitor(isConnected: true) }

    /// A monitor of a disconnected device.
    public static var disconnected: FixedNetworkMonitor { FixedNetworkMonitor(isConnected: false) }
}
