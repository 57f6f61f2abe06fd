import Rehearsal
import RehearsalControl
import RehearsalDocuments
import RehearsalServer
import RehearsalTestSupport
import TestAdmission
import Testing

@Suite("Lists, resources and documents of a session", .limitedConcurrency)
struct RoomOperationTests {
    private static let scenario = Scenario(
        "shop",
        endpoints: [
            .get("/me", replies: [.init(503, times: 2), .init(200, body: .json(["name": "Ada"]))]),
            .get("/lost", replies: [.init(200, fault: Fault(.reset, at: .beforeHead))]),
        ],
        resources: [Scenario.Resource(at: "/users", items: [["id": 1, "name": "Ada"]])]
    )

    @Test("The items of a resource can be read, added, replaced and removed, without a journal entry.")
    func items() async throws {
        let sut = try ControlCase(Self.scenario)
        let path = "/v1/sessions/main/items"
        let list = try await sut.ask("GET", "\(path)?resource=/users").json
        #expect(list["items"] == [["id": 1, "name": "Ada"]])
        #expect(list["id"] == "id")
        let added = try await sut.ask("POST", path, ["resource": "/users", "item": ["name": "Grace"]])
        #expect(added.json["items"]?[1] == ["id": 2, "name": "Grace"])
        let body: JSON = ["resource": "/users", "id": "1", "item": ["id": 1, "name": "Ada Lovelace"]]
        #expect(try await sut.ask("POST", path, body).json["items"]?[0]?["name"] == "Ada Lovelace")
        #expect(try await sut.ask("POST", path, ["resource": "/users", "id": "2"]).json["total"] == 1)
        #expect(sut.front.journal.count == 0)
        #expect(try await sut.get("/users/2") == 404)
        #expect(try await sut.get("/users/1") == 200)
    }

    @Test("Invalid changes of items are rejected.")
    func invalidItems() async throws {
        let sut = try ControlCase(Self.scenario)
        func status(_ body: JSON) async throws -> Int {
            try await sut.ask("POST", "/v1/sessions/main/items", body).status
        }
        #expect(try await status(["resource": "/orders", "item": [:]]) == 404)
        #expect(try await status(["resource": "/users"]) == 400)
        #expect(try await status(["resource": "/users", "id": "9"]) == 404)
        #expect(try await status(["resource": "/users", "item": ["id": 1]]) == 409)
        #expect(try await status(["resource": "/users", "id": "1", "item": ["id": 2]]) == 422)
        #expect(try await sut.ask("GET", "/v1/sessions/main/items?resource=/orders").status == 404)
        #expect(try await sut.ask("GET", "/v1/sessions/main/items").status == 400)
    }

    @Test("The scenarios of the folder are listed only with the server's token.")
    func scenarios() async throws {
        let listing = ControlServer.ScenarioListing(
            file: "/a/b.json",
            path: "b.json",
            name: "b",
            summary: "one",
            endpointCount: 2,
            errorCount: 0
        )
        let sut = try ControlCase(Self.scenario) { $0.listScenarios = { [listing] } }
        #expect(try await sut.ask("GET", "/v1/scenarios", token: nil).status == 401)
        let document: JSON = ["scenario": "other", "endpoints": []]
        let key = try await sut.ask("POST", "/v1/sessions", ["name": "k7", "scenario": document]).json["key"]
        guard case .string(let text)? = key else {
            Issue.record("no key")
            return
        }
        #expect(try await sut.ask("GET", "/v1/scenarios", token: text).status == 401)
        let list = try await sut.ask("GET", "/v1/scenarios").json["scenarios"]
        #expect(list?[0]?["file"] == "/a/b.json")
        #expect(list?[0]?["endpoints"] == 2)
    }

    @Test("The faults have the bytes on the wire and the result of URLSession.")
    func faults() async throws {
        let sut = try ControlCase(Self.scenario) { $0.faultResults = { ["F05": "URLError -1005"] } }
        guard case .array(let faults)? = try await sut.ask("GET", "/v1/faults").json["faults"] else {
            Issue.record("no faults")
            return
        }
        let reset = faults.first { $0["id"] == "F05" }
        #expect(reset?["urlSession"] == "URLError -1005")
        #expect(reset?["nextReply"] == true)
        #expect(faults.first { $0["id"] == "F01" }?["nextReply"] == false)
    }

    @Test("A ticket repeats the replies of a session in their order, with the fault of each.")
    func ticket() async throws {
        let sut = try ControlCase(Self.scenario)
        sut.front.beginReplyCapture()
        let statuses = try await [sut.get("/me"), sut.get("/me"), sut.get("/me"), sut.get("/lost"), sut.get("/none")]
        #expect(statuses == [503, 503, 200, nil, 501])
        let ticket = try await sut.ask("GET", "/v1/sessions/main/ticket")
        #expect(ticket.status == 200)
        let loaded = ScenarioFiles.loadText(ticket.json.bytes(), path: "ticket")
        #expect(loaded.diagnostics.isEmpty, "\(loaded.diagnostics)")
        guard let scenario = loaded.scenario else { return }
        let repeated = try ControlCase(scenario)
        let again = try await [
            repeated.get("/me"), repeated.get("/me"), repeated.get("/me"), repeated.get("/lost"), repeated.get("/none"),
        ]
        #expect(again == statuses)
        #expect(ticket.text.contains("Ada"))
    }

    @Test("The recording of a session comes from the program, whose error is reported.")
    func har() async throws {
        let sut = try ControlCase(Self.scenario)
        let failed = try await sut.ask("GET", "/v1/sessions/main/har")
        #expect(failed.status == 409)
        let other = try ControlCase(Self.scenario) { $0.har = { _ in .success(Array(#"{"log":{}}"#.utf8)) } }
        #expect(try await other.ask("GET", "/v1/sessions/main/har").json == ["log": [:]])
    }
}
