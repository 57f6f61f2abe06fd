import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Asks the backend where there is a connection, and the store where there is none.
///
/// Only failures of the connection are answered from the store. A server that says no, fails, or writes what cannot be
/// read was reached: what is kept would hide it. And a store that fails hides nothing that the server said.
struct OnlineFirst<Value: Identifiable & Sendable>: Sendable where Value.ID: Sendable {
    let store: any LocalStoreProtocol<Value>
    let monitor: any NetworkMonitorProtocol

    /// One value.
    ///
    /// - Throws: what asking throws; without a connection and a kept value, ``NetworkError/networkError(_:)``.
    func value(id: Value.ID, _ ask: () async throws -> Value) async throws -> Value {
        try await read {
            do {
                let value = try await ask()
                try? await store.save([value])
                return value
            } catch NetworkError.httpError(let failure) where [404, 410].contains(failure.status) {
                // It is gone, and must not come back when the connection goes.
                try? await store.remove(id: id)
                throw NetworkError.httpError(failure)
            }
        } orKept: {
            try await store.value(id: id)
        }
    }

    /// A page of a list; without a connection, of those kept values that belong to the list.
    func page(
        _ number: Int,
        limit: Int,
        where isListed: (Value) -> Bool = { _ in true },
        _ ask: () async throws -> Page<Value>,
    ) async throws -> Page<Value> {
        try await read {
            let page = try await ask()
            try? await store.save(page.items)
            return page
        } orKept: {
            let kept = try await store.values().filter(isListed)
            return kept.isEmpty ? nil : Page(number, of: kept, limit: limit)
        }
    }

    /// A value that the server has made or changed; it is kept once the server says so, and not before.
    func written(_ write: () async throws -> Value) async throws -> Value {
        try await requireConnection()
        let value = try await write()
        try? await store.save([value])
        return value
    }

    /// What removing says; what the server does not have any more is not kept either.
    func removed<Answer>(id: Value.ID, _ remove: () async throws -> Answer) async throws -> Answer {
        try await requireConnection()
        let answer = try await remove()
        try? await store.remove(id: id)
        return answer
    }

    private func read<Result>(
        _ ask: () async throws -> Result,
        orKept kept: () async throws -> Result?,
    ) async throws -> Result {
        do {
            try await requireConnection()
            return try await ask()
        } catch let error as NetworkError where error.isConnectivity {
            guard let kept = try? await kept() else { throw error }
            return kept
        }
    }

    private func requireConnection() async throws {
        guard await monitor.isConnected else { throw NetworkError.networkError(URLError(.notConnectedToInternet)) }
    }
}

/// Knows whether there is a connection; on a device, it is asked of the system.
public protocol NetworkMonitorProtocol: Sendable {
    /// Whether a request can be expected to leave the device.
    var isConnected: Bool { get async }
}

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
