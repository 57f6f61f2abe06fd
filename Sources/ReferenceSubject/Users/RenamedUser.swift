import Foundation
import ReferenceClients

/// What the users app reads of the answer to another name.
struct RenamedUser: Decodable, Sendable {
    var id: UUID
    var name: String
    var updatedAt: Timestamp

    private enum CodingKeys: String, CodingKey {
        case id
        case name
        case updatedAt = "updated_at"
    }
}
