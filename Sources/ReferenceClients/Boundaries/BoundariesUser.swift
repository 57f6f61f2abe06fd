public import Foundation

/// Somebody with an account; the prefix keeps this app's users apart from those of other apps.
public struct BoundariesUser: Sendable, Hashable, Identifiable {
    /// Who it is.
    public let id: String
    /// What they call themselves.
    public let username: String
    /// Since when they are here.
    public let createdDate: Date

    /// A user.
    public init(id: String, username: String, createdDate: Date) {
        self.id = id
        self.username = username
        self.createdDate = createdDate
    }
}

/// A user as the backend writes it.
struct BoundariesUserDTO: Decodable {
    var id: Identifier
    var username: String
    var createdAt: Timestamp

    private enum CodingKeys: String, CodingKey {
        case id
        case username = "user_name"
        case createdAt = "created_at"
    }

    /// As the app knows it.
    var user: BoundariesUser { BoundariesUser(id: id.value, username: username, createdDate: createdAt.date) }
}

/// A user as it is kept on the device: what is stored changes by migration, not with the app's own types.
public struct UserEntity: Sendable, Hashable, Identifiable, Codable {
    /// Who it is.
    public let id: String
    /// What they call themselves.
    public let username: String
    /// Since when they are here, in seconds since 2001, which loses nothing of a `Date`.
    public let createdAt: TimeInterval

    /// What is kept of a user.
    public init(_ user: BoundariesUser) {
        id = user.id
        username = user.username
        createdAt = user.createdDate.timeIntervalSinceReferenceDate
    }

    /// As the app knows it.
    public var user: BoundariesUser {
        BoundariesUser(id: id, username: username, createdDate: Date(timeIntervalSinceReferenceDate: createdAt))
    }
}

/// What a card shows of a user: text, and nothing to be decided any more.
public struct UserCardModel: Sendable, Hashable {
    /// `@batman`.
    public let displayName: String
    /// `Joined 1 January 2024`.
    public let joinedDateText: String

    /// The card of a user.
    ///
    /// - Parameters:
    ///   - locale: how dates are written.
    ///   - timeZone: whose days count.
    public init(_ user: BoundariesUser, locale: Locale = .current, timeZone: TimeZone = .current) {
        displayName = "@\(user.username)"
        let style = Date.FormatStyle(date: .long, time: .omitted, locale: locale, timeZone: timeZone)
        joinedDateText = "Joined \(user.createdDate.formatted(style))"
    }
}

/// Reads accounts.
public protocol BoundariesUserRepositoryProtocol: Sendable {
    /// One account; without a connection, as it is kept on this device.
    ///
    /// - Throws: ``ValidationError/emptyIdentity``, and then nothing was sent; ``NetworkError``.
    func getUser(id: BoundariesUser.ID) async throws -> BoundariesUser
}

/// Accounts: from the backend, and without a connection from this device.
struct BoundariesUserRepository: BoundariesUserRepositoryProtocol {
    let client: any APIClientProtocol
    let users: OnlineFirst<UserEntity>

    /// `GET /users/{id}`.
    func getUser(id: BoundariesUser.ID) async throws -> BoundariesUser {
        let id = try id.notBlank(or: ValidationError.emptyIdentity)
        let entity = try await users.value(id: id) {
            UserEntity(try await client.model(\BoundariesUserDTO.user, id: id, from: Endpoint(.get, "/users/\(id)")))
        }
        return entity.user
    }
}
