import Rehearsal
import RehearsalContracts
import TestAdmission
import Testing

@Suite("Rules for requests", .limitedConcurrency)
struct RequestRuleTests {
    private let sut = MadeUp(
        operation: .init(
            "create",
            .post,
            "/items",
            reply: .init(201, body: Array("{}".utf8)),
            details: .init(body: ["a": 1])
        )
    )

    @Test(
        "The base path must be kept, followed by exactly one slash.",
        arguments: [("base", "/v2"), ("base-slash", "/v2/")]
    )
    func base(_ variant: String, _ basePath: String) throws {
        let right = MadeUp.entry("POST", "/v2/items")
        #expect(try sut.judge("REQ-01", variant, [right], [.value([:])]).verdict == .pass)
        for wrong in ["/items", "/v2//items", "/v2items"] {
            let result = try sut.judge("REQ-01", variant, [MadeUp.entry("POST", wrong, isKnown: false)], [.timeout])
            #expect(result.findings == ["expected POST /v2/items, saw POST \(wrong)"])
        }
    }

    @Test(
        "An argument must be one path segment, with all characters but letters, digits and -._~ encoded.",
        arguments: [
            ("reserved", "/items/a%2Fb%3Fc%23d%20%C3%A9/parts", true),
            ("reserved", "/items/a%2fb%3fc%23d%20%c3%a9/parts?page=1", true),
            ("reserved", "/items/a/b?c#d%20%C3%A9/parts", false),
            ("reserved", "/items/a%2Fb%3Fc%23d+%C3%A9/parts", false),
            ("reserved", "/items/a%252Fb%253Fc%2523d%2520%25C3%25A9/parts", false),
            ("reserved", "/items//parts", false),
            ("parent", "/items/..%2Fadmin/parts", true), ("parent", "/items/../admin/parts", false),
            ("percent", "/items/100%2525/parts", true), ("percent", "/items/100%25/parts", false),
            ("percent", "/items/100%2525/parts/", false), ("percent", "/items/100%2525/p%61rts", true),
            ("parent", "http://127.0.0.1:80/items/..%2Fadmin/parts", true),
            ("parent", "http://127.0.0.1:80/items/../admin/parts", false),
        ]
    )
    func segment(_ variant: String, _ target: String, _ isRight: Bool) throws {
        var sut = sut
        sut.operation = .init("parts", .get, "/items/42/parts", args: ["id": "42", "page": 1], reply: .init(200))
        let result = try sut.judge("REQ-02", "id:\(variant)", [MadeUp.entry("GET", target)], [.value([:])])
        #expect((result.verdict == .pass) == isRight, "\(result.findings)")
        let clauses = sut.plan(of: "REQ-02").clauses
        #expect(clauses.map(\.variant) == ["id:reserved", "id:parent", "id:percent"])
        #expect(clauses.first?.exercise.request.args == ["id": "a/b?c#d é", "page": 1])
        #expect(clauses.first?.exercise.scenario.endpoints.map(\.path.text) == ["/items/**"])
    }

    @Test("A client may reject an argument, and an argument outside of the path is not tried.")
    func refusedArgument() throws {
        var sut = sut
        sut.operation = .init("one", .get, "/items/42", args: ["id": "42"], reply: .init(200))
        #expect(try sut.judge("REQ-02", "id:parent", [], [.invalidRequest(field: "id")]).verdict == .pass)
        #expect(try sut.judge("REQ-02", "id:parent", [], [.transport(.encoding)]).verdict == .pass)
        #expect(try sut.judge("REQ-02", "id:parent", [], [.timeout]).verdict == .fail)
        let away = MadeUp.entry("GET", "/admin", isKnown: false)
        #expect(try sut.judge("REQ-02", "id:parent", [away], [.transport(.other)]).verdict == .fail)
        for args: JSON in [["id": 42, "name": "items/42", "page": "4"], ["id": "42", "version": "42"], ["42"]] {
            sut.operation.args = args
            #expect(sut.reason("REQ-02")?.hasPrefix("no argument of one is a string that occurs once") == true)
        }
    }

    @Test(
        "Accept must name a media type and not only a wildcard.",
        arguments: [
            (["application/json"], true), (["application/*"], true), (["*/*;q=0.1, Application/JSON;q=0.9"], true),
            (["*/*", "application/json"], true), (["*/*"], false), (["*/*;q=0.8"], false), ([""], false), ([], false),
            (["text/html"], false), (["json"], false), (["application/json;q=0, */*"], false), (["*; q=.2"], false),
        ] as [([String], Bool)]
    )
    func accept(_ lines: [String], _ isRight: Bool) throws {
        let headers = Scenario.Headers(lines.map { .init("Accept", $0) })
        let result = try sut.judge("REQ-05", "", [MadeUp.entry("POST", "/items", headers)], [.value([:])])
        #expect((result.verdict == .pass) == isRight)
    }

    @Test("A missing request is a finding.")
    func nothing() throws {
        #expect(try sut.judge("REQ-01", "root", [], [.value([:])]).findings == ["expected POST /items, saw no request"])
    }

    @Test("A request to another endpoint is noted and is not a finding.")
    func noise() throws {
        let config = MadeUp.entry("GET", "/config", isKnown: false)
        let result = try sut.judge("STAT-01", "200", [config, MadeUp.entry("POST", "/items"), config], [.value([:])])
        #expect(result.verdict == .pass)
        #expect(result.notes == ["the client also requested GET /config"])
    }

    @Test(
        "A JSON body must have a JSON media type, with or without parameters.",
        arguments: [
            ("application/json", true), ("Application/JSON; charset=utf-8", true),
            ("application/merge-patch+json", true),
            ("application/x-www-form-urlencoded", false), ("text/json", false), (nil, false),
        ] as [(String?, Bool)]
    )
    func contentType(_ type: String?, _ isRight: Bool) throws {
        let headers = Scenario.Headers(type.map { [.init("Content-Type", $0)] } ?? [])
        let entry = MadeUp.entry("POST", "/items", headers, body: #"{"a":1}"#)
        let result = try sut.judge("REQ-04", "", [entry], [.value([:])])
        #expect((result.verdict == .pass) == isRight)
    }

    @Test("A missing body is a finding.")
    func missingBody() throws {
        let entry = MadeUp.entry("POST", "/items", ["Content-Type": "application/json"])
        #expect(try sut.judge("REQ-04", "", [entry], [.value([:])]).findings == ["expected a JSON body, saw none"])
    }

    @Test(
        "A body that differs from the declared one yields one finding per path.",
        arguments: [
            (#"{"b":[1,{"c":"x"}],"a":19.99}"#, []), (#"{"a":1999e-2,"b":[1,{"c":"x"}]}"#, []),
            (
                #"{"a":19.990000000000002,"b":[1,{"c":"x"}]}"#,
                ["expected $.a to be 19.99 in the body, saw 19.990000000000002"]
            ),
            (#"{"a":19.99,"b":[1,{"c":"x","d":null}]}"#, ["expected no $.b[1].d in the body, saw null"]),
            (
                #"{"A":19.99,"b":[1,{}]}"#,
                [
                    "expected $.a in the body (19.99), saw none", "expected $.b[1].c in the body (\"x\"), saw none",
                    "expected no $.A in the body, saw 19.99",
                ]
            ),
            (#"{"a":19.99,"b":[1,{"c":"x"}],"a":19.99}"#, ["expected no $.a in the body, saw 19.99"]),
            (#"{"a":19.99,"b":[1]}"#, [#"expected $.b to be [1,{"c":"x"}] in the body, saw [1]"#]),
            ("a=19.99", [#"expected the body {"a":19.99,"b":[1,{"c":"x"}]}, saw one that is not JSON"#]),
        ] as [(String, [String])]
    )
    func body(_ body: String, _ findings: [String]) throws {
        var sut = sut
        sut.operation.body = try JSON(parsing: #"{"a":19.99,"b":[1,{"c":"x"}]}"#)
        let entry = MadeUp.entry("POST", "/items", ["Content-Type": "application/json"], body: body)
        #expect(try sut.judge("REQ-08", "", [entry], [.value([:])]).findings == findings)
    }

    @Test("A request without a declared body must have no body and no empty query.")
    func noContent() throws {
        let sut = MadeUp(operation: .init("list", .get, "/items", reply: .init(200), details: .init(value: [])))
        func judge(_ target: String, _ headers: Scenario.Headers = [:], body: String = "") throws -> ClauseResult {
            try sut.judge("REQ-06", "", [MadeUp.entry("GET", target, headers, body: body)], [.value([])])
        }
        #expect(try judge("/items?page=1").findings == [])
        #expect(try judge("/items?").findings == ["expected a target without a lone ?, saw /items?"])
        #expect(try judge("/items", body: "{}").findings == ["expected no body, saw one of 2 bytes"])
        let typed = try judge("/items", ["Content-Type": "application/json"])
        #expect(typed.verdict == .pass)
        #expect(typed.notes == ["Content-Type is sent without a body: application/json"])
        let post = MadeUp(operation: .init("start", .post, "/items", reply: .init(200)))
        #expect(post.reason("REQ-06") == "a POST may have a body")
    }

    @Test("The rule for JSON bodies does not apply without a declared body.")
    func noBody() {
        let sut = MadeUp(operation: .init("list", .get, "/items", reply: .init(200)))
        #expect(sut.reason("REQ-04") == "list sends no body")
    }
}
