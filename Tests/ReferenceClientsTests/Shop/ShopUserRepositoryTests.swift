import Foundation
import ReferenceClients
import RehearsalTesting
import TestAdmission
import Testing

@Suite("The shop's users", .limitedConcurrency)
struct ShopUserRepositoryTests {
    private let kim = NewShopUser(name: "Kim \"K\" Park", email: "kim@shop.example")

    @Test("A user has every field of the recording.", .backend("apps/shop/happy-path"))
    func get() async throws {
        let backend = try Backend.current
        let photo = backend.baseURL.appendingPathComponent("users/7/photo")
        #expect(try await backend.shop().users.getUser(id: "7") == ShopUser.robin(photo: photo))
        #expect(backend.journal.requests == ["GET /users/7"])
    }

    @Test("The pages contain all users, and the last one is marked.", .backend("apps/shop/happy-path"))
    func pages() async throws {
        let backend = try Backend.current
        let users = backend.shop().users
        let first = try await users.getUsers(page: 1, limit: 3)
        let last = try await users.getUsers(page: 2, limit: 3)
        #expect((first.items + last.items).map(\.id) == ["7", "8", "9", "10", "11"])
        #expect(first.items.map(\.name) == ["Robin Doe", "Ada Okafor", "José Nuñez"])
        #expect(first.items[1].profileImage == nil)
        #expect(!first.isLast)
        #expect(last.isLast)
        #expect(backend.journal.requests == ["GET /users?page=1&limit=3", "GET /users?page=2&limit=3"])
    }

    @Test("An empty reply yields an empty page that is the last.", .backend("apps/shop/empty"))
    func empty() async throws {
        let page = try await Backend.current.shop().users.getUsers(page: 1, limit: 20)
        #expect(page.items.isEmpty)
        #expect(page.isLast)
    }

    @Test("A created user can be read.", .backend("apps/shop/happy-path"))
    func create() async throws {
        let backend = try Backend.current
        let users = backend.shop().users
        let created = try await users.createUser(kim)
        #expect(created.id == "12")
        #expect(created.name == kim.name)
        #expect(created.email == kim.email)
        #expect(try await users.getUser(id: "12") == created)
        let body = try JSON(parsing: try #require(backend.journal.entries.first).text)
        #expect(body.isEquivalent(to: ["name": "Kim \"K\" Park", "email": "kim@shop.example"]))
    }

    @Test("An update sends only the changed members.", .backend("apps/shop/happy-path"))
    func update() async throws {
        let backend = try Backend.current
        let users = backend.shop().users
        let updated = try await users.updateUser(id: "7", updates: .init(name: "Robin A. Doe"))
        #expect(updated.name == "Robin A. Doe")
        #expect(try await users.getUser(id: "7") == updated)
        #expect(backend.journal.requests == ["PATCH /users/7", "GET /users/7"])
        #expect(backend.journal.entries.first?.text == #"{"name":"Robin A. Doe"}"#)
    }

    @Test("A deletion returns whether the user existed.", .backend("apps/shop/happy-path"))
    func delete() async throws {
        let backend = try Backend.current
        let users = backend.shop().users
        #expect(try await users.deleteUser(id: "7"))
        #expect(try await !users.deleteUser(id: "7"))
        #expect(backend.journal.entries.map(\.status) == [204, 404])
    }

    @Test("A deletion whose reply was lost returns that the user existed.", .backend("apps/shop/lost-reply"))
    func lostDelete() async throws {
        let backend = try Backend.current
        #expect(try await backend.shop().users.deleteUser(id: "7"))
        #expect(backend.journal.entries.map(\.status) == [nil, 404])
    }

    @Test("A used address throws an error of its own.", .backend("apps/shop/email-taken"))
    func emailTaken() async throws {
        let backend = try Backend.current
        let users = backend.shop().users
        await #expect(throws: ShopError.emailTaken) { try await users.createUser(kim) }
        await #expect(throws: ShopError.emailTaken) {
            try await users.updateUser(id: "7", updates: .init(email: "ada@shop.example"))
        }
        #expect(backend.journal.count == 2)
    }

    @Test("A reply with another user throws an error.")
    func another() async throws {
        let user: JSON = [
            "id": "8", "name": "Ada", "email": "ada@shop.example", "profileImage": nil,
            "createdAt": "2025-07-14T12:00:00Z", "updatedAt": "2025-07-14T12:00:00Z",
        ]
        let endpoints: [Scenario.Endpoint] = [.get("/users/7", replies: [.init(body: .json(user))])]
        let backend = try Backend.start(Scenario("another", endpoints: endpoints))
        let error = try await networkError { try await backend.shop().users.getUser(id: "7") }
        guard case .decodingError(_, let body?) = error else { throw Unwanted(description: "\(error)") }
        #expect(!body.isEmpty)
    }

    @Test("A 503 is retried for a GET and not for a POST.", .backend("apps/shop/outage"))
    func outage() async throws {
        let backend = try Backend.current
        #expect(try await backend.shop().users.getUser(id: "7").name == "Robin Doe")
        #expect(backend.journal.entries.map(\.status) == [503, 503, 200])
        await #expect(throws: NetworkError.self) { try await backend.shop().users.createUser(kim) }
        #expect(backend.journal.requests("POST").count == 1)
    }
}
