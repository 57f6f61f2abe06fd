import RehearsalTestSupport
import TestAdmission
import Testing

@testable import Rehearsal
@testable import RehearsalDocuments

@Suite("Expectations in a document", .limitedConcurrency)
struct ExpectationDocumentTests {
    private func expectations(_ items: String) throws -> [Scenario.Expectation] {
        let text = "{ \"extends\": [],\n\"expect\": [\n\(items)\n] }"
        let loaded = ScenarioFiles.loadText(Array(text.utf8), path: "a.jsonc")
        #expect(loaded.diagnostics.map(\.text) == [])
        return try #require(loaded.scenario).expect
    }

    @Test("Each key of an expectation about requests sets its property, with the place of the expectation.")
    func requests() throws {
        let sut = try expectations(
            """
            { "get": "/list", "where": { "query": { "page": 1 } }, "count": { "min": 1, "max": 3 }, "attempts": 2,
              "gaps": [{ "atLeast": "1s" }, { "atMost": "2m" }, {}],
              "same": ["header:Idempotency-Key", "query:page", "body", "target"], "within": "20s", "endedBy": "client" },
            { "method": "PURGE", "path": "/cache", "count": { "min": 2 } },
            { "any": "/**", "count": { "max": 9 } }
            """
        )
        let query = Journal.Query.get("/list", where: .init(query: [.init("page", .equals("1"))]))
        var first = Scenario.Expectation.requests(
            query,
            count: .init(min: 1, max: 3),
            attempts: 2,
            gaps: [.atLeast(.seconds(1)), .atMost(.seconds(120)), .init()],
            same: [.header("Idempotency-Key"), .query("page"), .body, .target],
            within: .seconds(20),
            endedBy: .client
        )
        first.sourceLocation = "a.jsonc:3"
        #expect(sut.count == 3)
        #expect(sut.first == first)
        #expect(sut.map(\.sourceLocation) == ["a.jsonc:3", "a.jsonc:6", "a.jsonc:7"])
        #expect(sut.dropFirst().map(\.description) == ["purge /cache: count at least 2", "any /**: count at most 9"])
    }

    @Test("The keys \"inOrder\" and \"unexpected\" become expectations of their kind.")
    func others() throws {
        let sut = try expectations(
            #"{ "inOrder": ["post /auth/login", "any /me", "PURGE /x"] }, { "unexpected": { "max": 2 } }"#
        )
        #expect(
            sut.map(\.subject) == [
                .inOrder([.post("/auth/login"), .any("/me"), .init(Scenario.Method(rawValue: "PURGE"), "/x")]),
                .unexpected(.atMost(2)),
            ]
        )
    }

    @Test("The keys \"hold\", \"until\" and \"required\" set the properties of the reply.")
    func replies() throws {
        let text =
            #"{ "endpoints": [{ "get": "/", "replies": [{ "hold": "a", "required": true }, { "until": { "waiting": 20 } }, { "hold": "b", "until": { "waiting": 2 } }, {}] }] }"#
        let loaded = ScenarioFiles.loadText(Array(text.utf8), path: "a.jsonc")
        let replies = try #require(loaded.scenario?.endpoints.first?.replies)
        #expect(replies.map(\.hold) == ["a", .init(untilWaiting: 20), .init("b", untilWaiting: 2), nil])
        #expect(replies.map(\.isRequired) == [true, false, false, false])
    }

    @Test(
        "Expectations of an extended document are not inherited, and those of all named documents are combined."
    )
    func layers() throws {
        let folder = try ScratchFolder([
            "base.jsonc": #"{ "endpoints": [{ "get": "/", "replies": [{}] }], "expect": [{ "get": "/base" }] }"#,
            "top.jsonc": #"{ "extends": "base.jsonc", "expect": [{ "get": "/top" }] }"#,
        ])
        let (base, top) = (folder["base.jsonc"], folder["top.jsonc"])
        let one = try #require(ScenarioFiles.load([top]).scenario)
        #expect(one.expect.map(\.description) == ["get /top: count at least 1"])
        let both = try #require(ScenarioFiles.load([top, base]).scenario)
        #expect(both.expect.map(\.description) == ["get /top: count at least 1", "get /base: count at least 1"])
    }
}
