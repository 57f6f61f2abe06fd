/// A store of values on this device.
public protocol LocalStoreProtocol<Value>: Sendable {
    /// The type of the stored values.
    associatedtype Value: Identifiable, Sendable where Value.ID: Sendable

    /// Returns the value with an identifier; nil if it is not stored.
    func value(id: Value.ID) async throws -> Value?
    /// Returns all values, the oldest first.
    func values() async throws -> [Value]
    /// Stores values; a stored value with the same identifier is replaced at its position.
    func save(_ values: [Value]) async throws
    /// Removes the value with an identifier, if it is stored.
    func remove(id: Value.ID) async throws
}

/// A store in memory.
public actor MemoryStore<Value: Identifiable & Sendable>: LocalStoreProtocol where Value.ID: Sendable {
    private var stored: [Value]

    /// Creates a store with initial values.
    public init(_ values: [Value] = []) { stored = values }

    /// Returns the value with an identifier; nil if it is not stored.
    public func value(id: Value.ID) -> Value? { stored.first { $0.id == id } }

    /// Returns all values, the oldest first.
    public func values() -> [Value] { stored }

    /// Stores values; a stored value with the same identifier is replaced at its position.
    public func save(_ values: [Value]) {
        for value in values {
            if let index = stored.firstIndex(where: { $0.id == value.id }) {
                stored[index] = value
            } else {
                stored.append(value)
            }
        }
    }

    /// Removes the value with an identifier, if it is stored.
    public func remove(id: Value.ID) { stored.removeAll { $0.id == id } }
}
