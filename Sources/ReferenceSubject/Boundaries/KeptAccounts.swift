import Foundation
import ReferenceClients
import Rehearsal
import RehearsalHarness

/// The accounts that are kept on the device: documents of the store that a case brings, `users/123`.
struct KeptAccounts: LocalStoreProtocol {
    let store: Trial.Store

    func value(id: UserEntity.ID) throws -> UserEntity? {
        guard let document = store[Self.key(id)] else { return nil }
        return try JSONDecoder().decode(UserEntity.self, from: Data(document.bytes()))
    }

    func values() throws -> [UserEntity] {
        let prefix = Self.key("")
        let keys = store.all.keys.filter { $0.hasPrefix(prefix) }.sorted()
        return try keys.compactMap { try value(id: String($0.dropFirst(prefix.count))) }
    }

    func save(_ values: [UserEntity]) throws {
        for value in values {
            store[Self.key(value.id)] = try JSON(parsing: Array(JSONEncoder().encode(value)))
        }
    }

    func remove(id: UserEntity.ID) { store[Self.key(id)] = nil }

    private static func key(_ id: String) -> String { "users/\(id)" }
}
