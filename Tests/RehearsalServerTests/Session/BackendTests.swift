import Foundation
import Rehearsal
import RehearsalPlatform
import RehearsalServer
import RehearsalTestSupport
import TestAdmission
import Testing

@Suite("A backend", .limitedConcurrency, .serialized)
struct BackendTests {
    private let hello = Scenario("hello", endpoints: [.get("/hello", replies: [.init(body: .text("world"))])])

    @Test("A backend sends a reply sequence in order and then repeats its last reply.", arguments: PollerKind.allCases)
    func sequence(_ kind: PollerKind) async throws {
        let sut = try BothLoops.backend(
            [
                .get(
                    "/list",
                    replies: [
                        .init(503, headers: ["Retry-After": "1"], times: 2), .init(200, body: .text("well")),
                    ]
                )
            ],
            on: kind
        )
        let client = try await RawClient(port: sut.port)
        let replies = await client.run { client in (0..<4).map { _ in client.get("/list") } }
        #expect(replies.map { $0?.status } == [503, 503, 200, 200])
        #expect(replies.map { $0?.header("Retry-After") } == ["1", "1", nil, nil])
        #expect(replies[3]?.text == "well")
    }

    @Test("A sequence whose last reply has a count is exhausted after it: 501, counted as unexpected.")
    func exhausted() async throws {
        let sut = try BothLoops.backend([.get("/once", replies: [.init(200, times: 1)])])
        let client = try await RawClient(port: sut.port)
        #expect(await client.get("/once")?.status == 200)
        let second = try #require(await client.get("/once"))
        #expect(second.status == 501)
        #expect(second.text.contains("urn:rehearsal:problem:exhausted"))
        #expect(sut.journal.unexpected.map(\.decision) == [.exhausted])
    }

    @Test("An unknown path receives 501 with the nearest endpoint, its differences and an endpoint to paste.")
    func unmatched() async throws {
        let sut = try BothLoops.backend([.get("/api/v1/users", replies: [.init()])])
        let client = try await RawClient(port: sut.port)
        let reply = try #require(await client.get("/api/v2/users"))
        #expect(reply.status == 501)
        #expect(reply.header("Content-Type") == "application/problem+json")
        #expect(reply.header("Rehearsal-Unmatched") == "true")
        let problem = try JSON(parsing: reply.text)
        #expect(problem["nearest"]?[0]?["endpoint"] == "get /api/v1/users")
        #expect(
            problem["nearest"]?[0]?["differences"]
                == ["path is \"/api/v1/users\", the request has \"/api/v2/users\""]
        )
        #expect(problem["paste"] == ["get": "/api/v2/users", "replies": [["json": [:]]]])
        let entry = try #require(sut.journal.unexpected.first)
        #expect(entry.target == "/api/v2/users")
        #expect(entry.nearest.first?.hasPrefix("get /api/v1/users") == true)
    }

    @Test("The URL with the name localhost has the port of the base URL.")
    func localhost() throws {
        let sut = try Backend.start(hello)
        #expect(sut.localhostURL.absoluteString == "http://localhost:\(sut.port)")
    }

    @Test("A backend accepts on both loopback addresses of one port.")
    func bothFamilies() async throws {
        let sut = try Backend.start(hello)
        #expect(try await RawClient(port: sut.port).get("/hello")?.text == "world")
        #expect(try await RawClient(port: sut.port, ipv6: true).get("/hello")?.text == "world")
        #expect(sut.baseURL.absoluteString == "http://127.0.0.1:\(sut.port)")
    }

    @Test("The error for a port in use names the option that avoids it.")
    func portInUse() throws {
        let first = try Backend.start(hello)
        var options = Backend.Options()
        options.port = first.port
        let error = #expect(throws: Backend.StartError.self) { try Backend.start(hello, options: options) }
        #expect(error?.description.contains("port \(first.port) is in use") == true)
        #expect(error?.description.contains("--port 0") == true)
    }

    @Test(
        "The backend rejects an invalid scenario with the reason.",
        arguments: [
            (Scenario.Endpoint.get("users", replies: [.init()]), "begin with \"/\""),
            (.get("/users", replies: []), "no replies"),
            (.get("/users", replies: [.init(1000)]), "0 to 999"),
            (.get("/a/**/b", replies: [.init()]), "must be the last segment"),
        ]
    )
    func malformed(_ endpoint: Scenario.Endpoint, _ reason: String) {
        let error = #expect(throws: Backend.StartError.self) {
            try Backend.start(Scenario("broken", endpoints: [endpoint]))
        }
        #expect(error?.description.contains(reason) == true)
    }

    @Test("Stopping a backend frees its port and closes its connections.")
    func stops() async throws {
        // The system may give a free port to another test at once, but not five times in a row.
        for _ in 0..<5 {
            let sut = try Backend.start(hello)
            let client = try await RawClient(port: sut.port)
            #expect(await client.get("/hello") != nil)
            await sut.stop()
            #expect(await client.readToEnd().ending != .timedOut)
            do { _ = try await RawClient(port: sut.port) } catch {
                #expect(error.isRefused)
                return
            }
        }
        Issue.record("a stopped backend still accepts connections")
    }

    @Test("A backend that stops with a reset resets its idle connections.")
    func resettingStop() async throws {
        let sut = try Backend.start(hello)
        let client = try await RawClient(port: sut.port)
        #expect(await client.get("/hello")?.status == 200)
        await sut.stopWithReset()
        #expect(await client.run { $0.readToEnd().ending } == .reset)
        #expect(sut.journal.connections.map(\.end) == [.stopped])
    }

    @Test("A thousand backends that start, serve and stop leave no descriptor open.")
    func thousand() async throws {
        let before = openDescriptors()
        for _ in 0..<1_000 {
            let backend = try Backend.start(hello)
            #expect(try await RawClient(port: backend.port).get("/hello")?.status == 200)
            await backend.stop()
        }
        // Other tests open and close descriptors in the meantime; one leak per backend would add a thousand.
        #expect(openDescriptors() - before < 500)
    }

    @Test("Five hundred backends run at the same time without affecting each other.")
    func sideBySide() async throws {
        let backends = try (0..<500).map { number in
            try Backend.start(
                Scenario("n", endpoints: [.get("/", replies: [.init(body: .text("\(number)"), times: 1)])])
            )
        }
        for (number, backend) in backends.enumerated() {
            #expect(try await RawClient(port: backend.port).get("/")?.text == "\(number)")
        }
        for backend in backends { await backend.stop() }
    }

    @Test("An asynchronous reply sees the request and reaches its client.")
    func later() async throws {
        let reply = Scenario.Reply.later { request in
            let text = await Task { "\(request.method) \(request.target)" }.value
            return Scenario.Reply(202, body: .text(text))
        }
        let sut = try BothLoops.backend([.any("/jobs/{id}", replies: [reply])])
        let client = try await RawClient(port: sut.port)
        let texts = await client.run { client in ["/jobs/7", "/jobs/8"].map { client.get($0)?.text } }
        #expect(texts == ["GET /jobs/7", "GET /jobs/8"])
        #expect(sut.journal.entries.map(\.status) == [202, 202])
    }
}
