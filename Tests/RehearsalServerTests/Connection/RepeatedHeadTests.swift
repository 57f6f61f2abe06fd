import Rehearsal
import RehearsalPlatform
import RehearsalServer
import RehearsalTestSupport
import TestAdmission
import Testing

@Suite("Requests whose fields repeat", .limitedConcurrency)
struct RepeatedHeadTests {
    private static let endpoints: [Scenario.Endpoint] = [
        .get("/a", replies: [.init(headers: ["ETag": "\"1\"", "Date": nil], body: .text("a"))]),
        .get("/b", replies: [.init(201, headers: ["Date": nil], body: .text("b"))]),
        .get("/turns", replies: [.init(201, times: 2), .init(202)]),
        .get("/slow", replies: [.init(203, delay: .milliseconds(1))]),
        .get("/users/{id}", replies: [.init(204)]),
        .post("/a", replies: [.init(202)]),
    ]

    private static func get(_ path: String, _ fields: String = "Host: a\r\n", version: String = "1.1") -> String {
        "GET \(path) HTTP/\(version)\r\n\(fields)\r\n"
    }

    private static func statuses(_ requests: [String], on client: RawClient) async -> [Int?] {
        var statuses: [Int?] = []
        for request in requests {
            await client.send(request)
            statuses.append(await client.response()?.status)
        }
        return statuses
    }

    @Test("Each request with equal fields receives the reply for its path.", arguments: PollerKind.allCases)
    func paths(_ kind: PollerKind) async throws {
        let sut = try BothLoops.backend(Self.endpoints, on: kind)
        let client = try await RawClient(port: sut.port)
        let paths = [
            "/a", "/b", "/a", "/turns", "/turns", "/turns", "/slow", "/users/7", "/none", "/a?q=1", "/%61", "/b",
        ]
        let statuses = await Self.statuses(paths.map { Self.get($0) }, on: client)
        #expect(statuses == [200, 201, 200, 201, 201, 202, 203, 204, 501, 200, 200, 201])
        #expect(sut.journal.entries.map(\.target) == paths)
        #expect(sut.journal.entries.map(\.exchange) == Array(0..<12))
    }

    @Test("The journal has equal entries for a request and its repetition.", arguments: PollerKind.allCases)
    func journal(_ kind: PollerKind) async throws {
        let sut = try BothLoops.backend(Self.endpoints, on: kind)
        let client = try await RawClient(port: sut.port)
        for _ in 0..<3 { #expect(await client.get("/a", headers: "X-Field: one\r\n")?.text == "a") }
        await sut.journal.settled()
        let entries = sut.journal.entries
        #expect(Set(entries.map(\.rawHead)).count == 1)
        #expect(entries.map(\.endpoint) == ["get /a", "get /a", "get /a"])
        #expect(entries.map(\.status) == [200, 200, 200])
        #expect(Set(entries.map(\.written)).count == 1)
        #expect(entries.map(\.end) == [.completed, .completed, .completed])
        #expect(entries.allSatisfy { entry in entry.headAt.map { $0 >= entry.at } ?? false })
        #expect(zip(entries, entries.dropFirst()).allSatisfy { $0.at < $1.at })
    }

    @Test("A field that the last request did not have takes effect.", arguments: PollerKind.allCases)
    func changedFields(_ kind: PollerKind) async throws {
        let sut = try BothLoops.backend(Self.endpoints, on: kind)
        let client = try await RawClient(port: sut.port)
        let requests = [
            Self.get("/a"), Self.get("/a"), Self.get("/a", "Host: a\r\nIf-None-Match: \"1\"\r\n"),
            Self.get("/a", "Host: a\r\nIf-None-Match: \"2\"\r\n"), "POST /a HTTP/1.1\r\nHost: a\r\n\r\n",
            Self.get("/a", "Host: a\r\nContent-Length: 2\r\n") + "xy", Self.get("/a"),
        ]
        #expect(await Self.statuses(requests, on: client) == [200, 200, 304, 200, 202, 200, 200])
    }

    @Test("The version and the field Connection of repeated requests determine the end of the connection.")
    func connection() async throws {
        let sut = try BothLoops.backend(Self.endpoints)
        for _ in 0..<3 {
            let closing = try await RawClient(port: sut.port)
            await closing.send(Self.get("/a", "Host: a\r\nConnection: close\r\n"))
            #expect(await closing.response()?.header("Connection") == "close")
            #expect(await closing.readToEnd().ending == .closed)
            let old = try await RawClient(port: sut.port)
            for _ in 0..<3 {
                await old.send(Self.get("/a", "Connection: keep-alive\r\n", version: "1.0"))
                #expect(await old.response()?.header("Connection") == "keep-alive")
            }
        }
    }

    @Test("Clients on one loop, more than it stores, each send their own fields.", arguments: PollerKind.allCases)
    func manyClients(_ kind: PollerKind) async throws {
        let sut = try BothLoops.backend(Self.endpoints, on: kind)
        var clients: [RawClient] = []
        for _ in 0..<20 { clients.append(try await RawClient(port: sut.port)) }
        for path in ["/a", "/b", "/a"] {
            for (number, client) in clients.enumerated() {
                #expect(await client.get(path, headers: "X-Client: \(number)\r\n")?.text == String(path.dropFirst()))
            }
        }
        let heads = sut.journal.entries.map { String(decoding: $0.rawHead, as: UTF8.self) }
        #expect(heads.count == 60)
        for (index, head) in heads.enumerated() { #expect(head.contains("X-Client: \(index % 20)\r\n")) }
    }

    @Test(
        "The bytes before repeated fields are validated.",
        arguments: [
            (Self.get("/a /b"), 400), (Self.get("/a\r\nX: y"), 400), (Self.get("/a\u{7F}"), 400), (Self.get("a"), 400),
            ("get /a HTTP/1.1\r\nHost: a\r\n\r\n", 501), ("GET  /a HTTP/1.1\r\nHost: a\r\n\r\n", 400),
        ]
    )
    func invalid(_ request: String, _ status: Int) async throws {
        let sut = try BothLoops.backend(Self.endpoints)
        let client = try await RawClient(port: sut.port)
        #expect(await Self.statuses([Self.get("/a"), Self.get("/a"), request], on: client) == [200, 200, status])
    }

    @Test("A limit on targets applies to repeated requests.", arguments: [12, 13])
    func limit(_ target: Int) async throws {
        var limits = BothLoops.generousLimits
        limits.target = target
        let long = "/" + String(repeating: "x", count: 12)
        let endpoints: [Scenario.Endpoint] = [.get("/", replies: [.init()]), .get(.init(long), replies: [.init()])]
        let sut = try BothLoops.backend(endpoints, limits: limits)
        let client = try await RawClient(port: sut.port)
        let statuses = await Self.statuses([Self.get("/"), Self.get("/"), Self.get(long)], on: client)
        #expect(statuses == [200, 200, target < 13 ? 414 : 200])
    }

    @Test("After a switch of the scenario, a repeated request receives the new reply.", arguments: PollerKind.allCases)
    func switches(_ kind: PollerKind) async throws {
        let sut = try BothLoops.backend(Self.endpoints, on: kind)
        let client = try await RawClient(port: sut.port)
        for _ in 0..<2 { #expect(await client.get("/a")?.status == 200) }
        for status in [210, 211] {
            try sut.play(Scenario("other", endpoints: [.get("/a", replies: [.init(status)])]))
            for _ in 0..<2 { #expect(await client.get("/a")?.status == status) }
            #expect(await client.get("/b")?.status == 501)
        }
    }

    @Test("A repeated request receives an interrupted head and pipelined requests as others do.")
    func pieces() async throws {
        let sut = try BothLoops.backend(Self.endpoints)
        let client = try await RawClient(port: sut.port)
        let request = Self.get("/a")
        #expect(await Self.statuses([request, request], on: client) == [200, 200])
        await client.send(request + request + "\r\n")
        for _ in 0..<2 { #expect(await client.response()?.status == 200) }
        await client.send(String(request.prefix(9)))
        await client.send(String(request.dropFirst(9)) + request)
        for _ in 0..<2 { #expect(await client.response()?.status == 200) }
        #expect(sut.journal.entries.map(\.status) == [Int](repeating: 200, count: 6))
    }
}
