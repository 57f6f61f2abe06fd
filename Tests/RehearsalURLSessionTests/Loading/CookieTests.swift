import Foundation
import RehearsalTesting
import TestAdmission
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite("Cookies of an app with rerouted requests", .limitedConcurrency)
struct CookieTests {
    private func backend() throws -> Backend {
        let cookie: Scenario.Headers = ["Set-Cookie": "id=7; Path=/; Secure"]
        return try Backend.start(
            Scenario(
                "cookies",
                endpoints: [
                    .get("/login", replies: [.init(headers: cookie)]),
                    .get("/moved", replies: [.init(302, headers: ["Set-Cookie": "id=8; Path=/", "Location": "/me"])]),
                    .any("/**", replies: [.init()]),
                ]
            )
        )
    }

    @Test("A secure cookie is stored for the original host and sent only there.")
    func kept() async throws {
        let backend = try backend()
        let sut = App(backend, hosts: ["api.example.com", "cdn.example.com"])
        _ = try await sut.get("/login")
        _ = try await sut.get("/me")
        _ = try await sut.get("/picture", host: "https://cdn.example.com")
        #expect(backend.journal.entries.map { $0.headers["Cookie"] } == [nil, "id=7", nil])
        let url = try #require(URL(string: App.host))
        #expect(sut.session.configuration.httpCookieStorage?.cookies(for: url)?.map(\.value) == ["7"])
    }

    @Test("A cookie of a redirect is sent to the target of the redirect.")
    func redirect() async throws {
        let backend = try backend()
        _ = try await App(backend).get("/moved")
        #expect(backend.journal.entries.map { $0.headers["Cookie"] } == [nil, "id=8"])
    }

    @Test("An app without cookie storage sends no cookies.")
    func none() async throws {
        let backend = try backend()
        let sut = App(backend) { $0.httpCookieStorage = nil }
        _ = try await sut.get("/login")
        _ = try await sut.get("/me")
        #expect(backend.journal.entries.map { $0.headers["Cookie"] } == [nil, nil])
    }
}
