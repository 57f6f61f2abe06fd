import Foundation
import ReferenceClients
import RehearsalTesting
import TestAdmission
import Testing

@Suite("A redirect", .limitedConcurrency)
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

    @Test("A safe request follows a redirect on the same origin with its token.", arguments: [301, 302, 303, 307, 308])
    func reading(_ status: Int) async throws {
        let backend = try backend(status, to: "/new")
        let sut = APIClient(baseURL: backend.baseURL, tokens: .stub)
        try await sut.perform(Endpoint(.get, "/old/item"))
        #expect(backend.journal.requests == ["GET /old/item", "GET /new"])
        #expect(backend.journal.entries.allSatisfy { $0.headers["Authorization"] == "Bearer stub-token" })
    }

    @Test("A relative reference is resolved against the requested URL.")
    func relative() async throws {
        let backend = try backend(302, to: "new")
        try await APIClient(baseURL: backend.baseURL).perform(Endpoint(.get, "/old/item"))
        #expect(backend.journal.requests == ["GET /old/item", "GET /old/new"])
    }

    @Test("A redirected HEAD stays a HEAD.")
    func head() async throws {
        let backend = try backend(303, to: "/new")
        try await APIClient(baseURL: backend.baseURL).perform(Endpoint(.head, "/old/item"))
        #expect(backend.journal.requests == ["HEAD /old/item", "HEAD /new"])
    }

    @Test(
        "An unsafe request does not follow a redirect, because its body would be lost.",
        arguments: [HTTPMethod.post, .put, .patch, .delete]
    )
    func writing(_ method: HTTPMethod) async throws {
        let backend = try backend(307, to: "/new")
        let sut = APIClient(baseURL: backend.baseURL)
        let error = try await networkError { try await sut.perform(try Endpoint(method, "/old/item", json: [1])) }
        #expect(error.failure?.status == 307)
        #expect(error.failure?.headers["Location"] == "/new")
        #expect(backend.journal.count == 1)
    }

    @Test("A redirect to another origin is not followed and does not expose the token.")
    func otherOrigin() async throws {
        let other = try Backend.start(Scenario("other", endpoints: [.any("/**", replies: [.init()])]))
        let backend = try backend(302, to: other.baseURL.absoluteString + "/new")
        let sut = APIClient(baseURL: backend.baseURL, tokens: .stub)
        let error = try await networkError { try await sut.perform(Endpoint(.get, "/old/item")) }
        #expect(error.failure?.status == 302)
        #expect(other.journal.count == 0)
    }
}
