import TestAdmission
import Testing

@testable import Rehearsal
@testable import RehearsalDocuments

@Suite("The quotas of a document", .limitedConcurrency)
struct QuotaDocumentTests {
    @Test("Each key of a quota sets its property, and each missing key has a default.")
    func whole() throws {
        let sut = try policyDocument(
            #"""
            "quotas": [
              { "any": "/api/**", "limit": 5, "window": "10s" },
              { "get": "/u/{id}", "limit": 1, "window": "500ms", "key": "{id}", "headers": "legacy", "retryAfter": "date",
                "reply": { "status": 503 } },
            ]
            """#
        ).quotas
        #expect(sut.map(\.limit) == [5, 1])
        #expect(sut.map(\.window) == [.seconds(10), .milliseconds(500)])
        #expect(sut.map(\.key) == [.endpoint, .capture("id")])
        #expect(sut.map(\.headers) == [.ietf, .legacy])
        #expect(sut.map(\.retryAfter) == [.seconds, .date])
        #expect(sut.map(\.reply?.status) == [nil, 503])
        #expect(sut.map(\.method) == [.any, .get])
    }

    @Test("Writing and reading quotas gives the same quotas.")
    func written() throws {
        try expectRoundTrip(
            #"""
            "quotas": [{ "post": "/a/{n}", "limit": 2, "window": "1.5s", "key": "{n}", "headers": "none",
              "retryAfter": "none", "reply": { "status": 429, "text": "later" } },
              { "any": "/**", "limit": 9, "window": "2m", "key": "header:Authorization" }]
            """#
        )
    }

    private static func quota(_ text: String, _ code: Diagnostic.Code, _ mark: String, _ says: String) -> Mistake {
        .policy(#""quotas": [{ \#(text) }]"#, code, mark, says)
    }

    private static let right = #""any": "/a", "limit": 1, "window": "1s""#

    static let mistakes: [Mistake] = [
        .policy(#""quotas": {}"#, .wrongType, "{}", "a list"),
        .policy(#""quotas": [1]"#, .wrongType, "1", "an object"),
        quota(#""limit": 1, "window": "1s""#, .missingKey, "{", "needs a method and a path"),
        quota(#""any": "/a", "window": "1s""#, .missingKey, "{", #"needs "limit""#),
        quota(#""any": "/a", "limit": 1"#, .missingKey, "{", #"needs "window""#),
        quota(#""any": "/a", "limit": 0, "window": "1s""#, .badValue, "0", "1 or more"),
        quota(#""any": "/a", "limit": 1, "window": "0s""#, .badValue, #""0s""#, "must be more than 0"),
        quota(right + #", "windows": 1"#, .unknownKey, #""windows""#, #"did you mean "window"?"#),
        quota(right + #", "key": "ip""#, .badValue, #""ip""#, #"for "key", found"#),
        quota(right + #", "key": "{id}""#, .badValue, #""{id}""#, "no placeholder {id}"),
        quota(right + #", "headers": "itef""#, .badValue, #""itef""#, #"did you mean "ietf"?"#),
        quota(right + #", "retryAfter": 5"#, .wrongType, "5", "a string"),
        quota(right + #", "reply": { "then": {} }"#, .conflict, #""then""#, "this is the reply of a policy"),
    ]

    @Test("Each mistake is reported at its place.", arguments: mistakes)
    func mistake(_ mistake: Mistake) throws { try mistake.check() }
}
