import TestAdmission
import Testing

@testable import Rehearsal
@testable import RehearsalDocuments

@Suite("Patterns in a scenario document", .limitedConcurrency)
struct PatternDocumentTests {
    private static func query(_ condition: String) -> String {
        #""get": "/", "replies": [{}], "when": { "query": { "a": \#(condition) } }"#
    }

    private func load(_ endpoint: String) -> ScenarioFiles.LoadResult {
        ScenarioFiles.loadText(Array("{ \"endpoints\": [{ \(endpoint) }] }".utf8), path: "a.jsonc")
    }

    @Test("A pattern is accepted in conditions on headers and query parameters, also within \"not\".")
    func read() throws {
        let loaded = load(
            #"""
            "get": "/", "replies": [{}], "when": {
              "headers": { "X": { "matches": "^\\d+$", "not": { "matches": "\u0030" } } },
              "query": { "a": { "matches": "é😀" } } }
            """#
        )
        #expect(loaded.diagnostics.map(\.text) == [])
        let when = try #require(loaded.scenario?.endpoints.first?.when)
        #expect(try when.headers == [.init("X", .all([.matches(#"^\d+$"#), .not(.matches("0"))]))])
        #expect(try when.query == [.init("a", .matches("é😀"))])
    }

    @Test("A malformed pattern in an expectation is an error.")
    func expected() throws {
        let text = #"""
            { "endpoints": [{ "get": "/", "replies": [{}] }],
              "expect": [{ "get": "/", "where": { "query": { "a": { "matches": "a(" } } } }] }
            """#
        let loaded = ScenarioFiles.loadText(Array(text.utf8), path: "a.jsonc")
        #expect(loaded.diagnostics.map(\.code) == [.badPattern])
    }

    @Test(
        "An error in a pattern is reported at its characters in the document, even if they are escaped.",
        arguments: [
            Mistake.endpoint(query(#"{ "matches": "ab(?=c)" }"#), .badPattern, "(?=", "a look-ahead"),
            .endpoint(query(#"{ "matches": "\\d\\1" }"#), .badPattern, #"\\1"#, "a back-reference"),
            .endpoint(query(#"{ "matches": "é😀[z-a]" }"#), .badPattern, "z-a", "out of order"),
            .endpoint(query(#"{ "matches": "\u00e9\ud83d\ude00\n(" }"#), .badPattern, "(", "not closed"),
            .endpoint(query(#"{ "matches": "a\u002a\u002a" }"#), .badPattern, #"\u002a"#, "after a quantifier"),
            .endpoint(query(#"{ "matches": "\ud83d*?" }"#), .badPattern, "?", "a lazy quantifier"),
            .endpoint(query(#"{ "not": { "matches": "(a" } }"#), .badPattern, "(", "not closed"),
            .endpoint(query(#"{ "matches": 5 }"#), .wrongType, "5", "expected a string"),
            .endpoint(query(#"{ "match": "a" }"#), .unknownKey, #""match""#, #"did you mean "matches"?"#),
        ]
    )
    func mistake(_ mistake: Mistake) throws { try mistake.check() }

    @Test("The text of an error shows the place, the valid spelling and the command that explains it.")
    func text() {
        let text =
            "{ \"endpoints\": [\n  { \"get\": \"/\", \"when\": { \"query\": { \"a\": { \"matches\": \"x+?\" } } },\n"
            + "    \"replies\": [{}] }] }"
        let loaded = ScenarioFiles.loadText(Array(text.utf8), path: "a.jsonc")
        #expect(
            loaded.diagnostics.map(\.text) == [
                """
                a.jsonc:2:59: error: a lazy quantifier ("+?") is not supported
                     2 |   { "get": "/", "when": { "query": { "a": { "matches": "x+?" } } },
                       |                                                           ^ write "+"; laziness does \
                not change whether a text matches
                  see: rehearsal lint --explain when
                """
            ]
        )
    }

    @Test("Reading the document of a scenario gives the same conditions.")
    func roundTrip() throws {
        let value: Scenario.Condition.Value = .all([
            try .matches(#"^\d "é😀"$"#), .startsWith("a"), .endsWith("b"), .oneOf(["c"]), .not(.contains("d")),
            .present,
        ])
        let when = Scenario.Condition(query: [.init("q", .equals("1"))], headers: [.init("X", value)])
        let sut = Scenario("x", endpoints: [.get("/", when: when, replies: [.init()])])
        let loaded = ScenarioFiles.loadText(sut.document.bytes(), path: "a.json")
        #expect(loaded.diagnostics.map(\.text) == [])
        let read = try #require(loaded.scenario?.endpoints.first?.when)
        #expect(read.query == when.query)
        #expect(read.headers.count == 1)
        #expect(read.headers.first?.value == value)
    }

    @Test("The digests of two scenarios are equal if their patterns are equal, and differ otherwise.")
    func digest() throws {
        let one: Scenario.Condition.Value = try .matches("a")
        func digest(_ value: Scenario.Condition.Value) -> UInt64 {
            Scenario("s", endpoints: [.get("/", when: .init(query: [.init("q", value)]), replies: [.init()])]).digest
        }
        #expect(digest(one) == digest(one))
        #expect(try digest(one) != digest(.matches("b")))
        #expect(digest(one) != digest(.contains("a")))
    }

    @Test(
        "Each condition is written as a document if the format can express it.",
        arguments: [
            (.equals("a"), #""a""#), (.not(.equals("a")), #"{"not":"a"}"#),
            (.oneOf(["a", "b"]), #"{"oneOf":["a","b"]}"#),
            (
                .all([.contains("a"), .all([.startsWith("b"), .endsWith("c")])]),
                #"{"contains":"a","startsWith":"b","endsWith":"c"}"#
            ),
            (.all([.equals("a"), .present]), #"{"equals":"a","present":true}"#), (.absent, #"{"absent":true}"#),
            (.all([.contains("a"), .contains("b")]), nil), (.all([]), nil), (.not(.all([])), nil),
        ] as [(Scenario.Condition.Value, String?)]
    )
    func document(_ value: Scenario.Condition.Value, _ expected: String?) {
        let sut = Scenario.Condition(headers: [.init("X", value)]).document
        #expect(
            sut.map { String(decoding: $0.bytes(), as: UTF8.self) } == expected.map { #"{"headers":{"X":\#($0)}}"# }
        )
    }

    @Test("The document of a scenario contains its patterns.")
    func written() throws {
        let when = try Scenario.Condition(query: [.init("q", .matches(#"^\d+$"#))])
        let sut = Scenario("x", endpoints: [.get("/", when: when, replies: [.init()])])
        #expect(
            String(decoding: sut.document.bytes(), as: UTF8.self)
                == #"{"scenario":"x","endpoints":[{"get":"/","when":{"query":{"q":{"matches":"^\\d+$"}}},"#
                + #""replies":[{}]}]}"#
        )
    }
}
