import TestAdmission
import Testing

@testable import Rehearsal

@Suite("Resources", .limitedConcurrency)
struct ResourceTests {
    private static func items(_ text: String) -> [JSON] {
        guard case .array(let items)? = try? JSON(parsing: text) else { return [] }
        return items
    }

    static let spots = items(
        #"[{"name":"a","id":1,"price":1.50},{"name":"b","id":2,"price":2.0},{"id":"x y","name":"b","open":true}]"#
    )

    private func play(
        _ resource: Scenario.Resource = .init(at: "/spots", items: spots),
        _ endpoints: [Scenario.Endpoint] = [],
    ) throws -> PolicyPlay {
        try PolicyPlay(Scenario("s", seed: 3, endpoints: endpoints, resources: [resource]))
    }

    private func text(_ outcome: PolicyPlay.Outcome) -> String? {
        if case .bytes(let bytes, _)? = outcome.reply?.body { String(decoding: bytes, as: UTF8.self) } else { nil }
    }

    @Test("An item is returned as it was written, with its order of members and its notation of numbers.")
    func read() throws {
        var sut = try play()
        let item = sut.ask("GET /spots/1")
        #expect(item.status == 200)
        #expect(text(item) == #"{"name":"a","id":1,"price":1.50}"#)
        #expect(item.label == "resource /spots")
        #expect(item.note == nil)
        #expect(sut.ask("HEAD /spots/2").status == 200)
        #expect(sut.ask("GET /spots/x%20y").status == 200)
        let missing = sut.ask("GET /spots/9")
        #expect(missing.status == 404)
        #expect(missing.json?["detail"] == #"/spots has no item "9""#)
        #expect(sut.ask("GET /spots/1/more").status == nil)
    }

    @Test("A created item has a location, an id and a tag, and can be read afterwards.")
    func create() throws {
        var sut = try play()
        let created = sut.ask("POST /spots", body: #"{"name":"c", "price":0.10}"#)
        #expect(created.status == 201)
        #expect(created.header("Location") == "/spots/3")
        #expect(text(created) == #"{"id":3,"name":"c","price":0.10}"#)
        #expect(sut.ask("GET /spots/3").header("ETag") == created.header("ETag"))
        #expect(sut.ask("POST /spots", body: #"{"id":10}"#).header("Location") == "/spots/10")
        #expect(sut.ask("POST /spots", body: #"{"id":null}"#).header("Location") == "/spots/11")
        #expect(sut.ask("POST /spots", body: #"{"id":"ä/b"}"#).header("Location") == "/spots/%C3%A4%2Fb")
        #expect(sut.ask("GET /spots/%C3%A4%2Fb").status == 200)
    }

    @Test("The id of a deleted item is not assigned again.")
    func deletedID() throws {
        var sut = try play(.init(at: "/spots"))
        #expect(sut.ask("POST /spots", body: "{}").header("Location") == "/spots/1")
        #expect(sut.ask("DELETE /spots/1").status == 204)
        #expect(sut.ask("DELETE /spots/1").status == 404)
        #expect(sut.ask("POST /spots", body: "{}").header("Location") == "/spots/2")
    }

    @Test("A collection rejects items beyond its capacity and accepts them again after a deletion.")
    func room() throws {
        var sut = try play()
        let text = String(repeating: "x", count: ResourceState.maxBytes / 4)
        let statuses = (0..<4).map { _ in sut.ask("POST /spots", body: "{\"text\":\"\(text)\"}").status }
        #expect(statuses == [201, 201, 201, 507])
        #expect(sut.ask("PUT /spots/1", body: "{\"text\":\"\(text)\"}").status == 507)
        #expect(sut.ask("GET /spots/1").json?["name"] == "a")
        #expect(sut.ask("PUT /spots/3", body: "{\"text\":\"\(text)\"}").status == 200)
        #expect(sut.ask("DELETE /spots/3").status == 204)
        #expect(sut.ask("POST /spots", body: "{\"text\":\"\(text)\"}").status == 201)
    }

    @Test("UUIDs depend on the seed.")
    func uuids() throws {
        func places() throws -> [String?] {
            var sut = try play(.init(at: "/spots", items: [["n": 1]], ids: .uuid))
            return (0..<2).map { _ in sut.ask("POST /spots", body: "{}").header("Location") }
        }
        #expect(try places() == places())
        #expect(try Set(places()).count == 2)
        #expect(try places()[0]?.count == "/spots/".count + 36)
    }

    @Test(
        "An invalid request is rejected and changes nothing.",
        arguments: [
            ("POST /spots", "", "[]", 422), ("POST /spots", "", "{", 422), ("POST /spots", "", "", 422),
            ("POST /spots", "", #"{"id":1}"#, 409), ("POST /spots", "", #"{"id":true}"#, 422),
            ("PUT /spots/1", "", "5", 422), ("PUT /spots/1", "", #"{"id":2}"#, 422), ("PUT /spots/9", "", "{}", 404),
            ("PATCH /spots/1", "", #"{"id":2}"#, 422), ("PATCH /spots/1", "", #"{"id":[]}"#, 422),
            ("PATCH /spots/1", "Content-Type:text/plain", "{}", 415), ("POST /spots/1", "", "{}", 405),
            ("PUT /spots", "", "{}", 405), ("DELETE /spots", "", "", 405), ("PURGE /spots/1", "", "", 405),
            ("PUT /spots/1", #"If-Match:"0""#, "{}", 412), ("DELETE /spots/1", #"If-Match:W/"0""#, "", 412),
            ("PATCH /spots/1", "If-None-Match:*", "{}", 412),
        ]
    )
    func refused(_ line: String, _ headers: String, _ body: String, _ status: Int) throws {
        var sut = try play()
        let before = text(sut.ask("GET /spots"))
        let outcome = sut.ask(line, headers, body: body)
        #expect(outcome.status == status)
        #expect(outcome.json?["title"] != nil)
        if status == 405 { #expect(outcome.header("Allow")?.contains("GET, HEAD") == true) }
        #expect(text(sut.ask("GET /spots")) == before)
    }

    @Test("PUT replaces an item and keeps its id.")
    func replace() throws {
        var sut = try play()
        #expect(text(sut.ask("PUT /spots/1", body: #"{"price":3}"#)) == #"{"id":1,"price":3}"#)
        #expect(text(sut.ask("PUT /spots/1", body: #"{"price":4,"id":"1"}"#)) == #"{"price":4,"id":1}"#)
        #expect(text(sut.ask("GET /spots/1")) == #"{"price":4,"id":1}"#)
    }

    @Test("PATCH merges (RFC 7396): it removes nulls, merges objects and replaces other values.")
    func patch() throws {
        var sut = try play(.init(at: "/s", items: Self.items(#"[{"id":1,"a":{"b":1.0,"c":[1]},"d":2}]"#)))
        let type = "Content-Type:application/merge-patch+json; charset=utf-8"
        let patched = sut.ask("PATCH /s/1", type, body: #"{"d":null,"a":{"c":[2],"e":{"f":null}},"g":true}"#)
        #expect(text(patched) == #"{"id":1,"a":{"b":1.0,"c":[2],"e":{}},"g":true}"#)
        let deep = String(repeating: #"{"a":"#, count: 70) + "1" + String(repeating: "}", count: 70)
        #expect(sut.ask("PATCH /s/1", body: deep).status == 422)
    }

    @Test(
        "A merge yields the results of the appendix of RFC 7396.",
        arguments: [
            (#"{"a":"b"}"#, #"{"a":"c"}"#, #"{"a":"c"}"#), (#"{"a":"b"}"#, #"{"b":"c"}"#, #"{"a":"b","b":"c"}"#),
            (#"{"a":"b"}"#, #"{"a":null}"#, "{}"), (#"{"a":"b","b":"c"}"#, #"{"a":null}"#, #"{"b":"c"}"#),
            (#"{"a":["b"]}"#, #"{"a":"c"}"#, #"{"a":"c"}"#), (#"{"a":"c"}"#, #"{"a":["b"]}"#, #"{"a":["b"]}"#),
            (#"{"a":{"b":"c"}}"#, #"{"a":{"b":"d","c":null}}"#, #"{"a":{"b":"d"}}"#),
            (#"{"a":[{"b":"c"}]}"#, #"{"a":[1]}"#, #"{"a":[1]}"#), (#"["a","b"]"#, #"["c","d"]"#, #"["c","d"]"#),
            (#"{"a":"b"}"#, #"["c"]"#, #"["c"]"#), (#"{"a":"foo"}"#, "null", "null"),
            (#"{"a":"foo"}"#, #""bar""#, #""bar""#),
            (#"{"e":null}"#, #"{"a":1}"#, #"{"e":null,"a":1}"#), ("[1,2]", #"{"a":"b","c":null}"#, #"{"a":"b"}"#),
            ("{}", #"{"a":{"bb":{"ccc":null}}}"#, #"{"a":{"bb":{}}}"#),
        ]
    )
    func appendix(_ original: String, _ patch: String, _ result: String) throws {
        let merged = try JSON(parsing: original).merged(with: try JSON(parsing: patch))
        #expect(String(decoding: merged.bytes(), as: UTF8.self) == result)
    }

    @Test("A known tag gets 304, and a change requires a matching tag.")
    func tags() throws {
        var sut = try play()
        let tag = try #require(sut.ask("GET /spots/1").header("ETag"))
        #expect(tag.hasPrefix("\""))
        for known in [tag, "W/\(tag)", #""other", \#(tag)"#, "*"] {
            let same = sut.ask("GET /spots/1", "If-None-Match:\(known)")
            #expect(same.status == 304)
            #expect(same.header("ETag") == tag)
        }
        #expect(sut.ask("GET /spots/1", #"If-None-Match:"other""#).status == 200)
        #expect(sut.ask("PUT /spots/1", "If-Match:\(tag)", body: "{}").status == 200)
        #expect(sut.ask("PUT /spots/1", "If-Match:\(tag)", body: "{}").status == 412)
        #expect(sut.ask("DELETE /spots/1", "If-Match:*").status == 204)
        let list = try #require(sut.ask("GET /spots").header("ETag"))
        #expect(sut.ask("GET /spots", "If-None-Match:\(list)").status == 304)
        _ = sut.ask("DELETE /spots/2")
        #expect(sut.ask("GET /spots", "If-None-Match:\(list)").status == 200)
    }

    private func ids(_ outcome: PolicyPlay.Outcome) -> [String]? {
        guard case .array(let items)? = outcome.json else { return nil }
        return items.compactMap { $0["id"].map { String(decoding: $0.plainText, as: UTF8.self) } }
    }

    @Test("Parameters that name members filter the collection, and others are ignored.")
    func filters() throws {
        var sut = try play()
        #expect(ids(sut.ask("GET /spots?name=b")) == ["2", "x y"])
        #expect(ids(sut.ask("GET /spots?name=b&open=true")) == ["x y"])
        #expect(ids(sut.ask("GET /spots?id=1&id=x+y&cache=7")) == ["1", "x y"])
        #expect(sut.ask("GET /spots?price=1.5").header("X-Total-Count") == "0")
        #expect(sut.ask("GET /spots?price=1.50").header("X-Total-Count") == "1")
    }

    @Test("A page links to the other pages (RFC 8288) and keeps the other parameters.")
    func pages() throws {
        let items = (1...5).map { JSON.object([.init("id", JSON(integerLiteral: $0)), .init("k", "v w")]) }
        var sut = try play(.init(at: "/s", items: items, pageSize: 2))
        let first = sut.ask("GET /s")
        #expect(ids(first) == ["1", "2"])
        #expect(first.header("X-Total-Count") == "5")
        #expect(
            first.header("Link")
                == #"</s?page=1&limit=2>; rel="first", </s?page=2&limit=2>; rel="next", </s?page=3&limit=2>; rel="last""#
        )
        let second = sut.ask("GET /s?k=v+w&page=2&limit=2")
        #expect(ids(second) == ["3", "4"])
        #expect(second.header("Link")?.contains(#"</s?k=v%20w&page=1&limit=2>; rel="prev""#) == true)
        #expect(second.header("Link")?.contains(#"</s?k=v%20w&page=3&limit=2>; rel="next""#) == true)
        #expect(ids(sut.ask("GET /s?page=3")) == ["5"])
        #expect(sut.ask("GET /s?page=3").header("Link")?.contains("next") == false)
        #expect(ids(sut.ask("GET /s?page=99")) == [])
        #expect(ids(sut.ask("GET /s?page=9223372036854775807")) == [])
        #expect(ids(sut.ask("GET /s?limit=9223372036854775807"))?.count == 5)
        for bad in ["page=0", "page=-1", "page=x", "page=", "limit=0", "limit=1.5", "page=99999999999999999999"] {
            #expect(sut.ask("GET /s?\(bad)").status == 422, "\(bad)")
        }
    }

    @Test("Offsets count from 0, and a collection without paging is sent whole in its envelope.")
    func offsets() throws {
        let items = (1...5).map { JSON.object([.init("id", JSON(integerLiteral: $0))]) }
        var sut = try play(.init(at: "/s", items: items, paging: .offset, pageSize: 2))
        let middle = sut.ask("GET /s?offset=3")
        #expect(ids(middle) == ["4", "5"])
        #expect(
            middle.header("Link")
                == #"</s?offset=0&limit=2>; rel="first", </s?offset=1&limit=2>; rel="prev", </s?offset=4&limit=2>; rel="last""#
        )
        #expect(sut.ask("GET /s?offset=-1").status == 422)
        var whole = try play(.init(at: "/s", items: items, paging: .none, envelope: "data"))
        let all = whole.ask("GET /s?page=2")
        #expect(text(all) == #"{"data":[{"id":1},{"id":2},{"id":3},{"id":4},{"id":5}]}"#)
        #expect(all.header("Link") == nil)
    }

    @Test("Endpoints answer before a resource and noise after it, and an ended sequence falls through to it.")
    func order() throws {
        let once = Scenario.Endpoint(.get, "/spots", replies: [.init(503, times: 1)], afterLast: .next)
        var sut = try play(.init(at: "/spots"), [once, .noise("/**"), .post("/spots", replies: [.init(418)])])
        #expect(sut.ask("GET /spots").status == 503)
        #expect(sut.ask("GET /spots").status == 200)
        #expect(sut.ask("POST /spots", body: "{}").status == 418)
        #expect(sut.ask("GET /elsewhere").status == 204)
    }

    @Test("OPTIONS lists the allowed methods, and a nested collection takes precedence over an item.")
    func options() throws {
        var sut = try PolicyPlay(
            Scenario("s", endpoints: [], resources: [.init(at: "/a", items: [["id": "b"]]), .init(at: "/a/b")])
        )
        #expect(sut.ask("OPTIONS /a").header("Allow") == "GET, HEAD, POST, OPTIONS")
        #expect(sut.ask("GET /a/b").label == "resource /a/b")
    }

    @Test(
        "An invalid resource is rejected with the reason.",
        arguments: [
            (.init(at: "/a/{id}"), "not have placeholders"), (.init(at: "/a/"), "not have placeholders"),
            (.init(at: "a"), "begin"),
            (.init(at: "/a", items: [1]), "item 1 is not a JSON object"), (.init(at: "/a", pageSize: 0), "at least 1"),
            (.init(at: "/a", items: [["id": 1], ["id": "1"]]), "two items"),
            (.init(at: "/a", items: [["id": []]]), "a string or a number"),
        ] as [(Scenario.Resource, String)]
    )
    func malformed(_ resource: Scenario.Resource, _ reason: String) throws {
        let error = #expect(throws: CompiledScenario.CompilationError.self) {
            try CompiledScenario(Scenario("s", endpoints: [], resources: [resource]))
        }
        #expect(error?.description.contains(reason) == true)
    }
}
