import Rehearsal
import RehearsalContracts
import TestAdmission
import Testing

@Suite("Rules for redirects", .limitedConcurrency)
struct RedirectRuleTests {
    private var sut: MadeUp {
        var sut = MadeUp(operation: .init("list", .get, "/items", reply: .init(200), details: .init(value: [])))
        sut.declaration.features.authRefresh = .init()
        return sut
    }
    private let first = MadeUp.entry("GET", "/items", ["Authorization": "Bearer t1"])

    @Test(
        "A token that is sent to another origin in any field is a finding, and a redirect that is not followed is not."
    )
    func credentials() throws {
        func judge(
            _ headers: Scenario.Headers,
            _ target: String = "/rehearsal-other-origin",
            host: String = "localhost:4711",
        ) throws -> [String] {
            var headers = headers
            headers.append("Host", host)
            let followed = MadeUp.entry("GET", target, headers)
            return try sut.judge("REDIR-04", "302", [first, followed], [.value([])]).findings
        }
        #expect(try judge(["Accept": "application/json"]) == [])
        #expect(
            try judge(["Authorization": "Bearer rehearsal-access-token", "Cookie": "a=rehearsal-access-token"]) == [
                "expected no credentials at another origin, saw the token in Authorization",
                "expected no credentials at another origin, saw the token in Cookie",
            ]
        )
        let inTarget = try judge([:], "/rehearsal-other-origin?access_token=rehearsal-access-token")
        #expect(inTarget == ["expected no credentials at another origin, saw the token in the target"])
        #expect(try judge(["Authorization": "Bearer rehearsal-access-token"], host: "127.0.0.1:4711") == [])
        let stayed = try sut.judge("REDIR-04", "307", [first], [.http(status: 307)])
        #expect(stayed.verdict == .pass)
        #expect(stayed.notes == ["the client did not follow the redirect to another origin"])
    }

    @Test("The other origin is the same backend under another host name.")
    func origin() throws {
        let exercise = try #require(sut.plan(of: "REDIR-04").clauses.first).exercise
        let located = exercise.scenario(on: 4711).endpoints[0].replies[0].headers["Location"]
        #expect(located == "http://localhost:4711/rehearsal-other-origin")
        var other = exercise
        other.redirectsToOtherOrigin = false
        let unchanged = other.scenario(on: 4711).endpoints[0].replies[0].headers["Location"]
        #expect(unchanged == "\(TestCase.otherOrigin)/rehearsal-other-origin")
    }

    @Test("The rule does not apply without a token or to an unsafe method.")
    func notApplicable() {
        let open = MadeUp(operation: .init("list", .get, "/items", reply: .init(200)))
        #expect(open.reason("REDIR-04") == "the client does not declare a token (authRefresh)")
        var post = sut
        post.operation.method = .post
        #expect(post.reason("REDIR-04") == "not every client follows a redirect of POST")
    }
}
