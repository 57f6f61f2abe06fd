import Rehearsal
import RehearsalControl
import RehearsalServer
import RehearsalTestSupport
import TestAdmission
import Testing

@Suite("The events of a session", .limitedConcurrency)
struct EventTests {
    @Test("The stream reports past and later exchanges with their status, endpoint and end.")
    func exchanges() async throws {
        let sut = try ControlCase()
        _ = try await sut.get("/me")
        var reader = try await EventReader(sut)
        try await reader.read(untilEndOf: 0)
        _ = try await sut.get("/nothing?a=1")
        try await reader.read(untilEndOf: 1)
        let ended = reader.exchanges.filter { $0["end"] != .null }
        #expect(ended.map { $0["target"] } == ["/me", "/nothing?a=1"])
        #expect(ended.map { $0["status"] } == [503, 501])
        #expect(ended.map { $0["endpoint"] } == ["get /me", nil])
        #expect(ended.map { $0["decision"] } == ["reply", "unmatched"])
    }

    @Test("The numbers of exchanges can have several digits.")
    func numbers() async throws {
        let sut = try ControlCase()
        for _ in 0..<102 { _ = try await sut.get("/me") }
        var reader = try await EventReader(sut)
        try await reader.read(untilEndOf: 101)
        #expect(reader.exchanges.map { $0["number"] } == (0..<102).map { .integer($0) })
        #expect(reader.exchanges.map { $0["connection"] } == (0..<102).map { .integer($0) })
        #expect(reader.exchanges.allSatisfy { $0["status"] == 503 || $0["status"] == 200 })
    }

    @Test("An exchange is reported when it begins and again when it ends.")
    func openExchange() async throws {
        let sut = try ControlCase()
        var reader = try await EventReader(sut)
        async let held = sut.get("/held")
        try await reader.read { $0.name == "exchanges" }
        #expect(reader.exchanges.last?["end"] == .null)
        try await reader.read { $0.name == "state" && $0.data["session"]?["waiting"]?[0] == "list" }
        try sut.front.release("list")
        try await reader.read(untilEndOf: 0)
        #expect(reader.exchanges.last?["end"] == "completed")
        #expect(try await held == 200)
    }

    @Test("The stream reports switches of the scenario, its endpoints and the expectations.")
    func scenario() async throws {
        let sut = try ControlCase()
        var reader = try await EventReader(sut)
        try await reader.read { $0.name == "expectations" }
        let scenario = Scenario(
            "next",
            endpoints: [.get("/a", replies: [.init()])],
            expect: [.requests(.get("/a"), count: .exactly(1))]
        )
        try sut.front.play(scenario)
        try await reader.read { $0.name == "mark" && $0.data["scenario"] == "next" }
        try await reader.read { $0.name == "scenario" && $0.data["name"] == "next" }
        try await reader.read { $0.name == "expectations" && $0.data["expectations"]?[0]?["met"] == false }
        _ = try await sut.get("/a")
        try await reader.read { $0.name == "expectations" && $0.data["expectations"]?[0]?["met"] == true }
    }

    @Test(
        "A client continues after the last event that it received, by header or by parameter.",
        arguments: [true, false]
    )
    func continuing(inHeader: Bool) async throws {
        let sut = try ControlCase()
        var first = try await EventReader(sut)
        _ = try await sut.get("/me")
        try await first.read(untilEndOf: 0)
        try await first.read { $0.name == "position" }
        _ = try await sut.get("/me?second")
        let id = first.lastID ?? ""
        var second =
            inHeader
            ? try await EventReader(sut, headers: "Last-Event-ID: \(id)\r\n")
            : try await EventReader(sut, "/v1/sessions/main/events?last-event-id=\(id)")
        try await second.read(untilEndOf: 1)
        #expect(second.events.first?.data["continued"] == true)
        #expect(second.exchanges.allSatisfy { $0["target"] == "/me?second" })
    }

    @Test(
        "An identifier that is not a position of this server is ignored.",
        arguments: ["", "1-0-0", "x", "-1-2", "0-0-9"]
    )
    func unknownID(id: String) async throws {
        let sut = try ControlCase()
        _ = try await sut.get("/me")
        var reader = try await EventReader(sut, headers: "Last-Event-ID: \(id)\r\n")
        try await reader.read(untilEndOf: 0)
        #expect(reader.events.first?.data["continued"] == false)
    }

    @Test("A position inside of a record is ignored.")
    func positionInsideRecord() async throws {
        let sut = try ControlCase()
        var first = try await EventReader(sut)
        _ = try await sut.get("/me")
        try await first.read(untilEndOf: 0)
        try await first.read { $0.name == "position" }
        let parts = (first.lastID ?? "").split(separator: "-")
        let offset = Int(parts.last ?? "", radix: 16) ?? 0
        let id = parts.dropLast().joined(separator: "-") + "-" + String(offset - 1, radix: 16)
        var second = try await EventReader(sut, headers: "Last-Event-ID: \(id)\r\n")
        try await second.read(untilEndOf: 0)
        #expect(second.events.first?.data["continued"] == false)
    }

    @Test("A new stream reports only the requested number of past exchanges.")
    func recent() async throws {
        let sut = try ControlCase()
        for _ in 0..<5 { _ = try await sut.get("/me") }
        var reader = try await EventReader(sut, "/v1/sessions/main/events?recent=2")
        try await reader.read(untilEndOf: 4)
        #expect(reader.exchanges.map { $0["number"] } == [3, 4])
        #expect(!reader.events.contains { $0.name == "dropped" })
    }

    @Test("An expectation is evaluated again when a request that it is about arrives, or a violation.")
    func reevaluated() async throws {
        let scenario = Scenario(
            "expecting",
            endpoints: [.get("/a", replies: [.init()]), .get("/b", replies: [.init()])],
            expect: [.requests(.get("/a"), count: .exactly(1))]
        )
        let sut = try ControlCase(scenario)
        var reader = try await EventReader(sut)
        try await reader.read { $0.name == "expectations" && $0.data["expectations"]?[0]?["met"] == false }
        _ = try await sut.get("/b")
        _ = try await sut.get("/a")
        try await reader.read { $0.name == "expectations" && $0.data["expectations"]?[0]?["met"] == true }
        _ = try await sut.get("/none")
        try await reader.read { $0.name == "expectations" && $0.data["expectations"]?[1]?["met"] == false }
    }

    @Test("A required reply that was sent is reported as met.")
    func requiredReply() async throws {
        var reply = Scenario.Reply(204)
        reply.isRequired = true
        let sut = try ControlCase(Scenario("required", endpoints: [.get("/a", replies: [reply])]))
        var reader = try await EventReader(sut)
        try await reader.read { $0.name == "expectations" && $0.data["expectations"]?[1]?["met"] == false }
        _ = try await sut.get("/a")
        try await reader.read { $0.name == "expectations" && $0.data["expectations"]?[1]?["met"] == true }
    }

    @Test("The targets in events have no secrets, and control characters are escaped.")
    func targets() async throws {
        let sut = try ControlCase()
        let port = sut.front.port
        let client = try await RawClient(port: port, timeout: 240)
        await client.send("GET /me?access_token=secret-value-1 HTTP/1.1\r\nHost: a\r\n\r\n")
        _ = await client.response()
        let other = try await RawClient(port: port, timeout: 240)
        await other.send("GET /\u{202e}\u{1b}x HTTP/1.1\r\nHost: a\r\n\r\n")
        _ = await other.response()
        var reader = try await EventReader(sut)
        try await reader.read(untilEndOf: 1)
        let targets = reader.exchanges.map { "\($0["target"] ?? .null)" }
        #expect(targets.allSatisfy { !$0.contains("secret-value-1") && !$0.contains("\u{1b}") })
        #expect(targets.contains { $0.contains("redacted") })
    }

    @Test("The stream of a session ends with it, also if another session then has its name.")
    func endedSession() async throws {
        let sut = try ControlCase()
        let document: JSON = ["scenario": "other", "endpoints": [["get": "/a", "replies": [[:]]]]]
        let body: JSON = ["name": "k7", "scenario": document]
        #expect(try await sut.ask("POST", "/v1/sessions", body).status == 201)
        var reader = try await EventReader(sut, "/v1/sessions/k7/events")
        try await reader.read { $0.name == "scenario" }
        #expect(try await sut.ask("DELETE", "/v1/sessions/k7").status == 204)
        #expect(try await sut.ask("POST", "/v1/sessions", body).status == 201)
        await #expect(throws: EventReader.Missing.self) { try await reader.read { _ in false } }
    }

    @Test("A second reader of the events receives the same exchanges.")
    func twoReaders() async throws {
        let sut = try ControlCase()
        var readers = [try await EventReader(sut), try await EventReader(sut)]
        for _ in 0..<3 { _ = try await sut.get("/me") }
        for index in readers.indices { try await readers[index].read(untilEndOf: 2) }
        let ended = readers.map { $0.exchanges.filter { $0["end"] != .null }.map { $0["number"] } }
        #expect(ended == [[0, 1, 2], [0, 1, 2]])
    }

    @Test("HEAD on the events returns the head of the stream only.")
    func head() async throws {
        let sut = try ControlCase()
        #expect(try await sut.ask("HEAD", "/v1/sessions/main/events").status == 200)
    }

    @Test("The events need a token.")
    func token() async throws {
        let sut = try ControlCase()
        #expect(try await sut.ask("GET", "/v1/sessions/main/events", token: nil).status == 401)
        #expect(try await sut.ask("GET", "/v1/sessions/main/exchange?number=0", token: nil).status == 401)
    }
}
