import TestAdmission
import Testing

@testable import Rehearsal
@testable import RehearsalDocuments

@Suite("The idempotency policies of a document", .limitedConcurrency)
struct IdempotencyDocumentTests {
    @Test("The key \"idempotency\" accepts one policy or a list of policies.")
    func forms() throws {
        let one = try policyDocument(#""idempotency": { "post": "/transfers" }"#).idempotency
        #expect(one == [.init(.post, "/transfers")])
        let two = try policyDocument(
            #""idempotency": [{ "post": "/a", "required": true }, { "header": "X-Once", "any": "/b" }]"#
        ).idempotency
        #expect(two == [.init(.post, "/a", required: true), .init(header: "X-Once", .any, "/b")])
    }

    @Test("Writing and reading an idempotency policy gives the same policy.")
    func written() throws {
        try expectRoundTrip(#""idempotency": { "header": "X-Once", "post": "/a", "required": true }"#)
    }

    static let mistakes: [Mistake] = [
        .policy(#""idempotency": "/a""#, .wrongType, #""/a""#, "an object"),
        .policy(#""idempotency": {}"#, .missingKey, "{", "needs a method and a path"),
        .policy(#""idempotency": { "post": "a" }"#, .badValue, #""a""#, "begin with"),
        .policy(#""idempotency": { "post": "/a", "header": "a b" }"#, .badValue, #""a b""#, "not a valid header name"),
        .policy(#""idempotency": { "post": "/a", "required": 1 }"#, .wrongType, "1", "true or false"),
        .policy(
            #""idempotency": { "post": "/a", "heder": "X" }"#,
            .unknownKey,
            #""heder""#,
            #"did you mean "header"?"#
        ),
    ]

    @Test("Each mistake is reported at its place.", arguments: mistakes)
    func mistake(_ mistake: Mistake) throws { try mistake.check() }
}
