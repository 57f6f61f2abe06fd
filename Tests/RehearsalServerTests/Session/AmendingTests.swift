import Rehearsal
import RehearsalServer
import RehearsalTestSupport
import TestAdmission
import Testing

@Suite("Changes of a running backend", .limitedConcurrency)
struct AmendingTests {
    private static let scenario = Scenario(
        "shop",
        endpoints: [
            .get("/orders", replies: [.init(201, times: 1), .init(202, times: 1), .init(203)]),
            .get("/profile", replies: [.init(200, body: .text("Ada"))]),
        ],
        resources: [Scenario.Resource(at: "/users", items: [["id": 1, "name": "Ada"]])]
    )

    private static func start() throws -> Backend { try Backend.start(scenario) }

    private func status(_ path: String, of sut: Backend) async throws -> Int? {
        let port = sut.port
        return try await RawClient(port: port, timeout: 240).get(path)?.status
    }

    @Test("An active overlay answers before the scenario, and the sequence continues after its deactivation.")
    func overlay() async throws {
        let sut = try Self.start()
        #expect(try await status("/orders", of: sut) == 201)
        try sut.activate(.maintenance)
        #expect(sut.overlays.map(\.name) == ["maintenance"])
        #expect(try await status("/orders", of: sut) == 503)
        try sut.deactivate(.maintenance)
        #expect(sut.overlays.isEmpty)
        #expect(try await status("/orders", of: sut) == 202)
        await sut.stop()
    }

    @Test("Of two active overlays, the one that was activated last answers.")
    func uppermostOverlay() async throws {
        let sut = try Self.start()
        try sut.activate(.maintenance)
        try sut.activate(Backend.Overlay(Scenario("teapot", endpoints: [.any("/**", replies: [.init(418)])])))
        #expect(try await status("/orders", of: sut) == 418)
        try sut.activate(.maintenance)
        #expect(sut.overlays.map(\.name) == ["teapot", "maintenance"])
        #expect(try await status("/orders", of: sut) == 503)
        await sut.stop()
    }

    @Test("A scenario with resources cannot be an overlay.")
    func invalidOverlay() {
        #expect(throws: Backend.StartError.self) { try Backend.Overlay(Self.scenario) }
    }

    @Test("The next request fails with the fault, and the sequence does not advance.")
    func nextFault() async throws {
        let sut = try Self.start()
        try sut.failNext(.get, "/orders", with: Fault(.reset, at: .beforeHead))
        #expect(try await status("/profile", of: sut) == 200)
        #expect(try await status("/orders", of: sut) == nil)
        #expect(try await status("/orders", of: sut) == 201)
        try sut.failNext(.any, "/profile", with: Fault(.reset, at: .beforeHead))
        try sut.cancelNextFaults()
        #expect(try await status("/profile", of: sut) == 200)
        await sut.stop()
    }

    @Test("A fault for a path without an endpoint fails the next request to it.")
    func faultWithoutEndpoint() async throws {
        let sut = try Self.start()
        try sut.failNext(.get, "/other", with: Fault(.close, at: .beforeHead))
        #expect(try await status("/other", of: sut) == nil)
        #expect(try await status("/other", of: sut) == 501)
        #expect(throws: Backend.StartError.self) {
            try sut.failNext(.get, "/a{", with: Fault(.reset, at: .beforeHead))
        }
        await sut.stop()
    }

    @Test("An added endpoint answers, and a reset removes all changes.")
    func addedEndpoint() async throws {
        let sut = try Self.start()
        try sut.add(.get("/new", replies: [.init(207)]))
        try sut.activate(.slow)
        #expect(sut.scenario.endpoints.count == 4)
        try sut.deactivate(.slow)
        #expect(try await status("/new", of: sut) == 207)
        #expect(try await status("/orders", of: sut) == 201)
        try sut.reset()
        #expect(try await status("/new", of: sut) == 501)
        #expect(try await status("/orders", of: sut) == 201)
        #expect(throws: Backend.StartError.self) { try sut.add(.get("/a{", replies: [.init()])) }
        await sut.stop()
    }

    @Test("A change after another scenario was played applies to that scenario.")
    func changeAfterPlaying() async throws {
        let sut = try Self.start()
        try sut.activate(.maintenance)
        try sut.play(Scenario("other", endpoints: [.get("/other", replies: [.init(204)])]))
        #expect(sut.overlays.isEmpty)
        try sut.add(.get("/new", replies: [.init(207)]))
        #expect(try await status("/other", of: sut) == 204)
        #expect(try await status("/orders", of: sut) == 501)
        try sut.reset()
        #expect(sut.scenario.name == "other")
        await sut.stop()
    }

    @Test("The items of a resource can be read, added, replaced and removed.")
    func items() async throws {
        let sut = try Self.start()
        try sut.addItem(["name": "Grace"], to: "/users")
        try sut.replaceItem("1", of: "/users", by: ["id": 1, "name": "Ada Lovelace"])
        #expect(try sut.items(of: "/users") == [["id": 1, "name": "Ada Lovelace"], ["id": 2, "name": "Grace"]])
        try sut.removeItem("1", from: "/users")
        #expect(try await status("/users/1", of: sut) == 404)
        #expect(throws: Backend.ItemError.self) { try sut.removeItem("1", from: "/users") }
        #expect(throws: Backend.ItemError.self) { try sut.items(of: "/orders") }
        #expect(throws: Backend.ItemError.self) { try sut.addItem(["id": 2], to: "/users") }
        await sut.stop()
    }

    @Test("At most 1,000 items are read, with the number of all, whatever the pages and the form of the list.")
    func manyItems() async throws {
        let items = (1...1_001).map { JSON.object([JSON.Member("id", JSON(integerLiteral: $0))]) }
        let resource = Scenario.Resource(at: "/many", items: items, paging: .page, pageSize: 10, envelope: "data")
        let sut = try Backend.start(Scenario("many", endpoints: [], resources: [resource]))
        let list = try sut.itemList(of: "/many")
        // A failed comparison in an expectation would print all items.
        let isStart = list.items == Array(items.prefix(1_000))
        #expect(isStart)
        #expect(list.total == 1_001)
        await sut.stop()
    }

    @Test("A change of an item between the reading and the writing of another change is kept.")
    func concurrentChangeOfItem() async throws {
        let sut = try Self.start()
        var attempts = 0
        try sut.updateItem("1", of: "/users") { members in
            attempts += 1
            if attempts == 1 { try? sut.changeMembers([JSON.Member("city", "Turin")], ofItem: "1", of: "/users") }
            members.append(JSON.Member("age", 36))
        }
        #expect(try sut.items(of: "/users") == [["id": 1, "name": "Ada", "city": "Turin", "age": 36]])
        #expect(attempts == 2)
        await sut.stop()
    }

    @Test("An item that is removed between the reading and the writing of a change is reported.")
    func concurrentRemovalOfItem() async throws {
        let sut = try Self.start()
        #expect(throws: Backend.ItemError.self) {
            try sut.updateItem("1", of: "/users") { _ in try? sut.removeItem("1", from: "/users") }
        }
        #expect(try sut.items(of: "/users") == [])
        await sut.stop()
    }

    @Test("Changes of two backends on the same loops do not wait for each other.")
    func twoBackends() async throws {
        var options = Backend.Options()
        options.loops = try LoopGroup(threads: 3)
        let backends = try (0..<2).map { _ in try Backend.start(Self.scenario, options: options) }
        try await withThrowingTaskGroup { group in
            for sut in backends {
                group.addTask {
                    for _ in 0..<50 {
                        sut.beginReplyCapture()
                        try sut.activate(.slow)
                        try sut.deactivate(.slow)
                        sut.endReplyCapture()
                    }
                }
            }
            try await group.waitForAll()
        }
        for sut in backends {
            #expect(try await status("/orders", of: sut) == 201)
            await sut.stop()
        }
    }
}
