import TestAdmission
import Testing

@testable import Rehearsal
@testable import RehearsalDocuments
@testable import RehearsalRedaction

@Suite("Errors in a scenario document", .limitedConcurrency)
struct DocumentErrorTests {
    private func load(_ text: String) -> ScenarioFiles.LoadResult {
        ScenarioFiles.loadText(Array(text.utf8), path: "a.jsonc")
    }

    static let mistakes: [Mistake] = [
        Mistake("[1]", .wrongType, "[1]", "expected an object for a scenario, found a list"),
        Mistake(#"{ "endpoint": [] , "extends": []}"#, .unknownKey, #""endpoint""#, #"did you mean "endpoints"?"#),
        Mistake(#"{ "noise": ["x"], "extends": [] }"#, .badValue, #""x""#, "begin with"),
        Mistake(#"{ "state": 1, "extends": [] }"#, .wrongType, "1", "expected an object"),
        Mistake(#"{ "endpoints": {} }"#, .wrongType, "{}", "expected a list"),
        Mistake(
            #"{ "scenario": 1, "extends": [] }"#,
            .wrongType,
            "1",
            "expected a string for \"scenario\", found a number"
        ),
        Mistake(#"{ "seed": -1, "extends": [] }"#, .badValue, "-1", "0 or more"),
        Mistake(#"{ "extends": ["other"] }"#, .missingFile, #""other""#, "part of the program"),
        Mistake(#"{ "endpoints": [], "seed": 1, "seed": 2 }"#, .duplicateKey, #""seed""#, "twice"),
        .endpoint(
            #""get": "/", "replies": [{}], "repliess": 1"#,
            .unknownKey,
            #""repliess""#,
            #"did you mean "replies"?"#
        ),
        .endpoint(
            #""get": "/", "replies": [{}], "zzzzzzz": 1"#,
            .unknownKey,
            #""zzzzzzz""#,
            "an endpoint has get, post"
        ),
        .endpoint(#""get": "/", "delay": "1s", "per": "target""#, .conflict, #""per""#, "it is an overlay"),
        .endpoint(#""get": "/{id}", "replies": [{}], "per": "{ix}""#, .badValue, #""{ix}""#, "it has {id}"),
        .endpoint(
            #""get": "/", "replies": [{}], "per": "traget""#,
            .badValue,
            #""traget""#,
            #"did you mean "target"?"#
        ),
        .endpoint(
            #""get": "/a/{id}", "replies": [{}], "when": { "any": [{ "path": { "no": "1" } }] }"#,
            .badValue,
            #""no""#,
            "it has {id}"
        ),
        .expecting(#"{}"#, .missingKey, "{", "needs the requests"),
        .expecting(#"{ "get": "/", "where": { "state": "x" } }"#, .badValue, #"{ "state": "x" }"#, "have no state"),
        .expecting(#"{ "get": "/{a}", "where": { "path": { "b": "x" } } }"#, .badValue, #""b""#, "it has {a}"),
        .expecting(#"{ "get": "x" }"#, .badValue, #""x""#, "begin with"),
        .expecting(#"{ "get": "/", "post": "/" }"#, .conflict, #""post""#, "an expectation has one method"),
        .expecting(#"{ "get": "/", "cuont": 1 }"#, .unknownKey, #""cuont""#, #"did you mean "count"?"#),
        .expecting(#"{ "get": "/", "count": -1 }"#, .badValue, "-1", "0 or more"),
        .expecting(#"{ "get": "/", "count": "3" }"#, .wrongType, #""3""#, "a number"),
        .expecting(#"{ "get": "/", "count": {} }"#, .missingKey, "{", #"neither "min" nor "max""#),
        .expecting(
            #"{ "get": "/", "attempts": { "min": 3, "max": 2 } }"#,
            .badValue,
            #"{ "min": 3, "max": 2 }"#,
            "more than"
        ),
        .expecting(#"{ "get": "/", "gaps": [{ "atLeast": "soon" }] }"#, .badValue, #""soon""#, "not a duration"),
        .expecting(
            #"{ "get": "/", "gaps": [{ "atLeast": "2s", "atMost": "1s" }] }"#,
            .badValue,
            #"{ "atLeast": "2s", "atMost": "1s" }"#,
            "which is more than"
        ),
        .expecting(#"{ "get": "/", "same": ["header:"] }"#, .badValue, #""header:""#, "valid part of a request"),
        .expecting(#"{ "get": "/", "endedBy": "clint" }"#, .badValue, #""clint""#, #"did you mean "client"?"#),
        .expecting(#"{ "inOrder": [] }"#, .badValue, "[]", "empty"),
        .expecting(#"{ "inOrder": ["/me"] }"#, .badValue, #""/me""#, "not a valid request"),
        .expecting(#"{ "inOrder": ["get me"] }"#, .badValue, #""get me""#, "begin with"),
        .expecting(#"{ "inOrder": ["get /me"], "count": 1 }"#, .conflict, #""count""#, "cannot be combined"),
        .expecting(#"{ "unexpected": 0, "get": "/" }"#, .conflict, #""get""#, "cannot be combined"),
        .expecting(#"{ "get": "/", "unexpected": 0 }"#, .conflict, #""get""#, "cannot be combined"),
        .expecting(#"{ "get": "/", "inOrder": ["get /"] }"#, .conflict, #""get""#, "cannot be combined"),
        .reply(##""hold": """##, .badValue, ##""""##, "needs a name"),
        .reply(#""until": { "waiting": 0 }"#, .badValue, "0", "1 or more"),
        .reply(#""required": 1"#, .wrongType, "1", "true or false"),
        .endpoint(#""get": "/", "put": "/", "replies": [{}]"#, .conflict, #""put""#, "one method"),
        .endpoint(#""get": "/", "path": "/", "replies": [{}]"#, .conflict, #""path""#, "twice"),
        .endpoint(#""replies": [{}]"#, .missingKey, "{", "a method and a path"),
        .endpoint(#""method": "PURGE", "replies": [{}]"#, .missingKey, #""method""#, "\"path\""),
        .endpoint(#""method": "A B", "path": "/", "replies": [{}]"#, .badValue, #""A B""#, "not a valid method"),
        .endpoint(#""get": "x", "replies": [{}]"#, .badValue, #""x""#, "begin with"),
        .endpoint(#""get": "/a{b}", "replies": [{}]"#, .badValue, #""/a{b}""#, "whole segment"),
        .endpoint(#""get": 5, "replies": [{}]"#, .wrongType, "5", "expected a string"),
        .endpoint(#""get": "/""#, .missingKey, #""get""#, "an endpoint needs \"replies\""),
        .endpoint(#""get": "/", "replies": []"#, .badValue, "[]", "empty"),
        .endpoint(
            #""get": "/", "replies": [{}], "afterLast": "cycel""#,
            .badValue,
            #""cycel""#,
            #"did you mean "cycle"?"#
        ),
        .endpoint(#""get": "/", "replies": [{}], "priority": 1.5"#, .badValue, "1.5", "whole number"),
        .endpoint(
            #""get": "/", "replies": [{}], "when": { "body": {} }"#,
            .badValue,
            "{}",
            "\"body\" has no condition"
        ),
        .endpoint(
            #""get": "/", "replies": [{}], "when": { "body": { "at": { "id": 1 } } }"#,
            .badValue,
            #""id""#,
            "not a valid JSON pointer"
        ),
        .endpoint(
            #""get": "/", "replies": [{}], "when": { "all": [] }"#,
            .badValue,
            "[]",
            "has no effect"
        ),
        .endpoint(
            #""get": "/", "replies": [{}], "when": { "connection": "resued" }"#,
            .badValue,
            #""resued""#,
            #"did you mean "reused"?"#
        ),
        .endpoint(#""get": "/", "replies": [{}], "when": { "query": { "a": null } }"#, .wrongType, "null", "absent"),
        .endpoint(#""get": "/", "replies": [{}], "when": { "query": { "a": {} } }"#, .badValue, "{}", "is empty"),
        .endpoint(
            #""get": "/", "replies": [{}], "when": { "query": { "a": { "oneOf": [] } } }"#,
            .badValue,
            "[]",
            "no value can match"
        ),
        .endpoint(
            #""get": "/", "replies": [{}], "when": { "headers": { "a b": "" } }"#,
            .badValue,
            #""a b""#,
            "not a valid header name"
        ),
        .reply(#""json": 1, "text": "x""#, .conflict, #""text""#, "one body"),
        .reply(#""status": 1000"#, .badValue, "1000", "from 0 to 999"),
        .reply(#""status": "200""#, .wrongType, #""200""#, "expected a number for \"status\", found a string"),
        .reply(#""times": 0"#, .badValue, "0", "1 or more"),
        .reply(#""delay": "1 hour""#, .badValue, #""1 hour""#, #""300ms""#),
        .reply(#""delay": 300"#, .wrongType, "300", "expected a duration"),
        .reply(#""headers": { "A": "x\r\nB: y" }"#, .badValue, #""x\r\nB: y""#, "control character"),
        .reply(#""headers": { "A": {} }"#, .wrongType, "{}", "expected a string"),
        .reply(#""base64": "*""#, .badValue, "\"*\"", "not valid Base64"),
        .reply(#""problem": "x""#, .wrongType, #""x""#, "expected an object"),
        .reply(#""file": "x.txt""#, .missingFile, #""x.txt""#, "part of the program"),
        .reply(#""edit": {}"#, .conflict, #""edit""#, "changes a recorded body"),
        .reply(#""then": { "capture": { "id": "id" } }"#, .badValue, #""id""#, "not a valid JSON pointer"),
        .reply(#""then": { "increment": { "n": 1.5 } }"#, .badValue, "1.5", "whole number"),
        Mistake("{ \"endpoints\": [", .syntax, "", "ends inside an array"),
        Mistake("not json", .syntax, "n", "a value is expected"),
        Mistake("\u{1}\u{2}\u{7F}", .syntax, "\u{1}", "a value is expected"),
        Mistake(String(repeating: "[", count: 100_000), .syntax, "[", "512 levels"),
    ]

    @Test("Each mistake is reported at its place, and nothing else is reported.", arguments: mistakes)
    func mistake(_ mistake: Mistake) throws { try mistake.check() }

    @Test("All mistakes of a document are reported at once, in the order of the document.")
    func several() {
        let loaded = load(
            """
            {
              "endpoints": [
                { "get": "a", "replies": [{ "status": "x" }] },
                5,
                { "get": "/b", "replies": [{ "stats": 200, "delay": 1 }], "got": 1 }
              ],
              "sceanrio": "x"
            }
            """
        )
        #expect(
            loaded.diagnostics.map { "\($0.position?.line ?? 0):\($0.position?.column ?? 0) \($0.code.rawValue)" } == [
                "3:14 bad-value", "3:43 wrong-type", "4:5 wrong-type", "5:34 unknown-key", "5:57 wrong-type",
                "5:63 unknown-key",
                "7:3 unknown-key",
            ]
        )
    }

    @Test("Findings beyond the first hundred are only counted.")
    func many() {
        let loaded = load("{ \"endpoints\": [\(Array(repeating: "1", count: 150).joined(separator: ","))] }")
        #expect(loaded.diagnostics.count == 101)
        #expect(loaded.diagnostics.last?.message.hasPrefix("50 more") == true)
    }

    @Test("The error for an empty document shows the form of a scenario.")
    func empty() {
        #expect(
            load("").diagnostics.map(\.line) == [
                "a.jsonc: error: the file is empty: a scenario is { \"endpoints\": [ … ] }"
            ]
        )
    }
}
