public import Foundation

/// A user; the prefix distinguishes the type from the users of other apps.
public struct BoundariesUser: Sendable, Hashable, Identifiable {
    /// The unique identifier.
    public let id: String
    /// The user name.
    public let username: String
    /// The time of registration.
    public let createdDate: Date

    /// Creates a user.
    public init(id: String, username: String, createdDate: Date) {
        self.id = id
        self.username = username
        self.createdDate = createdDate
    }
}

/// A user in the JSON of the backend.
struct BoundariesUserDTO: Decodable {
    var id: Identifier
    var username: String
    var createdAt: Timestamp

    private enum CodingKeys: String, CodingKey {
        case id
        case username = "user_name"
        case createdAt = "created_at"
    }

    var user: BoundariesUser { BoundariesUser(id: id.value, username: username, createdDate: createdAt.date) }
}

/// A user as stored on this device. The type is separate from the domain model, so that a change of the model leaves
/// stored data readable.
public struct UserEntity: Sendable, Hashable, Identifiable, Codable {
    /// The unique identifier.
    public let id: String
    /// The user name.
    public let username: String
    /// The time of registration in seconds since 2001, which is the exact value of a `Date`.
    public let createdAt: TimeInterval

    /// Creates the stored form of a user.
    public init(_ user: BoundariesUser) {
        id = user.id
        username = user.username
        createdAt = user.createdDate.timeIntervalSinceReferenceDate
    }

    /// The domain model.
    public var user: BoundariesUser {
        BoundariesUser(id: id, username: username, createdDate: Date(timeIntervalSinceReferenceDate: createdAt))
    }
}

/// The formatted texts of a user's card.
public struct UserCardModel: Sendable, Hashable {
    /// The display name, such as `@batman`.
    public let displayName: String
    /// The registration text, such as `Joined 1 January 2024`.
    public let joinedDateText: String

    /// Creates the card of a user.
    ///
    /// - Parameters:
    ///   - locale: the locale of dates.
    ///   - timeZone: the time zone of dates.
    public init(_ user: BoundariesUser, locale: Locale = .current, timeZone: TimeZone = .current) {
        displayName = "@\(user.username)"
        let style = Date.FormatStyle(date: .long, time: .omitted, locale: locale, timeZone: timeZone)
        joinedDateText = "Joined \(user.createdDate.formatted(style))"
    }
}

/// A repository of users.
public protocol BoundariesUserRepositoryProtocol: Sendable {
    /// Returns one user; without a connection, the stored one.
    ///
    /// - Throws: ``ValidationError/emptyIdentity`` before sending; ``NetworkError``.
    func getUser(id: BoundariesUser.ID) async throws -> BoundariesUser
}

/// A repository that reads users from the backend and, without a connection, from this device.
struct BoundariesUserRepository: BoundariesUserRepositoryProtocol {
    let client: any APIClientProtocol
    let users: OnlineFirst<UserEntity>

    /// Sends `GET /users/{id}`.
    func getUser(id: BoundariesUser.ID) async throws -> BoundariesUser {
        let id = try id.notBlank(or: ValidationError.emptyIdentity)
        let entity = try await users.value(id: id) {
            UserEntity(try await client.model(\BoundariesUserDTO.user, id: id, from: Endpoint(.get, "/users/\(id)")))
        }
        return entity.user
    }
}
