import Rehearsal
import RehearsalTestSupport
import TestAdmission
import Testing

@testable import RehearsalCLI

@Suite("The expectations of rehearsal wait", .limitedConcurrency)
struct AwaitedExpectationsTests {
    private func items(_ words: String..., least: Int? = nil) throws -> [JSON] {
        try AwaitedExpectations(words, minimumCount: least).items
    }

    @Test("A request has the form of a scenario's expect, in any case, quoted or not.")
    func request() throws {
        #expect(try items("get /me") == [["get": "/me"]])
        #expect(try items("GET /me") == [["get": "/me"]])
        #expect(try items("post", "/orders/{id}") == [["post": "/orders/{id}"]])
        #expect(try items("any /**") == [["any": "/**"]])
        #expect(try items("PURGE /cache") == [["method": "PURGE", "path": "/cache"]])
        #expect(try items("get /a", "post /b") == [["get": "/a"], ["post": "/b"]])
    }

    @Test("A count is a minimum.")
    func count() throws {
        #expect(try items("get /me", least: 3) == [["get": "/me", "count": ["min": 3]]])
    }

    @Test("JSON with comments is accepted unchanged, alone or as a list.")
    func json() throws {
        #expect(try items(#"{ "get": "/me", "count": 2, } // twice"#) == [["get": "/me", "count": 2]])
        #expect(try items(#" [{ "inOrder": ["get /a"] }, { "get": "/b" }]"#).count == 2)
    }

    @Test("A file may be a scenario, a list or one item.")
    func file() throws {
        let folder = try ScratchFolder([
            "scenario.jsonc": #"{ "endpoints": [], "expect": [{ "get": "/a" }, { "get": "/b" }] } // c"#,
            "list.json": #"[{ "get": "/a" }]"#, "item.json": #"{ "get": "/a" }"#,
        ])
        #expect(try items(folder["scenario.jsonc"]) == [["get": "/a"], ["get": "/b"]])
        #expect(try items(folder["list.json"]) == [["get": "/a"]])
        #expect(try items(folder["item.json"]) == [["get": "/a"]])
    }

    @Test(
        "Other words and files are rejected.",
        arguments: [[], ["/me"], ["get me"], ["{"], ["[]"], ["[1]"], ["{} {}"], ["/no/such/file.json"], ["/tmp"]]
    )
    func wrong(words: [String]) {
        #expect(throws: UsageError.self) { try AwaitedExpectations(words, minimumCount: nil) }
    }

    @Test("A count is rejected beside JSON that has its own count.")
    func countOfJSON() {
        #expect(throws: UsageError.self) { try items(#"{ "get": "/me" }"#, least: 2) }
    }
}
