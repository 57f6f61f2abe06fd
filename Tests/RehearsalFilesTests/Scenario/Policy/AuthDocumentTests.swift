import RehearsalTestSupport
import TestAdmission
import Testing

@testable import Rehearsal
@testable import RehearsalDocuments

@Suite("The auth policy of a document", .limitedConcurrency)
struct AuthDocumentTests {
    private static let issues = #""protects": ["/api/**"], "issues": [{ "post": "/login" }]"#

    private func bearer(_ text: String) throws -> Scenario.Auth.Bearer {
        try #require(policyDocument(#""auth": { "bearer": { \#(text) } }"#).auth?.bearer)
    }

    @Test("Each key of \"bearer\" sets its property of the policy.")
    func whole() throws {
        let sut = try bearer(
            #"""
            "protects": ["/api/**", "/me"],
            "issues": [{ "post": "/login" }, { "method": "RENEW", "path": "/r", "takes": "/a/b", "rotates": true }],
            "token": "/data/token", "lasts": { "uses": 3 }, "denied": { "status": 403, "text": "no", "delay": "1s" }
            """#
        )
        #expect(sut.protects == ["/api/**", "/me"])
        let renewal = Scenario.Auth.Bearer.TokenEndpoint("RENEW", "/r", takes: JSON.Pointer("/a/b"), rotates: true)
        #expect(sut.issues == [.init(.post, "/login"), renewal])
        #expect(sut.token.text == "/data/token")
        #expect(sut.lasts == .uses(3))
        #expect(sut.denied?.status == 403)
        #expect(sut.denied?.delay == .fixed(.seconds(1)))
    }

    @Test("Each missing key of \"bearer\" has a default.")
    func defaults() throws {
        let sut = try bearer(Self.issues)
        #expect(sut.token.text == "/access_token")
        #expect(sut.lasts == .forever)
        #expect(sut.denied == nil)
    }

    @Test(
        "The lifetime of a token is a number of uses, a duration or a name to release.",
        arguments: [
            (#"{ "uses": 1 }"#, .uses(1)), (#""60s""#, .time(.seconds(60))),
            (#"{ "until": "night" }"#, .untilReleased("night")),
        ] as [(String, Scenario.Auth.Bearer.Lifetime)]
    )
    func life(_ text: String, _ expected: Scenario.Auth.Bearer.Lifetime) throws {
        #expect(try bearer(Self.issues + #", "lasts": \#(text)"#).lasts == expected)
    }

    @Test("Writing and reading an auth policy gives the same policy.")
    func written() throws {
        for lasts in [#""1.5ms""#, #"{ "uses": 2 }"#, #"{ "until": "n" }"#] {
            try expectRoundTrip(
                #"""
                "auth": { "bearer": { "protects": ["/a"], "issues": [{ "any": "/l" },
                  { "method": "X", "path": "/r", "takes": "/t", "rotates": true }], "token": "/x/y", "lasts": \#(lasts),
                  "denied": { "status": 418, "headers": { "A": "b" }, "json": [1.0] } } }
                """#
            )
        }
    }

    @Test("A document inherits the auth policy of the one it extends, unless it has its own.")
    func layers() throws {
        let folder = try ScratchFolder([
            "base.jsonc":
                #"{ "auth": { "bearer": { "protects": ["/base"], "issues": [{ "post": "/l" }] } }, "endpoints": [] }"#,
            "heir.jsonc": #"{ "extends": "base.jsonc" }"#,
            "own.jsonc":
                #"{ "extends": "base.jsonc", "auth": { "bearer": { "protects": [], "issues": [{ "post": "/l" }] } } }"#,
        ])
        #expect(ScenarioFiles.load([folder["heir.jsonc"]]).scenario?.auth?.bearer.protects == ["/base"])
        #expect(ScenarioFiles.load([folder["own.jsonc"]]).scenario?.auth?.bearer.protects == [])
    }

    private static func bearer(_ text: String, _ code: Diagnostic.Code, _ mark: String, _ says: String) -> Mistake {
        .policy(#""auth": { "bearer": { \#(text) } }"#, code, mark, says)
    }

    static let mistakes: [Mistake] = [
        .policy(#""auth": []"#, .wrongType, "[]", "an object"),
        .policy(#""auth": {}"#, .missingKey, "{", #"needs "bearer""#),
        .policy(
            #""auth": { "bearr": {} , "bearer": { \#(issues) } }"#,
            .unknownKey,
            #""bearr""#,
            #"did you mean "bearer"?"#
        ),
        bearer(#""protects": []"#, .missingKey, "{", #"needs "issues""#),
        bearer(#""issues": [{ "post": "/l" }]"#, .missingKey, "{", #"needs "protects""#),
        bearer(#""protects": "/a", "issues": [{ "post": "/l" }]"#, .wrongType, #""/a""#, "a list"),
        bearer(#""protects": ["a"], "issues": [{ "post": "/l" }]"#, .badValue, #""a""#, "begin with"),
        bearer(#""protects": [], "issues": []"#, .badValue, "[]", "no client could get a token"),
        bearer(#""protects": [], "issues": [{}]"#, .missingKey, "{", "needs a method and a path"),
        bearer(
            #""protects": [], "issues": [{ "post": "/l", "rotate": true }]"#,
            .unknownKey,
            #""rotate""#,
            #"did you mean "rotates"?"#
        ),
        bearer(#""protects": [], "issues": [{ "post": "/l", "rotates": true }]"#, .conflict, #""rotates""#, "takes"),
        bearer(
            #""protects": [], "issues": [{ "post": "/l", "takes": "refresh" }]"#,
            .badValue,
            #""refresh""#,
            #"write "/refresh""#
        ),
        bearer(issues + #", "token": """#, .badValue, #""""#, "does not point to a value inside a body"),
        bearer(issues + #", "lasts": 3"#, .wrongType, "3", #"{ "uses": 3 }"#),
        bearer(issues + #", "lasts": "long""#, .badValue, #""long""#, "not a duration"),
        bearer(issues + #", "lasts": "0s""#, .badValue, #""0s""#, "must be more than 0"),
        bearer(issues + #", "lasts": { "uses": 0 }"#, .badValue, "0", "1 or more"),
        bearer(issues + #", "lasts": { "until": "" }"#, .badValue, #""""#, "needs a name"),
        bearer(issues + #", "lasts": {}"#, .badValue, "{}", #"needs "uses""#),
        bearer(issues + #", "lasts": { "times": 3 }"#, .unknownKey, #""times""#, "has uses, until"),
        bearer(
            issues + #", "denied": { "status": 401, "times": 2 }"#,
            .conflict,
            #""times""#,
            "this is the reply of a policy"
        ),
        bearer(
            issues + #", "denied": { "fault": { "effect": "close", "at": "requestBody" } }"#,
            .badValue,
            #"{ "effect": "close", "at": "requestBody" }"#,
            "before the policy selects this reply"
        ),
    ]

    @Test("Each mistake is reported at its place.", arguments: mistakes)
    func mistake(_ mistake: Mistake) throws { try mistake.check() }
}
