import Foundation
import RehearsalTesting
import TestAdmission
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite("Replies that a test writes in Swift", .limitedConcurrency)
struct ReplySourcesTests {
    private struct Order: Codable, Equatable {
        var id: Int
        var total: Decimal
    }

    @Test("A reply has the JSON of an encoded value, and the journal decodes the JSON of a request.")
    func encoded() async throws {
        let order = Order(id: 7, total: Decimal(string: "19.90") ?? 0)
        let scenario = Scenario(
            "orders",
            endpoints: [.post("/orders", replies: [.init(201, body: try .json(encoding: order))])]
        )
        try await withBackend(scenario) { sut in
            var request = URLRequest(url: sut.baseURL.appending(path: "orders"))
            (request.httpMethod, request.httpBody) = ("POST", Data(#"{"id":8,"total":1.5}"#.utf8))
            let (data, _) = try await URLSession(configuration: .ephemeral).data(for: request)
            #expect(try JSONDecoder().decode(Order.self, from: data) == order)
            let entry = try #require(try sut.journal.requests(.post("/orders")).first)
            #expect(try entry.decode(Order.self) == Order(id: 8, total: 1.5))
            #expect(entry.body.text == #"{"id":8,"total":1.5}"#)
            #expect(throws: DecodingError.self) { try entry.decode([Order].self) }
        }
    }

    @Test("Decoding fails for a body of which the journal has only a part.")
    func incomplete() {
        var entry = Journal.Entry(
            ordinal: 0,
            session: "s",
            connection: 0,
            exchange: 0,
            at: 0,
            headAt: nil,
            rawHead: Array("PUT /a HTTP/1.1\r\n\r\n".utf8)
        )
        entry.body.kept = Array("[1".utf8)
        entry.body.length = 9
        let error = #expect(throws: Journal.Entry.IncompleteBody.self) { try entry.decode([Int].self) }
        #expect(error?.description == "the journal has 2 of 9 bytes of the body of PUT /a")
    }

    @Test("A reply has the content of a file near the test, with its media type.")
    func file() async throws {
        let scenario = Scenario("file", endpoints: [.get("/a", replies: [try .file("README.md", status: 203)])])
        try await withBackend(scenario) { sut in
            let (data, reply) = try await URLSession(configuration: .ephemeral).data(
                from: sut.baseURL.appending(path: "a")
            )
            let http = try #require(reply as? HTTPURLResponse)
            #expect(http.statusCode == 203)
            #expect(http.value(forHTTPHeaderField: "Content-Type") == "text/markdown; charset=utf-8")
            #expect(data.starts(with: Data("# Rehearsal".utf8)))
        }
        let error = #expect(throws: Backend.ScenarioNotPlayed.self) { try Scenario.Reply.file("no/such.json") }
        #expect(error?.description.hasPrefix("the file \"no/such.json\" was not found; searched in:\n") == true)
    }

    @Test("A reply comes from an entry of a recording.")
    func recording() async throws {
        let scenario = Scenario("user", endpoints: [.get("/users/1", replies: [try .recording("boundaries/user")])])
        try await withBackend(scenario) { sut in
            let url = sut.baseURL.appending(path: "users/1")
            let (data, _) = try await URLSession(configuration: .ephemeral).data(from: url)
            #expect(String(decoding: data, as: UTF8.self).contains("batman"))
        }
        let error = #expect(throws: Backend.ScenarioNotPlayed.self) { try Scenario.Reply.recording("no/such") }
        #expect(error?.description.contains("no/such") == true)
    }
}
