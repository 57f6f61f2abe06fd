import ReferenceClients

/// Something as it lies in a store of documents.
protocol KeptDocument: Codable {
    /// What it is to the app.
    associatedtype Value: Identifiable & Sendable where Value.ID: Sendable

    init(_ value: Value)

    /// - Throws: ``Unreadable`` if it holds what cannot be.
    func value() throws -> Value
}

/// What is kept is not what was written.
struct Unreadable: Error {}
