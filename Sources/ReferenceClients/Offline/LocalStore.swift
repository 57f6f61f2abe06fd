/// Keeps what was read, on this device.
public protocol LocalStoreProtocol<Value>: Sendable {
    /// What is kept.
    associatedtype Value: Identifiable, Sendable where Value.ID: Sendable

    /// The one with that identity; nil if it is not kept.
    func value(id: Value.ID) async throws -> Value?
    /// All that is kept, the one that has been there longest first.
    func values() async throws -> [Value]
    /// Keeps these; one that is kept already is replaced, where it is.
    func save(_ values: [Value]) async throws
    /// Forgets the one with that identity, if it is kept.
    func remove(id: Value.ID) async throws
}

/// Keeps values as long as it lives.
public actor MemoryStore<Value: Identifiable & Sendable>: LocalStoreProtocol where Value.ID: Sendable {
    private var kept: [Value]

    /// A store that holds these.
    public init(_ values: [Value] = []) { kept = values }

    /// The one with that identity; nil if it is not kept.
    public func value(id: Value.ID) -> Value? { kept.first { $0.id == id } }

    /// All that is kept, the one that has been there longest first.
    public func values() -> [Value] { kept }

    /// Keeps these; one that is kept already is replaced, where it is.
    public func save(_ values: [Value]) {
        for value in values {
            if let index = kept.firstIndex(where: { $0.id == value.id }) {
                kept[index] = value
            } else {
                kept.append(value)
            }
        }
    }

    /// Forgets the one with that identity, if it is kept.
    public func remove(id: Value.ID) { kept.removeAll { $0.id == id } }
}
