import Foundation
import ReferenceClients
import RehearsalTesting
import TestAdmission
import Testing

@Suite("A status", .limitedConcurrency)
struct StatusTests {
    private struct Item: Decodable, Equatable {
        var id: Int
    }

    private func backend(_ reply: Scenario.Reply) throws -> Backend {
        try Backend.start(Scenario("one reply", endpoints: [.any("/item", replies: [reply])]))
    }

    private func sut(_ backend: Backend) -> APIClient { APIClient(baseURL: backend.baseURL, retry: .none) }

    @Test("Every 2xx is a success.", arguments: [200, 201, 203, 299])
    func success(_ status: Int) async throws {
        let backend = try backend(.init(status, body: .json(["id": 1])))
        let item: Item = try await sut(backend).value(from: Endpoint(.get, "/item"))
        #expect(item == Item(id: 1))
        #expect(backend.journal.count == 1)
    }

    @Test(
        "Every other status throws an error with that status, regardless of the body.",
        arguments: [300, 304, 400, 403, 404, 405, 409, 410, 422, 429, 471, 500, 503, 599],
    )
    func failure(_ status: Int) async throws {
        let backend = try backend(.init(status, body: .json(["id": 1])))
        let error = try await networkError { try await sut(backend).value(Item.self, from: Endpoint(.get, "/item")) }
        #expect(error.failure?.status == status)
        #expect(backend.journal.count == 1)
    }

    @Test("A failure keeps headers, body, request id and problem.")
    func kept() async throws {
        let headers: Scenario.Headers = ["Retry-After": "7", "X-Request-ID": "req-1"]
        let problem: JSON = ["type": 1, "title": "Slow down", "detail": "Seven seconds.", "status": 200, "more": []]
        let backend = try backend(.init(429, headers: headers, body: .problem(problem)))
        let error = try await networkError { try await sut(backend).perform(Endpoint(.get, "/item")) }
        let failure = try #require(error.failure)
        #expect(failure.status == 429)
        #expect(failure.headers["retry-after"] == "7")
        #expect(failure.retryAfter == .seconds(7))
        #expect(failure.requestID == "req-1")
        #expect(failure.problem?.type == "about:blank")
        #expect(failure.problem?.title == "Slow down")
        #expect(error.localizedDescription == "Seven seconds.")
        #expect(String(decoding: failure.body, as: UTF8.self).contains(#""more":[]"#))
    }

    @Test("The request id is read from either of its headers.", arguments: ["X-Request-ID", "Request-ID"])
    func requestID(_ name: String) async throws {
        let backend = try backend(.init(500, headers: .init([.init(name, "req-1")])))
        let error = try await networkError { try await sut(backend).perform(Endpoint(.get, "/item")) }
        #expect(error.failure?.requestID == "req-1")
    }

    @Test("An HTML page is not parsed as a problem document and is kept as the body.")
    func html() async throws {
        let backend = try backend(.init(502, headers: ["Content-Type": "text/html"], body: .text("<html>")))
        let error = try await networkError { try await sut(backend).perform(Endpoint(.get, "/item")) }
        #expect(error.failure?.problem == nil)
        #expect(error.failure?.body == Data("<html>".utf8))
        #expect(error.localizedDescription == "The server answered with status 502.")
    }

    @Test("A 204 or 205 succeeds without decoding.", arguments: [204, 205])
    func noContent(_ status: Int) async throws {
        let backend = try backend(.init(status))
        try await sut(backend).perform(Endpoint(.delete, "/item"))
        #expect(backend.journal.entries.map(\.status) == [status])
    }

    @Test("An empty body throws a decoding error of its own if a value is required.", arguments: [200, 204])
    func empty(_ status: Int) async throws {
        let backend = try backend(.init(status))
        let error = try await networkError { try await sut(backend).value(Item.self, from: Endpoint(.get, "/item")) }
        guard case .decodingError(.dataCorrupted(let context), let body?) = error else {
            throw Unwanted(description: "\(error)")
        }
        #expect(context.debugDescription == "the body of \(status) is empty")
        #expect(body.isEmpty)
    }

    @Test("A reply of another shape throws a decoding error with its coding path and its body.")
    func decoding() async throws {
        let backend = try backend(.init(body: .json([["id": 1], ["id": "2"], ["name": "c"]])))
        let error = try await networkError { try await sut(backend).value([Item].self, from: Endpoint(.get, "/item")) }
        #expect(error.codingPath == "[1].id")
        guard case .decodingError(_, let body?) = error else { throw Unwanted(description: "\(error)") }
        #expect(String(decoding: body, as: UTF8.self).hasPrefix(#"[{"id":1}"#))
    }

    @Test("A missing key is part of the coding path.")
    func missingKey() async throws {
        let backend = try backend(.init(body: .json([["id": 1], ["name": "c"]])))
        let error = try await networkError { try await sut(backend).value([Item].self, from: Endpoint(.get, "/item")) }
        #expect(error.codingPath == "[1].id")
    }
}
