import Foundation
import ReferenceClients
import Rehearsal
import RehearsalHarness

/// What an app keeps of one kind, where the harness can put something before a case and look after it.
///
/// It is one document, a list: whoever asks for one and whoever asks for all find the same.
actor DocumentStore<Kept: KeptDocument>: LocalStoreProtocol {
    private let name: String
    private let documents: Trial.Store

    /// The list of that name.
    init(_ name: String, of documents: Trial.Store) { (self.name, self.documents) = (name, documents) }

    func value(id: Kept.Value.ID) throws -> Kept.Value? { try values().first { $0.id == id } }

    func values() throws -> [Kept.Value] {
        guard let list = documents[name] else { return [] }
        return try JSONDecoder().decode([Kept].self, from: Data(list.bytes())).map { try $0.value() }
    }

    func save(_ values: [Kept.Value]) throws {
        var kept = try self.values()
        for value in values {
            if let index = kept.firstIndex(where: { $0.id == value.id }) {
                kept[index] = value
            } else {
                kept.append(value)
            }
        }
        try write(kept)
    }

    func remove(id: Kept.Value.ID) throws {
        let kept = try values()
        // What is not there changes nothing, and leaves what is there as it was written.
        guard kept.contains(where: { $0.id == id }) else { return }
        try write(kept.filter { $0.id != id })
    }

    private func write(_ values: [Kept.Value]) throws {
        let data = try JSONEncoder().encode(values.map { Kept($0) })
        documents[name] = try JSON(parsing: Array(data))
    }
}

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
