import Foundation
import ReferenceClients
import RehearsalTesting
import TestAdmission
import Testing

@Suite("Mapping of a user from the reply to the card", .limitedConcurrency)
struct UserMappingTests {
    private func batman() throws -> BoundariesUser {
        BoundariesUser(id: "123", username: "batman", createdDate: try instant("2024-01-01T10:00:00Z"))
    }

    @Test("A reply is mapped to the user of the app.", .backend("apps/boundaries/happy-path"))
    func domain() async throws {
        let backend = try Backend.current
        #expect(try await backend.boundaries().users.getUser(id: "123") == batman())
        #expect(backend.journal.requests == ["GET /users/123"])
    }

    @Test("A fraction of a second and a time zone are kept exactly.", .backend("apps/boundaries/newer-backend"))
    func newerBackend() async throws {
        let user = try await Backend.current.boundaries().users.getUser(id: "123")
        #expect(user.createdDate == (try instant("2024-01-01T10:00:00Z")).addingTimeInterval(0.125))
    }

    @Test(
        "An invalid date throws an error with its path and does not become the present.",
        .backend("apps/boundaries/malformed")
    )
    func malformed() async throws {
        let local = MemoryStore([UserEntity(try batman())])
        let users = try Backend.current.boundaries(local).users
        let error = try await networkError { try await users.getUser(id: "123") }
        #expect(error.codingPath == "created_at")
        #expect(await local.value(id: "123")?.user == (try batman()))
    }

    @Test(
        "A stored user equals the user exactly, even after encoding.",
        arguments: [0, 0.125, 1_704_103_200.123_456, -62_135_596_800.5]
    )
    func entity(_ seconds: Double) throws {
        let user = BoundariesUser(id: "1", username: "é", createdDate: Date(timeIntervalSince1970: seconds))
        let written = try JSONEncoder().encode(UserEntity(user))
        #expect(try JSONDecoder().decode(UserEntity.self, from: written).user == user)
    }

    @Test("The card shows the name and the day in the reader's language and time zone.")
    func card() throws {
        let user = BoundariesUser(id: "1", username: "batman", createdDate: try instant("2023-12-31T23:30:00Z"))
        let london = try #require(TimeZone(identifier: "Europe/London"))
        let berlin = try #require(TimeZone(identifier: "Europe/Berlin"))
        let there = UserCardModel(user, locale: Locale(identifier: "en_GB"), timeZone: london)
        #expect(there.displayName == "@batman")
        #expect(there.joinedDateText == "Joined 31 December 2023")
        let here = UserCardModel(user, locale: Locale(identifier: "en_US"), timeZone: berlin)
        #expect(here.joinedDateText == "Joined January 1, 2024")
    }

    @Test("A stored user is shown only without a connection.")
    func fallback() async throws {
        let local = MemoryStore<UserEntity>()
        let (good, lost) = (try start("happy-path"), try start("connection-lost"))
        _ = try await good.boundaries(local).users.getUser(id: "123")
        #expect(good.journal.count == 1)
        #expect(try await lost.boundaries(local).users.getUser(id: "123") == batman())
        #expect(try await lost.boundaries(local, monitor: .disconnected).users.getUser(id: "123") == batman())
        let outage = try start("outage-for-ever")
        let error = try await networkError { try await outage.boundaries(local).users.getUser(id: "123") }
        #expect(error.failure?.status == 503)
        #expect(lost.journal.count >= 3)
        #expect(outage.journal.count >= 3)
    }

    private func start(_ scenario: String) throws -> Backend { try Backend.start("apps/boundaries/\(scenario)") }

    @Test("A blank identity is not sent, and an unknown one is a 404.", .backend("apps/boundaries/happy-path"))
    func nobody() async throws {
        let backend = try Backend.current
        await #expect(throws: ValidationError.emptyIdentity) { try await backend.boundaries().users.getUser(id: " ") }
        #expect(backend.journal.count == 0)
        let missing = try await networkError { try await backend.boundaries().users.getUser(id: "999") }
        #expect(missing.failure?.problem?.title == "No such user")
    }
}
