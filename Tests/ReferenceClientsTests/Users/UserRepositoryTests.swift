import Foundation
import ReferenceClients
import RehearsalTesting
import TestAdmission
import Testing

@Suite("The repository of users", .limitedConcurrency)
struct UserRepositoryTests {
    private let clock = RecordingClock()
    private let batman = UUID(uuidString: "8f14e45f-ceea-467f-a0b1-3f1c2d4e5a61") ?? UUID()

    private func sut(_ backend: Backend) -> Users.UserRepository {
        let client = Users.HTTPClient(client: APIClient(baseURL: backend.baseURL, clock: clock))
        return Users.UserRepository(client: client)
    }

    private func date(_ text: String) throws -> Date { try #require(Timestamp(text)).date }

    @Test("The list has every field of the recording.", .backend("apps/users/happy-path"))
    func list() async throws {
        let backend = try Backend.current
        let users = try await sut(backend).getUsers()
        #expect(users.map(\.userName) == ["batman", "oracle", "robin"])
        #expect(users.map { $0.profileImage == nil } == [false, false, true])
        let expected = Users.User(
            id: batman,
            userName: "batman",
            name: "Bruce Wayne",
            email: "bruce@wayne.example",
            profileImage: URL(string: "\(backend.baseURL)/images/batman.png"),
            createdAt: try date("2024-01-01T10:00:00Z"),
            updatedAt: try date("2026-02-10T08:20:30Z")
        )
        #expect(users[0] == expected)
        #expect(backend.journal.requests == ["GET /users"])
    }

    @Test("Each user of the list can be fetched.", .backend("apps/users/happy-path"))
    func one() async throws {
        let backend = try Backend.current
        let sut = sut(backend)
        let users = try await sut.getUsers()
        for user in users { #expect(try await sut.getUser(id: user.id) == user) }
        #expect(backend.journal.requests[1] == "GET /users/8f14e45f-ceea-467f-a0b1-3f1c2d4e5a61")
    }

    @Test("An empty reply yields an empty list.", .backend("apps/users/empty"))
    func empty() async throws {
        #expect(try await sut(try Backend.current).getUsers().isEmpty)
    }

    @Test("A missing user throws a 404 with the backend's message.", .backend("apps/users/user-missing"))
    func missing() async throws {
        let backend = try Backend.current
        let error = try await networkError { try await sut(backend).getUser(id: batman) }
        #expect(error.failure?.status == 404)
        #expect(error.failure?.problem?.type == "urn:users:problem:not-found")
        #expect(error.localizedDescription == "No such user")
        #expect(backend.journal.count == 1)
    }

    @Test("A missing field or an invalid identifier throws an error with its path.", .backend("apps/users/malformed"))
    func malformed() async throws {
        let backend = try Backend.current
        let list = try await networkError { try await sut(backend).getUsers() }
        #expect(list.codingPath == "[1].email")
        guard case .decodingError(_, let body?) = list else { throw Unwanted(description: "\(list)") }
        #expect(String(decoding: body, as: UTF8.self).hasPrefix("[{"))
        let one = try await networkError { try await sut(backend).getUser(id: batman) }
        #expect(one.codingPath == "id")
    }

    @Test("A reply with another user throws an error.")
    func another() async throws {
        let robin: JSON = [
            "id": "d3d94468-02a4-4259-b55d-38e6d163e820", "user_name": "robin", "name": "Dick Grayson",
            "email": "dick@grayson.example", "created_at": "2024-01-03T10:00:00Z", "updated_at": "2024-01-03T10:00:00Z",
        ]
        let backend = try Backend.start(
            Scenario("another", endpoints: [.get("/users/{id}", replies: [.init(body: .json(robin))])])
        )
        let error = try await networkError { try await sut(backend).getUser(id: batman) }
        guard case .decodingError = error else { throw Unwanted(description: "\(error)") }
    }

    @Test("Unknown values of a newer backend are accepted.", .backend("apps/users/newer-backend"))
    func newerBackend() async throws {
        let users = try await sut(try Backend.current).getUsers()
        #expect(users.map(\.id) == [batman])
        #expect(users.map(\.profileImage) == [nil])
        #expect(users.map(\.createdAt) == [try date("2024-01-01T10:00:00Z")])
        #expect(users.map(\.updatedAt) == [try date("2026-02-10T08:20:30Z").addingTimeInterval(0.25)])
    }

    @Test("A 503 is retried after the requested delay.", .backend("apps/users/outage"))
    func outage() async throws {
        let backend = try Backend.current
        #expect(try await sut(backend).getUsers().count == 3)
        #expect(backend.journal.entries.map(\.status) == [503, 503, 200])
        #expect(clock.requested == [.seconds(1), .seconds(1)])
    }
}
