import Rehearsal
import RehearsalControl
import RehearsalServer
import RehearsalTestSupport
import TestAdmission
import Testing

@Suite("Operations of the control API", .limitedConcurrency)
struct OperationTests {
    private static let other: JSON = [
        "scenario": "other",
        "endpoints": [["get": "/me", "replies": [["status": 418]]]],
    ]

    @Test("A session can be created, listed, used by its prefix and ended.")
    func life() async throws {
        let sut = try ControlCase()
        let made = try await sut.ask("POST", "/v1/sessions", ["name": "k7", "scenario": Self.other])
        #expect(made.status == 201)
        #expect(made.head.contains("Location: /v1/sessions/k7"))
        #expect(made.json["prefix"] == "/~k7")
        #expect(made.json["port"] == .null)
        #expect(try await sut.get("/~k7/me") == 418)
        let shown = try await sut.ask("GET", "/v1/sessions/k7")
        #expect(shown.json["requests"] == 1)
        #expect(shown.json["scenario"] == "other")
        #expect(shown.json["key"] == nil)
        let list = try await sut.ask("GET", "/v1/sessions").json["sessions"]
        #expect([list?[0]?["name"], list?[1]?["name"], list?[2]] == ["k7", "main", nil])
        #expect(try await sut.ask("POST", "/v1/sessions", ["name": "k7", "scenario": Self.other]).status == 409)
        #expect(try await sut.ask("DELETE", "/v1/sessions/k7").status == 204)
        #expect(try await sut.ask("GET", "/v1/sessions/k7").status == 404)
        #expect(try await sut.get("/~k7/me") == 501)
        #expect(try await sut.ask("DELETE", "/v1/sessions/main").status == 409)
    }

    @Test("A session with its own port accepts requests only on that port.")
    func ownPort() async throws {
        let sut = try ControlCase()
        let made = try await sut.ask("POST", "/v1/sessions", ["port": 0, "scenario": Self.other]).json
        guard case .number(let number)? = made["port"], let port = Int(number.text) else {
            Issue.record("no port in \(made)")
            return
        }
        #expect(made["name"] == "k1")
        #expect(made["prefix"] == .null)
        #expect(try await RawClient(port: port, timeout: 240).get("/me")?.status == 418)
        #expect(try await sut.get("/~k1/me") == 501)
    }

    @Test("A whole number may have a zero fraction, because JSON has one kind of number.")
    func wholeNumbers() async throws {
        let sut = try ControlCase()
        #expect(try await sut.ask("POST", "/v1/sessions", ["port": 0.0, "scenario": Self.other]).status == 201)
        #expect(try await sut.ask("POST", "/v1/sessions", ["port": 0.5, "scenario": Self.other]).status == 400)
    }

    @Test("The operation play switches the scenario on the same port, and reset restarts it.")
    func playing() async throws {
        let sut = try ControlCase()
        #expect(try await sut.get("/me") == 503)
        #expect(try await sut.ask("POST", "/v1/sessions/main/reset").json["play"] == 1)
        #expect(try await [sut.get("/me"), sut.get("/me")] == [503, 200])
        let played = try await sut.ask("POST", "/v1/sessions/main/play", ["scenario": Self.other])
        #expect(played.json["scenario"] == "other")
        #expect(played.json["play"] == 2)
        #expect(played.json["requests"] == 3)
        #expect(try await sut.get("/me") == 418)
    }

    @Test("An invalid document is rejected with diagnostics, and the current scenario continues.")
    func wrong() async throws {
        let sut = try ControlCase()
        let body: JSON = ["scenario": ["endpoints": [["gett": "/me", "replies": [[:]]]]]]
        let answer = try await sut.ask("POST", "/v1/sessions/main/play", body)
        #expect(answer.status == 422)
        let codes = [answer.json["diagnostics"]?[0]?["code"], answer.json["diagnostics"]?[1]?["code"]]
        #expect(codes.contains("unknown-key"))
        #expect(try await sut.get("/me") == 503)
    }

    @Test("The operation play reads a file only with the token of the server.")
    func file() async throws {
        let folder = try ScratchFolder(["a.json": String(decoding: Self.other.bytes(), as: UTF8.self)])
        let sut = try ControlCase()
        let body: JSON = ["file": .string(folder["a.json"])]
        #expect(try await sut.ask("POST", "/v1/sessions/main/play", body, token: nil).status == 401)
        #expect(try await sut.get("/me") == 503)
        #expect(try await sut.ask("POST", "/v1/sessions/main/play", body).status == 200)
        #expect(try await sut.get("/me") == 418)
        #expect(try await sut.ask("POST", "/v1/sessions/main/play", ["file": "a.json"]).status == 400)
    }

    @Test("The operation release releases a hold by name and rejects unknown names.")
    func holding() async throws {
        let sut = try ControlCase()
        async let held = sut.get("/held")
        try await sut.front.wait(for: .get("/held"), within: .seconds(300))
        let shown = try await sut.ask("GET", "/v1/sessions/main").json
        #expect(shown["holds"] == ["list"])
        #expect(shown["waiting"] == ["list"])
        let missed = try await sut.ask("POST", "/v1/sessions/main/release", ["hold": "lost"])
        #expect(missed.status == 404)
        #expect(missed.text.contains("its holds are: list"))
        #expect(try await sut.ask("POST", "/v1/sessions/main/release", ["hold": "list"]).status == 200)
        #expect(try await held == 200)
        #expect(try await sut.get("/held") == 200)
        #expect(try await sut.ask("POST", "/v1/sessions/main/hold", ["hold": "list"]).status == 200)
    }

    @Test("The operation wait reports whether its expectations are met, with the missing requests.")
    func waiting() async throws {
        let sut = try ControlCase()
        async let met = sut.ask(
            "POST",
            "/v1/sessions/main/wait",
            ["expect": ["get": "/me", "count": 2], "within": "60s"]
        )
        _ = try await [sut.get("/me"), sut.get("/me")]
        #expect(try await met.json["met"] == true)
        let missing: JSON = ["expect": [["get": "/me", "count": 3], ["unexpected": 0]], "within": "1ms"]
        let answer = try await sut.ask("POST", "/v1/sessions/main/wait", missing)
        #expect(answer.json["met"] == false)
        #expect(answer.json["findings"]?[0]?["message"] == "count: expected 3, saw 2")
        #expect(answer.json["findings"]?[1] == nil)
        let wrong = try await sut.ask("POST", "/v1/sessions/main/wait", ["expect": ["gett": "/me"]])
        #expect(wrong.status == 422)
        _ = try await sut.get("/nothing")
        let findings = try await sut.ask("GET", "/v1/sessions/main/findings").json["findings"]
        #expect(findings?[0]?["rule"] == "unexpected")
    }

    @Test("The journal has one line for each exchange, and a followed one ends with the session.")
    func journal() async throws {
        let sut = try ControlCase()
        _ = try await sut.ask("POST", "/v1/sessions", ["name": "k7", "scenario": Self.other])
        _ = try await sut.get("/~k7/me")
        let lines = try await sut.ask("GET", "/v1/sessions/k7/journal")
        #expect(lines.head.contains("application/x-ndjson"))
        #expect(try JSON(parsing: lines.text)["target"] == "/me")
        let request = sut.bytes("GET", "/v1/sessions/k7/journal?follow=true", headers: "Connection: close\r\n")
        let (control, front) = (sut.control.port, sut.front.port)
        let ending = sut.bytes("DELETE", "/v1/sessions/k7")
        let follower = try await RawClient(port: control, timeout: 240)
        await follower.send(request)
        #expect(await follower.response()?.header("Transfer-Encoding") == "chunked")
        let first = await String(decoding: follower.chunk() ?? [], as: UTF8.self)
        _ = try await RawClient(port: front).get("/~k7/other")
        let second = await String(decoding: follower.chunk() ?? [], as: UTF8.self)
        let other = try await RawClient(port: control, timeout: 240)
        await other.send(ending)
        #expect(await other.response()?.status == 204)
        #expect(await follower.chunk() == [])
        let all = try (first + second).split(separator: "\n").map { try JSON(parsing: String($0))["target"] }
        #expect(all == ["/me", "/other"])
    }

    @Test("The API rejects invalid requests with the matching status.")
    func refused() async throws {
        let sut = try ControlCase()
        func status(_ method: String, _ path: String, _ body: JSON? = nil) async throws -> Int {
            try await sut.ask(method, path, body).status
        }
        #expect(try await status("GET", "/v1/nothing") == 404)
        #expect(try await status("PUT", "/v1/sessions") == 405)
        #expect(try await sut.ask("PUT", "/v1/sessions").head.contains("Allow: GET, HEAD, POST"))
        #expect(try await status("HEAD", "/v1") == 200)
        #expect(try await status("POST", "/v1/sessions", ["name": "a b", "scenario": Self.other]) == 400)
        #expect(try await status("POST", "/v1/sessions", ["nme": "a", "scenario": Self.other]) == 400)
        #expect(try await status("POST", "/v1/sessions", ["name": "a"]) == 400)
        #expect(try await status("POST", "/v1/sessions", ["file": "/a", "scenario": Self.other]) == 400)
        #expect(try await status("POST", "/v1/sessions", ["port": 65_536, "scenario": Self.other]) == 400)
        #expect(try await status("POST", "/v1/sessions", ["lease": "9s", "scenario": Self.other]) == 400)
        #expect(try await status("POST", "/v1/sessions", [1]) == 400)
        #expect(try await status("POST", "/v1/sessions/main/release") == 415)
        #expect(try await status("GET", "/v1/sessions/main/journal?folow=true") == 400)
        #expect(try await status("GET", "/v1/sessions/main/journal?follow=yes") == 400)
        #expect(try await status("POST", "/v1/sessions/main/lease", ["lease": "10s"]) == 409)
    }

    @Test("The operation stop ends the server.")
    func stopping() async throws {
        let (stream, news) = AsyncStream.makeStream(of: Void.self)
        let sut = try ControlCase { $0.onStop = { news.yield() } }
        #expect(try await sut.ask("POST", "/v1/stop", token: nil).status == 401)
        #expect(try await sut.ask("POST", "/v1/stop").status == 202)
        var iterator = stream.makeAsyncIterator()
        #expect(await iterator.next() != nil)
        await sut.control.stop()
    }
}
