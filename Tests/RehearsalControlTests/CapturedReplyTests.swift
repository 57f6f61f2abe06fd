import Rehearsal
import RehearsalControl
import RehearsalServer
import RehearsalTestSupport
import TestAdmission
import Testing

@Suite("The replies of a session that are captured for a reader of its events", .limitedConcurrency)
struct CapturedReplyTests {
    @Test("The detail of an exchange has the captured reply, with secrets redacted.")
    func detail() async throws {
        let reply = Scenario.Reply(
            200,
            headers: ["Set-Cookie": "session=secret-value-1"],
            body: .json(["token": "abc"])
        )
        let sut = try ControlCase(Scenario("begin", endpoints: [.get("/me", replies: [reply])]))
        let before = try await sut.get("/me")
        #expect(before == 200)
        #expect(try await sut.ask("GET", "/v1/sessions/main/exchange?number=0").json["reply"] == .null)
        var reader = try await EventReader(sut)
        _ = try await sut.get("/me")
        try await reader.read(untilEndOf: 1)
        let answer = try await sut.ask("GET", "/v1/sessions/main/exchange?number=1")
        #expect(answer.json["reply"]?["status"] == 200)
        #expect(answer.json["method"] == "GET")
        #expect(!answer.text.contains("secret-value-1"))
        #expect(!answer.text.contains("abc"))
        #expect(try await sut.ask("GET", "/v1/sessions/main/exchange?number=2").status == 404)
        #expect(try await sut.ask("GET", "/v1/sessions/main/exchange").status == 400)
        #expect(try await sut.ask("GET", "/v1/sessions/main/exchange?number=x").status == 400)
    }

    @Test("The detail of a reply that was sent before the first reader of the events says that it was not captured.")
    func uncapturedReply() async throws {
        let sut = try ControlCase()
        func capture(_ number: Int) async throws -> JSON? {
            try await sut.ask("GET", "/v1/sessions/main/exchange?number=\(number)").json["capture"]
        }
        _ = try await sut.get("/me")
        #expect(await sut.front.settled(within: .seconds(240)))
        var reader = try await EventReader(sut)
        _ = try await sut.get("/me")
        try await reader.read(untilEndOf: 1)
        #expect(try await capture(0) == "none")
        #expect(try await capture(1) == "available")
    }

    @Test("The detail of a reply says that the exchange has not ended, that no byte was sent, or when it was captured.")
    func availability() async throws {
        let sut = try ControlCase(
            Scenario(
                "begin",
                endpoints: [
                    .get("/held", replies: [.init(200, hold: "list")]),
                    .get("/lost", replies: [.init(200, fault: Fault(.reset, at: .beforeHead))]),
                ]
            )
        )
        func capture(_ number: Int) async throws -> JSON? {
            try await sut.ask("GET", "/v1/sessions/main/exchange?number=\(number)").json["capture"]
        }
        sut.front.beginReplyCapture()
        async let held = sut.get("/held")
        try await sut.front.wait(for: .get("/held"), within: .seconds(240))
        #expect(try await capture(0) == "pending")
        sut.front.endReplyCapture()
        try sut.front.release("list")
        #expect(try await held == 200)
        #expect(try await sut.get("/lost") == nil)
        #expect(await sut.front.settled(within: .seconds(240)))
        // The request arrived during the capture, and the reply was sent after it.
        #expect(try await capture(0) == "none")
        #expect(try await capture(1) == "empty")
    }

    @Test("A captured reply that newer replies have displaced is reported as discarded.")
    func displacedReply() async throws {
        let reply = Scenario.Reply(200, body: .text(String(repeating: "a", count: 6 << 20)))
        let sut = try ControlCase(Scenario("large", endpoints: [.get("/large", replies: [reply])]))
        var reader = try await EventReader(sut)
        for number in 0..<6 {
            _ = try await sut.get("/large")
            try await reader.read(untilEndOf: number)
        }
        let answer = try await sut.ask("GET", "/v1/sessions/main/exchange?number=0")
        #expect(answer.json["reply"] == .null)
        #expect(answer.json["capture"] == "discarded")
    }

    @Test("In a ticket, a reply that still waits keeps its hold.")
    func ticketWithHold() async throws {
        let sut = try ControlCase()
        var reader = try await EventReader(sut)
        async let held = sut.get("/held")
        try await reader.read { $0.name == "state" && $0.data["session"]?["waiting"]?[0] == "list" }
        let ticket = try await sut.ask("GET", "/v1/sessions/main/ticket").json
        #expect(ticket["endpoints"]?[0]?["replies"]?[0]?["hold"] == "list")
        try sut.front.release("list")
        #expect(try await held == 200)
        try await reader.read(untilEndOf: 0)
        let later = try await sut.ask("GET", "/v1/sessions/main/ticket").json
        #expect(later["endpoints"]?[0]?["replies"]?[0]?["hold"] == nil)
    }
}
