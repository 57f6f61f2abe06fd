import Foundation
import RehearsalTesting
import TestAdmission
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite("Redirects of the backend", .limitedConcurrency)
struct RedirectTests {
    private func backend(_ location: String, _ status: Int = 302) throws -> Backend {
        try Backend.start(
            Scenario(
                "moved",
                endpoints: [
                    .any("/old/item", replies: [.init(status, headers: ["Location": .init(stringLiteral: location)])]),
                    .any("/**", replies: [.init(body: .text("new"))]),
                ]
            )
        )
    }

    @Test(
        "A redirect is followed at the backend, and the app sees the original host.",
        arguments: [
            ("/new", "https://api.example.com/new"), ("new?a=b", "https://api.example.com/old/new?a=b"),
            ("https://api.example.com/new", "https://api.example.com/new"),
            ("{{baseURL}}/new", "https://api.example.com/new"),
            ("https://cdn.example.com/x", "https://cdn.example.com/x"),
        ]
    )
    func followed(_ location: String, _ target: String) async throws {
        let backend = try backend(location)
        let (text, response) = try await App(backend, hosts: ["*.example.com"]).get("/old/item")
        #expect(text == "new")
        #expect(response.url?.absoluteString == target)
        let url = try #require(URL(string: target))
        let hosts = backend.journal.entries.map { $0.headers["X-Forwarded-Host"] }
        #expect(hosts == ["api.example.com", url.host])
        #expect(backend.journal.entries.last?.target == url.path + (url.query.map { "?" + $0 } ?? ""))
    }

    @Test("A redirect to a host that is not rerouted is followed there.")
    func away() async throws {
        let other = try Backend.start(Scenario("o", endpoints: [.any("/**", replies: [.init(body: .text("other"))])]))
        let backend = try backend(other.baseURL.absoluteString + "/there")
        let (text, response) = try await App(backend).get("/old/item")
        #expect(text == "other")
        #expect(response.url == other.baseURL.appendingPathComponent("there"))
        #expect(other.journal.entries.map { $0.headers["X-Forwarded-Host"] } == [nil])
    }

    @Test("A redirect loop ends with an error for the original host.")
    func circle() async throws {
        let backend = try backend("/old/item")
        let error = await #expect(throws: URLError.self) { _ = try await App(backend).get("/old/item") }
        #expect(error?.code == .httpTooManyRedirects)
        #expect(error?.failingURL?.host == "api.example.com")
    }
}
