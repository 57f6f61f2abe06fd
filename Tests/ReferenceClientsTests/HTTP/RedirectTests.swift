import Foundation
import ReferenceClients
import RehearsalTesting
import TestAdmission
import Testing

@Suite("A redirect", .admitted)
struct RedirectTests {
    private func backend(_ status: Int, to location: String) throws -> Backend {
        try Backend.start(
            Scenario(
                "moved",
                endpoints: [
                    .any("/old/item", replies: [.init(status, headers: ["Location": location])]),
                    .any("/old/new", replies: [.init()]),
                    .any("/new", replies: [.init()]),
                ]
            )
        )
    }

    @Test("Reading follows it on the same origin, with the token.", arguments: [301, 302, 303, 307, 308])
    func reading(_ status: Int) async throws {
        let backend = try backend(status, to: "/new")
        let sut = APIClient(baseURL: backend.baseURL, tokens: .stub)
        try await sut.perform(Endpoint(.get, "/old/item"))
        #expect(backend.journal.requests == ["GET /old/item", "GET /new"])
        #expect(backend.journal.entries.allSatisfy { $0.headers["Authorization"] == "Bearer stub-token" })
    }

    @Test("A relative reference counts from what was asked for.")
    func relative() async throws {
        let backend = try backend(302, to: "new")
        try await APIClient(baseURL: backend.baseURL).perform(Endpoint(.get, "/old/item"))
        #expect(backend.journal.requests == ["GET /old/item", "GET /old/new"])
    }

    @Test("HEAD stays HEAD.")
    func head() async throws {
        let backend = try backend(303, to: "/new")
        try await APIClient(baseURL: backend.baseURL).perform(Endpoint(.head, "/old/item"))
        #expect(backend.journal.requests == ["HEAD /old/item", "HEAD /new"])
    }

    @Test("Writing does not follow it: the body would be lost.", arguments: [HTTPMethod.post, .put, .patch, .delete])
    func writing(_ method: HTTPMethod) async throws {
        let backend = try backend(307, to: "/new")
        let sut = APIClient(baseURL: backend.baseURL)
        let error = try await networkError { try await sut.perform(try Endpoint(method, "/old/item", json: [1])) }
        #expect(error.failure?.status == 307)
        #expect(error.failure?.headers["Location"] == "/new")
        #expect(backend.journal.count == 1)
    }

    @Test("Another origin is not asked, and does not see the token.")
    func otherOrigin() async throws {
        let other = try Backend.start(Scenario("other", endpoints: [.any("/**", replies: [.init()])]))
        let backend = try backend(302, to: other.baseURL.absoluteString + "/new")
        let sut = APIClient(baseURL: backend.baseURL, tokens: .stub)
        let error = try await networkError { try await sut.perform(Endpoint(.get, "/old/item")) }
        #expect(error.failure?.status == 302)
        #expect(other.journal.count == 0)
    }
}
