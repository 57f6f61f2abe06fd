import Foundation
import RehearsalTesting
import RehearsalURLSession
import TestAdmission
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite("Requests of an app with a hard-coded host", .limitedConcurrency)
struct ReroutingTests {
    private func backend(_ text: String = "rehearsed") throws -> Backend {
        try Backend.start(Scenario("s", endpoints: [.any("/**", replies: [.init(body: .text(text))])]))
    }

    @Test("A request reaches the backend with its method, path, query, headers and original host.")
    func arrives() async throws {
        let backend = try backend()
        var request = try App.request(
            "/v1/items%2F7?q=a+b&&r=%20",
            method: "DELETE",
            host: "https://api.example.com:8443"
        )
        request.setValue("Bearer t", forHTTPHeaderField: "Authorization")
        let (text, response) = try await App(backend).send(request)
        #expect(text == "rehearsed")
        #expect(response.statusCode == 200)
        #expect(response.url == request.url)
        let entry = try #require(backend.journal.entries.first)
        #expect(entry.method == "DELETE")
        #expect(entry.target == "/v1/items%2F7?q=a+b&&r=%20")
        #expect(entry.headers["Authorization"] == "Bearer t")
        #expect(entry.headers["X-Forwarded-Host"] == "api.example.com:8443")
        #expect(entry.headers["Host"] == "127.0.0.1:\(backend.port)")
    }

    @Test("Requests to other hosts are not rerouted.")
    func otherHosts() async throws {
        let (backend, other) = (try backend(), try backend("other"))
        let sut = App(backend)
        let (text, response) = try await sut.get("/a", host: "http://127.0.0.1:\(other.port)")
        #expect(text == "other")
        #expect(response.url?.port == other.port)
        #expect(backend.journal.count == 0)
        #expect(other.journal.entries.first?.headers["X-Forwarded-Host"] == nil)
    }

    @Test("Two configurations reroute to two backends and never mix them.")
    func sideBySide() async throws {
        let (first, second) = (try backend("first"), try backend("second"))
        let apps = [(App(first), "first"), (App(second), "second")]
        let wrong = try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in 0..<200 {
                let (app, expected) = apps[number % 2]
                group.addTask { try await app.get("/\(number)").text != expected }
            }
            return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(wrong == 0)
        #expect(Set(first.journal.entries.map(\.target)) == Set((0..<100).map { "/\($0 * 2)" }))
        #expect(Set(second.journal.entries.map(\.target)) == Set((0..<100).map { "/\($0 * 2 + 1)" }))
    }

    @Test("One configuration can reroute hosts to different backends, and the last matching route wins.")
    func twoHosts() async throws {
        let (all, login) = (try backend("all"), try backend("login"))
        let sut = App(all, hosts: ["*.example.com"]) { $0.rehearse(login.baseURL, hosts: ["login.example.com"]) }
        #expect(try await sut.get("/").text == "all")
        #expect(try await sut.get("/", host: "https://login.example.com").text == "login")
        #expect(all.journal.count == 1)
    }

    @Test("A request to the backend's own host is rerouted once.")
    func ownHost() async throws {
        let backend = try backend()
        let text = try await App(backend, hosts: ["127.0.0.1"]).get("/a", host: "http://127.0.0.1:1").text
        #expect(text == "rehearsed")
        #expect(backend.journal.entries.map { $0.headers["X-Forwarded-Host"] } == ["127.0.0.1:1"])
    }

    @Test("A body arrives as data or as a stream.", arguments: [true, false])
    func body(isStream: Bool) async throws {
        let backend = try backend()
        let body = Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0 / 7) })
        var request = try App.request("/upload", method: "POST")
        request.setValue("application/octet-stream", forHTTPHeaderField: "Content-Type")
        if isStream { request.httpBodyStream = InputStream(data: body) } else { request.httpBody = body }
        let response = try await App(backend).send(request).response
        #expect(response.statusCode == 200)
        let entry = try #require(backend.journal.entries.first)
        #expect(entry.body.kept == Array(body))
        #expect(entry.headers["Content-Type"] == "application/octet-stream")
        #expect(entry.headers["Content-Length"] == "300000")
    }

    @Test("A large reply arrives whole with its headers.")
    func largeReply() async throws {
        let text = String(repeating: "0123456789", count: 200_000)
        let reply = Scenario.Reply(203, headers: ["X-Kind": "large"], body: .text(text))
        let backend = try Backend.start(Scenario("s", endpoints: [.get("/", replies: [reply])]))
        let (received, response) = try await App(backend).get("/")
        #expect(received == text)
        #expect(response.statusCode == 203)
        #expect(response.value(forHTTPHeaderField: "X-Kind") == "large")
    }

    @Test("Later changes of the configuration take effect.")
    func later() async throws {
        let backend = try backend()
        let sut = App(backend) { $0.httpAdditionalHeaders = ["X-App": "7"] }
        _ = try await sut.get("/")
        #expect(backend.journal.entries.first?.headers["X-App"] == "7")
    }

    @Test("A session calls its delegate.")
    func delegate() async throws {
        let delegate = RecordingDelegate()
        let sut = App(try backend(), delegate: delegate)
        sut.session.dataTask(with: try App.request("/a")).resume()
        let outcome = await delegate.outcome
        #expect(outcome == .init(url: "https://api.example.com/a", status: 200, text: "rehearsed", code: nil))
    }

    #if canImport(FoundationNetworking)
        @Test("An upload task, whose body only the system reads, fails with an alternative.")
        func upload() async throws {
            let sut = App(try backend())
            let request = try App.request("/upload", method: "POST")
            let error = await #expect(throws: URLError.self) {
                _ = try await sut.session.upload(for: request, from: Data("body".utf8))
            }
            #expect(error?.localizedDescription.contains("httpBody") == true)
        }

        @Test("A download task, for which Linux has no file, fails with an alternative.")
        func download() async throws {
            let sut = App(try backend())
            let request = try App.request("/file")
            let error = await #expect(throws: URLError.self) { _ = try await sut.session.download(for: request) }
            #expect(error?.localizedDescription.contains("use data(for:)") == true)
        }
    #endif

    @Test("Hundreds of concurrent requests of one session all receive their replies.")
    func many() async throws {
        let sut = App(try backend())
        let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 0..<600 { group.addTask { try await sut.get("/\(number)").response.statusCode } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(statuses == [Int](repeating: 200, count: 600))
    }
}
