import Foundation
import RehearsalTestSupport
import Testing

@Suite("What rehearsal serve prints, and to whom")
struct ServeOutputTests {
    private static let root = (0..<4).reduce(URL(fileURLWithPath: #filePath)) { url, _ in
        url.deletingLastPathComponent()
    }

    @Test("A log that nobody reads stops neither the backend nor its end.")
    func unreadLog() throws {
        let scratch = try Scratch()
        let scenario = try scratch.file("s.json", #"{ "endpoints": [{ "get": "/**", "replies": [{}] }] }"#)
        let sut = try RunningProgram(["serve", "--port", "0", "--log", "-", scenario])
        let line = try #require(sequence(state: (), next: { _ in sut.line() }).first { $0.hasPrefix("listening on ") })
        let port = try #require(Int(line.split(separator: ":")[2].prefix(while: \.isNumber)))
        let client = try RawClient(port: port)
        let path = "/" + String(repeating: "x", count: 1_000)
        let answered = (0..<2_000).count { _ in client.get(path)?.status == 200 }
        #expect(answered == 2_000)
        sut.signal(SIGINT)
        // Its standard output is full and stays unread until it has ended.
        #expect(sut.finishUnread().status == 0)
    }

    @Test("The token tells scenarios apart, and is the same for the same scenario and seed.")
    func token() throws {
        let scratch = try Scratch()
        let tokens = try ["X", "X", "Y"].map { text in
            let body =
                #"{ "scenario": "t", "seed": 7, "endpoints": [{ "get": "/", "replies": [{ "text": "\#(text)" }] }] }"#
            let sut = try RunningProgram(["serve", "--port", "0", "--json", try scratch.file("t.json", body)])
            let line = try #require(sut.line())
            sut.signal(SIGTERM)
            #expect(sut.finish().status == 0)
            return try #require(line.split(separator: "\"token\":\"").last).prefix { $0 != "\"" }
        }
        #expect(tokens[0] == tokens[1])
        #expect(tokens[0] != tokens[2])
        #expect(tokens.allSatisfy { $0.hasPrefix("r1.7.") && $0.utf8.count == 13 })
    }

    @Test("The outage that ships answers 503, 503, 200, 200, with Retry-After twice.")
    func outage() throws {
        let path = Self.root.appendingPathComponent("Scenarios/outage/503-503-200.jsonc").path
        let (sut, port) = try RunningProgram.serving([path])
        let client = try RawClient(port: port)
        let replies = (0..<4).compactMap { _ in client.get("/api/v1/reservations") }
        #expect(replies.map(\.status) == [503, 503, 200, 200])
        #expect(replies.map { $0.header("Retry-After") } == ["1", "1", nil, nil])
        sut.signal(SIGTERM)
        #expect(sut.finish().status == 0)
    }

    @Test(
        "A file that cannot be written is said before anything is served, and exits 2.",
        arguments: ["journal", "log"]
    )
    func unwritable(option: String) throws {
        let path = "/nowhere/at/all"
        let (status, output, errors) = try RunningProgram.run(["serve", "--port", "0", "--json", "--\(option)", path])
        #expect(status == 2)
        #expect(output.isEmpty)
        #expect(errors.contains("cannot write to \(path)"))
    }

    @Test("With --json the log goes to standard error, so that standard output stays two lines.")
    func logWithJSON() throws {
        let (sut, port) = try RunningProgram.serving(["--log", "-"])
        #expect(try RawClient(port: port).get("/api/v1/reservations")?.status == 200)
        sut.signal(SIGINT)
        let (_, output, errors) = sut.finish()
        #expect(output == "{\"event\":\"stopped\",\"exchanges\":1,\"dropped\":0}\n")
        #expect(errors.contains("GET /api/v1/reservations → 200"))
    }
}
