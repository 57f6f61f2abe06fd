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
