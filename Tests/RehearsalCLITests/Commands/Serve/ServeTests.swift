import Foundation
import RehearsalTestSupport
import TestAdmission
import Testing

@Suite("rehearsal serve, as a program", .limitedConcurrency)
@BlockingThread
struct ServeTests {
    private struct Ready: Decodable {
        let event: String
        let baseURL: String
        let urls: [String]
        let port: Int
        let pid: Int32
        let scenario: String
        let token: String
    }

    private func start(_ arguments: [String] = [], ignoringInterrupt: Bool = false) throws -> (ChildProgram, Ready) {
        let child = try ChildProgram(
            ["serve", "--port", "0", "--json"] + arguments,
            ignoringInterrupt: ignoringInterrupt
        )
        let line = try child.line()
        return (child, try JSONDecoder().decode(Ready.self, from: Data(line.utf8)))
    }

    @Test("The ready line has the port and the process id of the running server.")
    func ready() async throws {
        let (sut, ready) = try start()
        #expect(ready.event == "ready")
        #expect(ready.baseURL == "http://127.0.0.1:\(ready.port)")
        #expect(ready.urls.isEmpty)
        #expect(ready.pid == sut.process)
        #expect(ready.token.hasPrefix("r1."))
        let reply = try await RawClient(port: ready.port).get("/api/v1/reservations")
        #expect(reply?.status == 200)
        sut.signal(SIGTERM)
        #expect(try sut.end().status == 0)
    }

    @Test("A server with --lan accepts at every address, and one without it on loopback only.")
    func lan() async throws {
        let (open, ready) = try start(["--lan"])
        #expect(ready.baseURL == "http://127.0.0.1:\(ready.port)")
        #expect(ready.urls.allSatisfy { $0.hasPrefix("http://") && $0.hasSuffix(":\(ready.port)") })
        #expect(try await RawClient(port: ready.port, ipv6: true).get("/api/v1/reservations")?.status == 200)
        #if os(Linux)
            #expect(try await RawClient(port: ready.port, host: 2).get("/api/v1/reservations")?.status == 200)
            let (_, shut) = try start()
            await #expect(throws: RawClient.Failure.self) { _ = try await RawClient(port: shut.port, host: 2) }
        #endif
        open.signal(SIGTERM)
        #expect(try open.end().status == 0)
    }

    @Test("The token differs between scenarios and is the same for the same file and seed.")
    func token() throws {
        let folder = try ScratchFolder()
        let text = #"{ "scenario": "t", "seed": 7, "endpoints": [{ "get": "/", "replies": [{ "text": "X" }] }] }"#
        let one = try folder.write("one.json", text)
        let other = try folder.write("other.json", text.replacingOccurrences(of: "X", with: "Y"))
        let tokens = try [one, one, other].map { try start([$0]).1.token }
        #expect(tokens[0] == tokens[1])
        #expect(tokens[0] != tokens[2])
        #expect(tokens.allSatisfy { $0.hasPrefix("r1.7.") && $0.utf8.count == 13 })
    }

    @Test(
        "SIGINT and SIGTERM stop the server with status 0, even if SIGINT was ignored.",
        arguments: [true, false],
        [SIGINT, SIGTERM]
    )
    func stops(ignoringInterrupt: Bool, signal: Int32) async throws {
        let (sut, ready) = try start(ignoringInterrupt: ignoringInterrupt)
        _ = try await RawClient(port: ready.port).get("/api/v1/reservations")
        sut.signal(signal)
        let (status, output) = try sut.end()
        #expect(status == 0)
        #expect(output == "{\"event\":\"stopped\",\"exchanges\":1,\"dropped\":0}\n")
    }

    @Test("The journal file has every exchange after the stop, without secrets.")
    func journal() async throws {
        let folder = try ScratchFolder()
        let (sut, ready) = try start(["--journal", folder.path + "/j.ndjson"])
        let client = try await RawClient(port: ready.port)
        for _ in 0..<500 { _ = await client.get("/api/v1/reservations?access_token=hunter2") }
        sut.signal(SIGINT)
        #expect(try sut.end().status == 0)
        let lines = try folder.read("j.ndjson").split(separator: "\n")
        #expect(lines.count == 500)
        #expect(lines.allSatisfy { !$0.contains("hunter2") && $0.hasSuffix("}") })
    }

    @Test("A log that is never read blocks neither the backend nor its end.")
    func unreadLog() async throws {
        let folder = try ScratchFolder()
        let scenario = try folder.write("s.json", #"{ "endpoints": [{ "get": "/**", "replies": [{}] }] }"#)
        let sut = try ChildProgram(["serve", "--port", "0", "--log", "-", scenario])
        var port: Int?
        while port == nil {
            let words = try sut.line().split(separator: " ")
            port = words.first { $0.hasPrefix("http://127.0.0.1:") }.flatMap { Int($0.split(separator: ":")[2]) }
        }
        let client = try await RawClient(port: try #require(port))
        let path = "/" + String(repeating: "x", count: 1_000)
        var answered = 0
        for _ in 0..<2_000 where await client.get(path)?.status == 200 { answered += 1 }
        #expect(answered == 2_000)
        sut.signal(SIGINT)
        // The standard output is full and never read.
        #expect(sut.endUnread() == 0)
    }

    @Test("Four requests to the bundled outage receive 503, 503, 200 and 200, with Retry-After on the first two.")
    func outage() async throws {
        let root = (0..<5).reduce(URL(fileURLWithPath: #filePath)) { url, _ in url.deletingLastPathComponent() }
        let (sut, ready) = try start([root.appendingPathComponent("Scenarios/outage/503-503-200.jsonc").path])
        let client = try await RawClient(port: ready.port)
        let replies = await client.run { client in (0..<4).compactMap { _ in client.get("/api/v1/reservations") } }
        #expect(replies.map(\.status) == [503, 503, 200, 200])
        #expect(replies.map { $0.header("Retry-After") } == ["1", "1", nil, nil])
        sut.signal(SIGTERM)
        #expect(try sut.end().status == 0)
    }
}
