import Foundation
import ReferenceClients
import RehearsalTesting
import TestAdmission
import Testing

@Suite("An endpoint", .limitedConcurrency)
struct EndpointTests {
    /// A backend that replies to every request, so that the journal shows the requests.
    private func backend() throws -> Backend {
        try Backend.start(Scenario("anything", endpoints: [.any("/**", replies: [.init(body: .json([:]))])]))
    }

    private func target(of endpoint: Endpoint, below base: String = "") async throws -> String? {
        let backend = try backend()
        let baseURL = try #require(URL(string: backend.baseURL.absoluteString + base))
        try await APIClient(baseURL: baseURL).perform(endpoint)
        return backend.journal.entries.first?.target
    }

    @Test("The base URL and the path are joined with one slash.", arguments: ["/v2", "/v2/"])
    func slash(_ base: String) async throws {
        #expect(try await target(of: Endpoint(.get, "/users"), below: base) == "/v2/users")
        #expect(try await target(of: Endpoint(.get, "users"), below: base) == "/v2/users")
    }

    @Test("The query of the base URL is kept.")
    func baseQuery() async throws {
        let endpoint = Endpoint(.get, "/users", queryItems: [.init(name: "page", value: "2")])
        #expect(try await target(of: endpoint, below: "/v2?key=a%20b") == "/v2/users?key=a%20b&page=2")
    }

    @Test("A target without query items has no question mark.")
    func noQuery() async throws {
        #expect(try await target(of: Endpoint(.get, "/users", queryItems: [])) == "/users")
    }

    @Test("An identifier is encoded as one path segment.")
    func segment() async throws {
        let id = "a/b?c#d é+%2F"
        #expect(try await target(of: Endpoint(.get, "/users/\(id)")) == "/users/a%2Fb%3Fc%23d%20%C3%A9%2B%252F")
        let up = "../admin"
        #expect(try await target(of: Endpoint(.get, "/users/\(up)")) == "/users/..%2Fadmin")
    }

    @Test("Equal values are encoded to the same bytes.")
    func sameBytes() throws {
        let value = Dictionary(uniqueKeysWithValues: "abcdefgh".map { ("\($0)", 1) })
        let bodies = try (0..<8).map { _ in try Endpoint(.post, "/", json: value).body }
        #expect(Set(bodies) == [Data(#"{"a":1,"b":1,"c":1,"d":1,"e":1,"f":1,"g":1,"h":1}"#.utf8)])
    }

    @Test("A query value is encoded so that a plus is not read as a space.")
    func query() async throws {
        let items = [URLQueryItem(name: "q", value: "a+b@c.com x&y=1 é"), URLQueryItem(name: "flag", value: nil)]
        let target = try await target(of: Endpoint(.get, "/search", queryItems: items))
        #expect(target == "/search?q=a%2Bb%40c.com%20x%26y%3D1%20%C3%A9&flag")
    }

    @Test("A path with an empty or relative segment is not sent.", arguments: ["", ".", ".."])
    func elsewhere(_ id: String) async throws {
        try await refuses(Endpoint(.get, "/users/\(id)"))
    }

    @Test("A query in a path or a line end in a header is not sent.")
    func malformed() async throws {
        try await refuses(Endpoint(.get, "/users?page=2"))
        try await refuses(Endpoint(.get, "/users", headers: ["X-Trace": "a\r\nX-Evil: 1"]))
    }

    @Test("A value without a JSON form or an invalid URL throws and is not sent.")
    func impossible() async throws {
        #expect(throws: NetworkError.self) { try Endpoint(.post, "/items", json: [Double.infinity]) }
        let client = APIClient(baseURL: try #require(URL(string: "rehearsal:")))
        let error = try await networkError { try await client.perform(Endpoint(.get, "//users")) }
        guard case .invalidRequest = error else { throw Unwanted(description: "\(error)") }
    }

    private func refuses(_ endpoint: Endpoint) async throws {
        let backend = try backend()
        let error = try await networkError { try await APIClient(baseURL: backend.baseURL).perform(endpoint) }
        guard case .invalidRequest = error else { throw Unwanted(description: "\(error)") }
        #expect(backend.journal.count == 0)
    }

    @Test("A JSON body has its content type, and a request without a body has none.")
    func contentType() async throws {
        let backend = try backend()
        let sut = APIClient(baseURL: backend.baseURL, tokens: .stub)
        try await sut.perform(try Endpoint(.post, "/items", json: ["name": "a"]))
        try await sut.perform(Endpoint(.get, "/items"))
        let (post, get) = (backend.journal.requests("POST"), backend.journal.requests("GET"))
        #expect(post.map { $0.headers["Content-Type"] } == ["application/json"])
        #expect(post.map(\.text) == [#"{"name":"a"}"#])
        #expect(get.map { $0.headers["Content-Type"] } == [nil])
        #expect(get.map(\.body.length) == [0])
        #expect(post.map { $0.headers["Authorization"] } == ["Bearer stub-token"])
        #expect(get.map { $0.headers["Authorization"] } == ["Bearer stub-token"])
        #expect(get[0].headers["Accept"] == "application/json, application/problem+json")
    }

    @Test("A request without a token has no Authorization header.")
    func noToken() async throws {
        let backend = try backend()
        try await APIClient(baseURL: backend.baseURL).perform(Endpoint(.get, "/items"))
        #expect(backend.journal.entries.map { $0.headers.contains("Authorization") } == [false])
    }
}
