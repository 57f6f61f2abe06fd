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

    @Test("A change of one member keeps the other members, including numbers of many digits.")
    func changedMember() async throws {
        let large = JSON.number(JSON.Number(text: "12345678901234567890"))
        let item: JSON = ["id": 1, "name": "Ada", "balance": large, "tags": ["a": 1]]
        let sut = try ControlCase(
            Scenario("items", endpoints: [], resources: [Scenario.Resource(at: "/users", items: [item])])
        )
        let path = "/v1/sessions/main/items"
        let body: JSON = ["resource": "/users", "id": "1", "changes": ["name": .null, "tags": ["b": 2], "new": 3]]
        let expected: JSON = ["id": 1, "name": .null, "balance": large, "tags": ["b": 2], "new": 3]
        #expect(try await sut.ask("POST", path, body).json["items"]?[0] == expected)
        let unknown: JSON = ["resource": "/users", "id": "9", "changes": ["name": "Grace"]]
        #expect(try await sut.ask("POST", path, unknown).status == 404)
    }

    @Test("Invalid changes of items are rejected.")
    func invalidItems() async throws {
        let sut = try ControlCase(Self.scenario)
        func status(_ body: JSON) async throws -> Int {
            try await sut.ask("POST", "/v1/sessions/main/items", body).status
        }
        #expect(try await status(["resource": "/orders", "item": [:]]) == 404)
        #expect(try await status(["resource": "/users"]) == 400)
        #expect(try await status(["resource": "/users", "changes": ["name": "Grace"]]) == 400)
        #expect(try await status(["resource": "/users", "id": "1", "item": [:], "changes": [:]]) == 400)
        #expect(try await status(["resource": "/users", "id": "1", "changes": ["id": 2]]) == 422)
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

    @Test("A ticket distinguishes queries only if replies depend on them, and has the expectations of the scenario.")
    func ticketWithQueries() async throws {
        func page(_ number: String) -> Scenario.Condition { .init(query: [.init("page", .equals(number))]) }
        let scenario = Scenario(
            "pages",
            endpoints: [
                .get("/list", when: page("1"), replies: [.init(200, body: .text("one"))]),
                .get("/list", when: page("2"), replies: [.init(200, body: .text("two"))]),
                .get("/retry", replies: [.init(503, times: 1), .init(200)]),
            ],
            expect: [
                .requests(.get("/retry", where: page("1")), count: .atMost(2), gaps: [.atLeast(.seconds(1))]),
                .inOrder(.get("/list"), .get("/retry")), .unexpected(.exactly(1)),
            ]
        )
        let sut = try ControlCase(scenario)
        sut.front.beginReplyCapture()
        let targets = ["/list?page=1&token=abc-secret", "/list?page=2", "/list?page=1", "/retry?t=1", "/retry?t=2"]
        for target in targets { _ = try await sut.get(target) }
        let ticket = try await sut.ask("GET", "/v1/sessions/main/ticket")
        let loaded = ScenarioFiles.loadText(ticket.json.bytes(), path: "ticket")
        #expect(loaded.diagnostics.isEmpty, "\(loaded.diagnostics)")
        guard let repeated = loaded.scenario else { return }
        #expect(repeated.expect.map(\.subject) == scenario.expect.map(\.subject))
        let again = try ControlCase(repeated)
        let port = again.front.port
        func text(_ target: String) async throws -> String? {
            try await RawClient(port: port, timeout: 240).get(target)?.text
        }
        #expect(try await text("/list?page=2") == "two")
        #expect(try await text("/list?page=1&other=3") == "one")
        #expect(try await again.get("/list?page=3") == 501)
        #expect(try await [again.get("/retry?t=8"), again.get("/retry?t=9")] == [503, 200])
    }

    @Test("The state has the next reply of each endpoint, the usage of quotas and the number of tokens.")
    func liveState() async throws {
        let quota = Scenario.Quota(.get, "/steps", limit: 3, window: .seconds(3_600))
        let scenario = Scenario(
            "live",
            endpoints: [
                .get("/steps", replies: [.init(201, times: 1), .init(202)]),
                .post("/login", replies: [.init(200, body: .json(["access_token": "t-1"]))]),
            ],
            auth: Scenario.Auth(
                bearer: Scenario.Auth.Bearer(
                    protects: ["/private"],
                    issues: [Scenario.Auth.Bearer.TokenEndpoint(.post, "/login")]
                )
            ),
            quotas: [quota]
        )
        let sut = try ControlCase(scenario)
        #expect(sut.front.runState.nextReplies == [0, 0])
        #expect(sut.front.runState.quotas[0].untilReset == nil)
        _ = try await sut.get("/steps")
        let port = sut.front.port
        let login = try await RawClient(port: port, timeout: 240)
        await login.send("POST /login HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n")
        #expect(await login.response()?.status == 200)
        let state = sut.front.runState
        #expect(state.nextReplies == [1, 0])
        #expect(state.quotas[0].remaining == 2)
        #expect(state.tokens?.valid == 1)
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
