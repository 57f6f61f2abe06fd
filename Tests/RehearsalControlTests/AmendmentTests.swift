import Rehearsal
import RehearsalControl
import RehearsalServer
import RehearsalTestSupport
import TestAdmission
import Testing

@Suite("Changes of a running scenario", .limitedConcurrency)
struct AmendmentTests {
    private static let scenario = Scenario(
        "shop",
        endpoints: [
            .get("/steps", replies: [.init(201, times: 1), .init(202, times: 1), .init(203)]),
            .get("/orders", replies: [.init(200, body: .json(["orders": []]))]),
            .get("/held", replies: [.init(200, hold: "list")]),
            Scenario.Endpoint(.post, "/login", replies: [.init(204)], then: Scenario.Change(state: "in")),
            .get("/state", when: .state("in"), replies: [.init(200)]),
        ],
        state: [JSON.Member("state", "out")],
        resources: [Scenario.Resource(at: "/users", items: [["id": 1, "name": "Ada"]])]
    )

    private func overlay(_ name: String, on isOn: Bool, _ sut: ControlCase) async throws -> ControlCase.Answer {
        try await sut.ask("POST", "/v1/sessions/main/overlays", ["overlay": .string(name), "on": .bool(isOn)])
    }

    @Test("An overlay answers while it is on, and sequences, state and resources continue.")
    func overlayContinues() async throws {
        let sut = try ControlCase(Self.scenario)
        #expect(try await sut.get("/steps") == 201)
        let port = sut.front.port
        #expect(try await RawClient(port: port, timeout: 240).status(of: "POST", "/login") == 204)
        #expect(try await RawClient(port: port, timeout: 240).status(of: "DELETE", "/users/1") == 204)
        let switched = try await overlay("maintenance", on: true, sut)
        #expect(switched.status == 200)
        #expect(switched.json["overlays"]?[1]?["on"] == true)
        #expect(try await sut.get("/steps") == 503)
        #expect(try await overlay("maintenance", on: false, sut).json["overlays"]?[1]?["on"] == false)
        #expect(try await sut.get("/steps") == 202)
        #expect(try await sut.get("/state") == 200)
        #expect(try await sut.get("/users/1") == 404)
    }

    @Test("A reply that waits for a hold continues to wait when an overlay is switched on.")
    func holdContinues() async throws {
        let sut = try ControlCase(Self.scenario)
        async let held = sut.get("/held")
        try await sut.front.wait(for: .get("/held"), within: .seconds(300))
        _ = try await overlay("slow", on: true, sut)
        #expect(try await sut.ask("GET", "/v1/sessions/main").json["waiting"] == ["list"])
        #expect(try await sut.ask("POST", "/v1/sessions/main/release", ["hold": "list"]).status == 200)
        #expect(try await held == 200)
    }

    @Test("The overlay offline refuses connections until it is switched off.")
    func offline() async throws {
        let sut = try ControlCase(Self.scenario)
        #expect(try await overlay("offline", on: true, sut).status == 200)
        let port = sut.front.port
        await #expect(throws: (any Error).self) { try await RawClient(port: port, timeout: 240) }
        #expect(try await overlay("offline", on: false, sut).status == 200)
        #expect(try await sut.get("/orders") == 200)
    }

    @Test("On a shared port, the overlay offline resets the requests of its session only.")
    func offlineOnSharedPort() async throws {
        let sut = try ControlCase(Self.scenario)
        let document: JSON = ["scenario": "other", "endpoints": [["get": "/a", "replies": [[:]]]]]
        _ = try await sut.ask("POST", "/v1/sessions", ["name": "k7", "scenario": document])
        let body: JSON = ["overlay": "offline", "on": true]
        #expect(try await sut.ask("POST", "/v1/sessions/k7/overlays", body).status == 200)
        #expect(try await sut.get("/~k7/a") == nil)
        #expect(try await sut.get("/orders") == 200)
    }

    @Test("A scenario document can be an overlay unless it has policies, and a reset removes it.")
    func ownOverlay() async throws {
        let sut = try ControlCase(Self.scenario)
        let document: JSON = ["scenario": "teapot", "endpoints": [["get": "/orders", "replies": [["status": 418]]]]]
        let path = "/v1/sessions/main/overlays"
        #expect(try await sut.ask("POST", path, ["scenario": document]).status == 200)
        #expect(try await sut.get("/orders") == 418)
        #expect(try await overlay("teapot", on: true, sut).status == 200)
        #expect(try await overlay("unknown", on: true, sut).status == 404)
        #expect(try await sut.ask("POST", "/v1/sessions/main/reset").status == 200)
        #expect(try await sut.get("/orders") == 200)
        #expect(try await overlay("teapot", on: true, sut).status == 404)
        let withPolicy: JSON = ["scenario": "p", "endpoints": [], "resources": [["at": "/x"]]]
        #expect(try await sut.ask("POST", path, ["scenario": withPolicy]).status == 422)
        #expect(try await sut.ask("POST", path, ["scenario": document], token: nil).status == 401)
    }

    @Test("Only the next request to an endpoint fails, and its sequence does not advance.")
    func nextReply() async throws {
        let sut = try ControlCase(Self.scenario)
        #expect(try await sut.get("/steps") == 201)
        let body: JSON = ["method": "GET", "path": "/steps", "fault": "F05"]
        let set = try await sut.ask("POST", "/v1/sessions/main/next-reply", body)
        #expect(set.json["nextReplies"]?[0]?["endpoint"] == "get /steps")
        #expect(try await sut.get("/orders") == 200)
        #expect(try await sut.get("/steps") == nil)
        #expect(try await sut.get("/steps") == 202)
        #expect(sut.front.journal.entries.map(\.fault).contains("reset at beforeHead"))
    }

    @Test("Two faults for the same endpoint fail the next two requests.")
    func twoNextReplies() async throws {
        let sut = try ControlCase(Self.scenario)
        for _ in 0..<2 {
            let body: JSON = ["method": "GET", "path": "/orders", "fault": "F05"]
            #expect(try await sut.ask("POST", "/v1/sessions/main/next-reply", body).status == 200)
        }
        #expect(try await sut.get("/orders") == nil)
        _ = try await overlay("captive-portal", on: false, sut)
        #expect(try await sut.get("/orders") == nil)
        #expect(try await sut.get("/orders") == 200)
        let body: JSON = ["method": "GET", "path": "/orders", "fault": "F04"]
        let third = try await sut.ask("POST", "/v1/sessions/main/next-reply", body)
        #expect(third.json["nextReplies"]?[0]?["fault"] == "F04")
        #expect(third.json["nextReplies"]?[1] == nil)
        #expect(try await sut.get("/orders") == nil)
        #expect(try await sut.get("/orders") == 200)
    }

    @Test("A fault that is set after an unsent one does not fail earlier requests, and all can be cancelled.")
    func cancelled() async throws {
        let sut = try ControlCase(Self.scenario)
        let path = "/v1/sessions/main/next-reply"
        _ = try await sut.ask("POST", path, ["method": "*", "path": "/orders", "fault": "F04"])
        _ = try await sut.ask("POST", path, ["method": "GET", "path": "/steps", "fault": "F04"])
        #expect(try await sut.ask("DELETE", path).json["nextReplies"] == [])
        #expect(try await [sut.get("/orders"), sut.get("/steps")] == [200, 201])
    }

    @Test("A fault that one reply cannot play, and an unknown fault, are rejected.")
    func invalidFaults() async throws {
        let sut = try ControlCase(Self.scenario)
        func status(_ fault: String, _ path: String = "/orders") async throws -> Int {
            let body: JSON = ["method": "GET", "path": .string(path), "fault": .string(fault)]
            return try await sut.ask("POST", "/v1/sessions/main/next-reply", body).status
        }
        #expect(try await status("F01") == 422)
        #expect(try await status("F21") == 422)
        #expect(try await status("F99") == 404)
        #expect(try await status("F05", "orders") == 400)
        #expect(try await status("F05", "/a{") == 422)
        #expect(try await sut.get("/orders") == 200)
    }

    @Test("Every fault that the catalogue offers for one reply can be set.")
    func everyFault() async throws {
        let sut = try ControlCase(Self.scenario)
        let faults = try await sut.ask("GET", "/v1/faults").json["faults"]
        guard case .array(let list)? = faults else {
            Issue.record("no faults")
            return
        }
        let offered = list.filter { $0["nextReply"] == true }
        #expect(offered.count > 50)
        for fault in offered {
            let body: JSON = ["method": "GET", "path": "/orders", "fault": fault["id"] ?? .null]
            let answer = try await sut.ask("POST", "/v1/sessions/main/next-reply", body)
            #expect(answer.status == 200, "\(fault): \(answer.text)")
        }
    }

    @Test("An added endpoint answers until another scenario is played.")
    func addedEndpoint() async throws {
        let sut = try ControlCase(Self.scenario) { $0.saveEndpoint = { _ in "no space left" } }
        let endpoint: JSON = ["get": "/new", "replies": [["status": 207]]]
        let path = "/v1/sessions/main/endpoints"
        #expect(try await sut.get("/new") == 501)
        #expect(try await sut.ask("POST", path, ["endpoint": endpoint]).status == 200)
        #expect(try await sut.get("/new") == 207)
        #expect(try await sut.get("/steps") == 201)
        let failed = try await sut.ask("POST", path, ["endpoint": endpoint, "save": true])
        #expect(failed.status == 409)
        #expect(failed.text.contains("no space left"))
        #expect(try await sut.ask("POST", path, ["endpoint": ["gett": "/new"]]).status == 422)
        try sut.front.play(Self.scenario)
        #expect(try await sut.get("/new") == 501)
    }

    @Test("A change adds a mark to the journal, and an invalid change has no effect.")
    func marks() async throws {
        let sut = try ControlCase(Self.scenario)
        _ = try await overlay("slow", on: true, sut)
        #expect(sut.front.journal.scenarioSwitches.map(\.scenario) == ["shop: slow on"])
        let endpoint: JSON = ["get": "/a{", "replies": [[:]]]
        #expect(try await sut.ask("POST", "/v1/sessions/main/endpoints", ["endpoint": endpoint]).status == 422)
        #expect(sut.front.journal.scenarioSwitches.count == 1)
        #expect(try await overlay("maintenance", on: false, sut).status == 200)
        #expect(sut.front.journal.scenarioSwitches.count == 1)
    }
}
