import Rehearsal
import RehearsalContracts
import TestAdmission
import Testing

@Suite("Rules of requests", .admitted)
struct RequestRuleTests {
    private let sut = MadeUp(
        operation: .init("create", .post, "/items", body: ["a": 1], reply: .init(201, body: Array("{}".utf8)))
    )

    @Test("The path of the base stays, with one slash after it.", arguments: [("base", "/v2"), ("base-slash", "/v2/")])
    func base(_ variant: String, _ basePath: String) throws {
        let right = MadeUp.entry("POST", "/v2/items")
        #expect(try sut.judge("REQ-01", variant, [right], [.value([:])]).verdict == .pass)
        for wrong in ["/items", "/v2//items", "/v2items"] {
            let result = try sut.judge("REQ-01", variant, [MadeUp.entry("POST", wrong, isKnown: false)], [.timeout])
            #expect(result.findings == ["expected POST /v2/items, saw POST \(wrong)"])
        }
    }

    @Test("A client that asks for nothing does not ask for the right thing.")
    func nothing() throws {
        #expect(try sut.judge("REQ-01", "root", [], [.value([:])]).findings == ["expected POST /items, saw no request"])
    }

    @Test("What else a client asks for is its own affair, and noted.")
    func noise() throws {
        let config = MadeUp.entry("GET", "/config", isKnown: false)
        let result = try sut.judge("STAT-01", "200", [config, MadeUp.entry("POST", "/items"), config], [.value([:])])
        #expect(result.verdict == .pass)
        #expect(result.notes == ["it also asked for GET /config"])
    }

    @Test(
        "JSON is called JSON, with or without parameters.",
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

    @Test("A body that is missing is not JSON either.")
    func missingBody() throws {
        let entry = MadeUp.entry("POST", "/items", ["Content-Type": "application/json"])
        #expect(try sut.judge("REQ-04", "", [entry], [.value([:])]).findings == ["expected a JSON body, saw none"])
    }

    @Test("Where no body is declared, nothing is asked of it.")
    func noBody() {
        let sut = MadeUp(operation: .init("list", .get, "/items", reply: .init(200)))
        #expect(sut.reason("REQ-04") == "list sends no body")
    }
}
