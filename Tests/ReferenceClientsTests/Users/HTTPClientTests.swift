import Foundation
import ReferenceClients
import RehearsalTesting
import TestAdmission
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite("The client of the users app", .limitedConcurrency)
struct HTTPClientTests {
    private struct Name: Decodable, Equatable {
        var name: String
    }

    private func sut(_ backend: Backend) -> Users.HTTPClient {
        Users.HTTPClient(client: APIClient(baseURL: backend.baseURL, clock: RecordingClock()))
    }

    @Test("A reply is available as a value and as bytes.", .backend("apps/users/happy-path"))
    func valueAndBytes() async throws {
        let backend = try Backend.current
        let sut = sut(backend)
        let names: [Name] = try await sut.request(Endpoint(.get, "/users"))
        #expect(names.map(\.name) == ["Bruce Wayne", "Barbara Gordon", "Dick Grayson"])
        let bytes: Data = try await sut.request(Endpoint(.get, "/users"))
        #expect(try JSONDecoder().decode([Name].self, from: bytes) == names)
        #expect(backend.journal.requests == ["GET /users", "GET /users"])
    }

    @Test("The method, headers, query and body of an endpoint are sent as described.")
    func described() async throws {
        let backend = try Backend.start(Scenario("any", endpoints: [.any("/**", replies: [.init(204)])]))
        let endpoint = Endpoint(
            .patch,
            "/users",
            queryItems: [URLQueryItem(name: "notify", value: "a+b")],
            headers: ["X-Trace": "t1"],
            body: Data("{}".utf8)
        )
        let answer: Data = try await sut(backend).request(endpoint)
        #expect(answer.isEmpty)
        #expect(backend.journal.requests == ["PATCH /users?notify=a%2Bb"])
        #expect(backend.journal.entries.map(\.text) == ["{}"])
        #expect(backend.journal.entries.map { $0.headers["X-Trace"] } == ["t1"])
    }

    @Test("An unsuccessful status throws with status, body and request id.", .backend("apps/users/server-error"))
    func serverError() async throws {
        let backend = try Backend.current
        let error = try await networkError { () -> Data in
            try await sut(backend).request(Endpoint(.get, "/users"))
        }
        let failure = try #require(error.failure)
        #expect(failure.status == 500)
        #expect(String(decoding: failure.body, as: UTF8.self).contains(#""title":"Something broke""#))
        #expect(failure.requestID == "req-2008")
        #expect(backend.journal.count == 1)
    }

    @Test("An invalid URL throws, and nothing is sent.", .backend("apps/users/happy-path"))
    func noURL() async throws {
        let backend = try Backend.current
        let id = ".."
        let error = try await networkError { () -> Data in
            try await sut(backend).request(Endpoint(.get, "/users/\(id)"))
        }
        guard case .invalidRequest = error else { throw Unwanted(description: "\(error)") }
        #expect(backend.journal.count == 0)
    }

    @Test("A reply that is not HTTP throws a network error.", .backend("apps/users/not-http"))
    func notHTTP() async throws {
        let backend = try Backend.current
        let error = try await networkError { () -> Data in
            try await sut(backend).request(Endpoint(.get, "/users"))
        }
        #expect(error.urlErrorCode != nil)
        #expect(error.localizedDescription == "The server could not be reached.")
    }

    @Test("The client uses the given session.", .backend("apps/users/happy-path"))
    func session() async throws {
        let backend = try Backend.current
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpAdditionalHeaders = ["X-App": "users"]
        let session = URLSession(configuration: configuration)
        defer { session.finishTasksAndInvalidate() }
        let sut = Users.HTTPClient(baseURL: backend.baseURL, session: session)
        let names: [Name] = try await sut.request(Endpoint(.get, "/users"))
        #expect(names.count == 3)
        #expect(backend.journal.entries.map { $0.headers["X-App"] } == ["users"])
    }
}
