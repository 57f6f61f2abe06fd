import Rehearsal
import RehearsalContracts
import TestAdmission
import Testing

@Suite("Rules for redirects that a client follows", .limitedConcurrency)
struct FollowedRedirectTests {
    private let path = "/rehearsal-redirected"

    private var sut: MadeUp {
        var sut = MadeUp(operation: .init("list", .get, "/api/items", reply: .init(200), details: .init(value: [])))
        sut.declaration.features.redirects = true
        return sut
    }

    private var post: MadeUp {
        var post = sut
        post.operation = .init("add", .post, "/api/items", reply: .init(201), details: .init(body: ["a": 1]))
        return post
    }

    private let first = MadeUp.entry("GET", "/api/items")

    @Test("The rules do not apply to a client that does not declare redirects.")
    func notApplicable() {
        var silent = sut
        silent.declaration.features.redirects = false
        let reason = "the client does not declare that it follows redirects (redirects)"
        for rule in ["REDIR-01", "REDIR-02", "REDIR-03", "REDIR-05", "REDIR-06", "REDIR-07"] {
            #expect(silent.reason(rule) == reason)
        }
        #expect(post.reason("REDIR-01") == "add is not a GET")
        #expect(sut.reason("REDIR-02") == "list sends no body")
        #expect(sut.reason("REDIR-03") == "a GET stays a GET after 303, as REDIR-01 tests")
    }

    @Test("A redirect that is not followed is a finding for REDIR-01, and a 302 without a Location is final.")
    func followed() throws {
        let next = MadeUp.entry("GET", path)
        #expect(try sut.judge("REDIR-01", "308", [first, next], [.value([])]).verdict == .pass)
        let stayed = try sut.judge("REDIR-01", "308", [first], [.http(status: 308)])
        #expect(stayed.findings.first == "expected 1 request to \(path) after the redirect, saw none")
        #expect(try sut.judge("REDIR-01", "none", [first], [.http(status: 302)]).verdict == .pass)
        #expect(try sut.judge("REDIR-01", "none", [first], [.value([])]).verdict == .fail)
    }

    @Test("A 307 without the method or the body of the first request is a finding.")
    func sameRequest() throws {
        let json: Scenario.Headers = ["Content-Type": "application/json"]
        let first = MadeUp.entry("POST", "/api/items", json, body: #"{"a":1}"#)
        func judge(_ next: Journal.Entry) throws -> [String] {
            try post.judge("REDIR-02", "307", [first, next], [.value([])]).findings
        }
        #expect(try judge(MadeUp.entry("POST", path, json, body: #"{"a":1}"#)) == [])
        let empty = ["expected the body of 7 bytes after the redirect, saw one of 0 bytes"]
        #expect(try judge(MadeUp.entry("POST", path, json)) == empty)
        #expect(try judge(MadeUp.entry("GET", path)) == ["expected POST after the redirect, saw GET"])
        let stayed = try post.judge("REDIR-02", "307", [first], [.http(status: 307)])
        #expect(stayed.notes == ["the client did not follow the redirect of a POST"])
    }

    @Test("A 303 that is followed with the first method or its fields is a finding.")
    func seeOther() throws {
        let first = MadeUp.entry("POST", "/api/items")
        func judge(_ next: Journal.Entry) throws -> [String] {
            try post.judge("REDIR-03", "303", [first, next], [.value([])]).findings
        }
        #expect(try judge(MadeUp.entry("GET", path)) == [])
        #expect(try judge(MadeUp.entry("POST", path)) == ["expected GET after the 303, saw POST"])
        let typed = MadeUp.entry("GET", path, ["Content-Type": "application/json"])
        #expect(try judge(typed) == ["expected no Content-Type after the 303, saw application/json"])
    }

    @Test("A client may follow 50 redirects of a loop, but no more.")
    func loops() throws {
        let error = [ClientOutcome.transport(.redirect)]
        func judge(_ count: Int, _ outcomes: [ClientOutcome]) throws -> [String] {
            try sut.judge("REDIR-05", "loop", Array(repeating: first, count: count), outcomes).findings
        }
        #expect(try judge(51, error) == [])
        #expect(try judge(52, error) == ["expected at most 51 requests, saw 52"])
        #expect(try judge(1, [.value([])]).count == 1)
    }

    @Test("A request after a redirect to another scheme is a finding, as is a value.")
    func schemes() throws {
        #expect(try sut.judge("REDIR-06", "ftp", [first], [.http(status: 302)]).verdict == .pass)
        let next = MadeUp.entry("GET", path)
        #expect(try sut.judge("REDIR-06", "ftp", [first, next], [.http(status: 404)]).verdict == .fail)
        #expect(try sut.judge("REDIR-06", "file", [first], [.value([])]).verdict == .fail)
        let exercise = try #require(sut.plan(of: "REDIR-06").clauses.first).exercise
        let located = exercise.scenario(on: 4711).endpoints[0].replies[0].headers["Location"]
        #expect(located == "ftp://localhost:4711\(path)")
    }

    @Test("A relative Location that is resolved at the root is a finding.")
    func relative() throws {
        let right = MadeUp.entry("GET", "/api/rehearsal-next")
        #expect(try sut.judge("REDIR-07", "segment", [first, right], [.value([])]).verdict == .pass)
        let wrong = MadeUp.entry("GET", "/rehearsal-next", isKnown: false)
        #expect(
            try sut.judge("REDIR-07", "segment", [first, wrong], [.http(status: 501)]).findings == [
                "expected 1 request to /api/rehearsal-next after the redirect, saw GET /rehearsal-next"
            ]
        )
        var flat = sut
        flat.operation.path = "/items"
        #expect(flat.reason("REDIR-07") == "the path of list has only one segment")
    }
}
