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
