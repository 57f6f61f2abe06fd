import Rehearsal
import RehearsalTestSupport
import TestAdmission
import Testing

@testable import RehearsalDocuments

@Suite("Ids that flow from recorded replies into later requests", .limitedConcurrency)
struct DerivedCapturesTests {
    private static func exchange(
        _ method: String,
        _ target: String,
        _ content: String = "{}",
        status: Int = 200,
        location: String? = nil
    ) -> RecordedExchange {
        var headers: Scenario.Headers = ["Content-Type": "application/json"]
        if let location { headers.append("Location", location) }
        return RecordingSample.exchange(
            method,
            "https://api.corp.io\(target)",
            status: status,
            answer: headers,
            content: content
        )
    }

    private static let ordered = [
        exchange("GET", "/orders", #"{"items":[]}"#),
        exchange("POST", "/orders", #"{"id":"ord-8f2k71","state":"new"}"#, status: 201, location: "/orders/ord-8f2k71"),
        exchange("GET", "/orders/ord-8f2k71", #"{ "state":"new", "id" : "ord-8f2k71" }"#),
        exchange("GET", "/orders/search", #"{"items":["ord-8f2k71"]}"#),
        exchange("POST", "/orders/ord-8f2k71/pay", "{}"),
        exchange("GET", "/orders/ord-8f2k71", #"{ "state":"paid", "id" : "ord-8f2k71" }"#),
        exchange("GET", "/invoices?order=ord-8f2k71", #"[{"orderId":"ord-8f2k71"}]"#),
    ]

    @Test("A created id becomes one state variable and a path capture, and the replies stay the same.")
    func made() async throws {
        let sut = try DerivedSample(Self.ordered)
        #expect(sut.findings(of: sut.path) == [])
        #expect(
            try sut.endpoints() == [
                "GET /orders 1", "POST /orders 1", "GET /orders/{orderId} 2", "GET /orders/search 1",
                "POST /orders/{orderId}/pay 1", "GET /invoices 1",
            ]
        )
        #expect(try sut.document()["state"] == ["orderId": "ord-8f2k71"])
        #expect(try sut.text().contains(#""per": "{orderId}""#))
        let answers = try await sut.answers()
        #expect(answers.scenario == answers.recording)
    }

    @Test("Editing the id in the state changes it in every reply and in every requested path.")
    func edited() async throws {
        let sut = try DerivedSample(Self.ordered)
        let text = try sut.text()
        let old = #""state": { "orderId": "ord-8f2k71" }"#
        try #require(text.contains(old))
        let changed = text.split(separator: old).joined(separator: #""state": { "orderId": "mine-1" }"#)
        try sut.folder.write("Recordings/shop.jsonc", changed)
        let answers = try await sut.answers(of: sut.path, ["ord-8f2k71": "mine-1"])
        #expect(answers.allSatisfy { !$0.contains(" 501 ") })
        #expect(answers.count { $0.contains(#""mine-1""#) } == 5)
        #expect(answers.last?.hasSuffix(#"[{"orderId":"mine-1"}]"#) == true)
    }

    @Test("An id that a template creates for each request appears in all later replies.")
    func templated() async throws {
        let sut = try DerivedSample(Self.ordered)
        let entry = #""recording": "shop/post-orders","#
        let text = try sut.text()
        try #require(text.contains(entry))
        try #require(text.contains(#""then": { "set": { "orderId": "{{uuid}}" } } creates"#))
        let then = #"\#(entry) "then": { "set": { "orderId": "{{uuid}}" } },"#
        try sut.folder.write("Recordings/shop.jsonc", text.split(separator: entry).joined(separator: then))
        #expect(sut.findings(of: sut.path) == [])
        let answers = try await sut.answers(of: sut.path)
        let made = try #require(answers[1].split(separator: #"{"id":""#).last?.prefix(36))
        #expect(made.count == 36)
        #expect(made != "ord-8f2k71")
        #expect(answers[2].contains(made))
        #expect(answers[5].contains(made))
    }

    @Test("A numeric id stays a number, and an equal number of another object is not replaced.")
    func numbers() async throws {
        let sut = try DerivedSample([
            Self.exchange("GET", "/shops/main", #"{"id":42}"#),
            Self.exchange("POST", "/orders", #"{"id":421,"total":421,"no":"421"}"#, status: 201),
            Self.exchange("GET", "/orders/421", #"{"id":421,"lines":[]}"#),
            Self.exchange("GET", "/stock/all", #"{"id":421}"#),
        ])
        #expect(try sut.document()["state"] == ["orderId": 421])
        let text = try sut.text()
        #expect(
            text.contains(#"{ "recording": "shop/post-orders", "edit": { "/id": "{{state.orderId | json}}" } }"#)
        )
        #expect(text.contains(#"[{ "recording": "shop/get-stock-all" }]"#))
        let answers = try await sut.answers()
        #expect(answers.scenario == answers.recording)
    }

    @Test("Items of a list that were requested one by one keep their paths and replies.")
    func items() async throws {
        let sut = try DerivedSample([
            Self.exchange("GET", "/users", #"[{"id":1},{"id":2}]"#),
            Self.exchange("GET", "/users/1", #"{"id":1,"name":"Ada"}"#),
            Self.exchange("GET", "/users/2", #"{"id":2,"name":"Bo"}"#),
            Self.exchange("POST", "/carts", #"{"id":"c1"}"#), Self.exchange("POST", "/carts", #"{"id":"c2"}"#),
            Self.exchange("GET", "/carts/c1", #"{"n":1}"#), Self.exchange("GET", "/carts/c2", #"{"n":2}"#),
        ])
        let endpoints = try sut.endpoints()
        #expect(endpoints.contains("GET /users/2 1"))
        #expect(endpoints.contains("GET /carts/c1 1"))
        #expect(try sut.text().contains("// 2 is one of several ids at /1/id in get-users"))
        let answers = try await sut.answers()
        #expect(answers.scenario == answers.recording)
    }

    @Test("A value that a request sent first, or that is not an id, does not become a state variable.")
    func chance() throws {
        let sut = try DerivedSample([
            Self.exchange("GET", "/pages/7", #"{"id":7}"#), Self.exchange("GET", "/pages/7", #"{"id":7}"#),
            Self.exchange("GET", "/years", #"{"total":2026,"kind":"main"}"#), Self.exchange("GET", "/years/2026"),
            Self.exchange("GET", "/kinds/main"),
        ])
        #expect(try sut.document()["state"] == nil)
        #expect(try !sut.text().contains("{{"))
        #expect(try sut.endpoints().contains("GET /pages/7 1"))
    }

    @Test("A duplicate member in a reply does not change the replies of the scenario.")
    func twice() async throws {
        let sut = try DerivedSample([
            Self.exchange("POST", "/orders", #"{"id":"ord-8f2k71","id":"ord-8f2k71"}"#, status: 201),
            Self.exchange("GET", "/orders/ord-8f2k71", "{}"),
        ])
        #expect(sut.findings(of: sut.path) == sut.findings(of: sut.har))
        let answers = try await sut.answers()
        #expect(answers.scenario == answers.recording)
    }
}
