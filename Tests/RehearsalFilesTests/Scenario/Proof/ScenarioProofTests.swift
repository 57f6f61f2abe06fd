import RehearsalLint
import RehearsalTestSupport
import TestAdmission
import Testing

@testable import Rehearsal
@testable import RehearsalDocuments

@Suite("Findings about the logic of a scenario", .limitedConcurrency)
struct ScenarioProofTests {
    /// Returns the place and the code of each finding, such as `3:5 shadowed`.
    private func prove(_ endpoints: String, top: String = "") -> [String] {
        let text = "{ \(top)\n\"endpoints\": [\n\(endpoints)\n] }"
        let loaded = ScenarioFiles.loadText(Array(text.utf8), path: "a.jsonc", linting: LintChecks(now: 0))
        #expect(loaded.scenario != nil, "\(loaded.diagnostics.map(\.text))")
        return loaded.diagnostics.map { finding in
            "\(finding.position.map { "\($0.line):\($0.column)" } ?? "") \(finding.code.rawValue)"
        }
    }

    private static let condition = #""when": { "query": { "q": "1" } }"#

    @Test(
        "An endpoint is reported as shadowed if another one answers all its requests.",
        arguments: [
            (#"{ "get": "/a", "replies": [{}] }, { "get": "/a", "replies": [{}] }"#, "3:37"),
            (#"{ "any": "/{x}", "replies": [{}] }, { "post": "/{y}", "replies": [{}] }"#, "3:39"),
            (#"{ "get": "/a", "replies": [{}] }, { "head": "/a", "replies": [{}] }"#, "3:37"),
            (#"{ "any": "/**", "priority": 1, "replies": [{}] }, { "get": "/a/b", "replies": [{}] }"#, "3:53"),
            (#"{ "any": "/a/**", "priority": 1, "replies": [{}] }, { "any": "/a", "delay": "1s" }"#, "3:55"),
            (#"{ "get": "/{x:int}", "priority": 1, "replies": [{}] }, { "get": "/7", "replies": [{}] }"#, "3:58"),
            (
                #"{ "get": "/a", \#(condition), "replies": [{}] }, { "get": "/a", \#(condition), "replies": [{}] }"#,
                "3:72"
            ),
        ]
    )
    func shadowed(_ endpoints: String, _ place: String) {
        #expect(prove(endpoints) == ["\(place) shadowed"])
    }

    @Test(
        "An endpoint that can receive a request is not reported as shadowed.",
        arguments: [
            #"{ "get": "/a", "replies": [{}] }, { "post": "/a", "replies": [{}] }"#,
            #"{ "head": "/a", "replies": [{}] }, { "get": "/a", "replies": [{}] }"#,
            #"{ "get": "/a", "replies": [{}] }, { "any": "/a", "replies": [{}] }"#,
            #"{ "get": "/**", "replies": [{}] }, { "get": "/a", "replies": [{}] }"#,
            #"{ "get": "/{x}", "priority": 1, "replies": [{}] }, { "get": "/", "replies": [{}] }"#,
            #"{ "get": "/{x:int}", "priority": 1, "replies": [{}] }, { "get": "/{x}", "replies": [{}] }"#,
            #"{ "get": "/a/*", "priority": 1, "replies": [{}] }, { "get": "/a/**", "replies": [{}] }"#,
            #"{ "get": "/a", "replies": [{ "times": 1 }], "afterLast": "next" }, { "get": "/a", "replies": [{}] }"#,
            #"{ "get": "/a", "priority": 1, "delay": "1s" }, { "get": "/a", "replies": [{}] }"#,
            #"{ "get": "/a", \#(condition), "replies": [{}] }, { "get": "/a", "replies": [{}] }"#,
            """
            { "get": "/{x}/*", "when": { "path": { "x": "1" } }, "replies": [{}] },
            { "get": "/*/{x}", "when": { "path": { "x": "1" } }, "replies": [{}] }
            """,
        ]
    )
    func asked(_ endpoints: String) {
        #expect(prove(endpoints) == [])
    }

    @Test("An endpoint of an extended document may be shadowed, and shadowed noise is reported.")
    func layers() throws {
        let base = #"{ "endpoints": [{ "get": "/a", "replies": [{}] }] }"#
        let over = #"{ "extends": "base", "endpoints": [{ "any": "/**", "replies": [{}] }], "noise": ["/a/**"] }"#
        let folder = try ScratchFolder(["base.jsonc": base, "over.jsonc": over])
        let options = ScenarioFiles.Options(linting: LintChecks(now: 0))
        let found = ScenarioFiles.load([folder["over.jsonc"]], options: options).diagnostics
        #expect(found.map(\.code) == [.shadowed])
        #expect(found.first?.message.hasPrefix("any /a/** never answers: any /** in line 1 matches every") == true)
        #expect(ScenarioFiles.load([folder["over.jsonc"]]).diagnostics == [])
    }

    @Test("Two endpoints whose conditions can both hold are ambiguous, unless their order is defined.")
    func rivals() {
        func pair(_ first: String, _ second: String, more: String = "") -> [String] {
            prove(
                """
                { "get": "/a/{x}", "when": { \(first) }, "replies": [{}] \(more) },
                { "any": "/a/*", "when": { \(second) }, "replies": [{}] }
                """
            )
        }
        let query = #""query": { "q": "1" }"#
        #expect(pair(query, #""headers": { "A": "1" }"#) == ["4:3 ambiguous"])
        #expect(pair(query, #""query": { "r": "1" }"#) == ["4:3 ambiguous"])
        #expect(pair(query, #""query": { "q": "2" }"#) == [])
        #expect(pair(query, #""headers": { "A": "1" }"#, more: #", "priority": 1"#) == [])
        #expect(pair(query, #""headers": { "A": "1" }"#, more: #", "afterLast": "next""#) == [])
        #expect(pair(#""headers": { "a": "2" }"#, #""headers": { "A": "1" }"#) == [])
        #expect(pair(query, #""not": { "query": { "q": "1" } }"#) == [])
        #expect(pair(query, #""body": { "contains": {} }"#) == [])
        #expect(
            pair(#""headers": { "Cookie": { "absent": true } }"#, #""cookies": { "s": { "present": true } }"#) == []
        )
        #expect(pair(#""cookies": { "s": "1" }"#, #""headers": { "cookie": "t=1" }"#) == [])
        #expect(pair(#""cookies": { "s": "1" }"#, #""headers": { "A": "1" }"#) == ["4:3 ambiguous"])
    }

    @Test("A condition on a state that the scenario never sets is reported as unreachable.")
    func unreachableState() {
        func asking(_ state: String, then: String = "{}", top: String = "") -> [String] {
            let change = then == "{}" ? "" : #", "then": \#(then)"#
            let endpoints = #"{ "get": "/", "when": { \#(state) }, "replies": [{ "times": 1 \#(change) }] }"#
            return prove(endpoints, top: top).filter { $0.hasSuffix("unreachable-state") }
        }
        let booked = #""state": "booked""#
        #expect(asking(booked) == ["3:34 unreachable-state"])
        #expect(asking(booked, then: #"{ "state": "bookd" }"#) == ["3:34 unreachable-state"])
        #expect(asking(booked, then: #"{ "state": "booked" }"#) == [])
        #expect(asking(booked, then: #"{ "set": { "state": "booked" } }"#) == [])
        #expect(asking(booked, top: #""state": "booked","#) == [])
        #expect(asking(booked, then: #"{ "capture": { "state": "/s" } }"#) == [])
        #expect(asking(booked, then: #"{ "state": "{{query.s}}" }"#) == [])
        let deep = #""state": { "n": { "contains": "b" } }"#
        #expect(asking(deep, then: #"{ "set": { "n": { "a": [{ "{{query.s}}": "{{query.s}}" }] } } }"#) == [])
        #expect(asking(deep, then: #"{ "set": { "n": { "a": [{ "c": "{ {" }] } } }"#).count == 1)
        #expect(asking(#""state": { "n": { "not": "1" } }"#, then: #"{ "set": { "n": 2 } }"#) == [])
        #expect(asking(#""state": { "n": { "absent": true } }"#, top: #""state": { "n": 1 },"#).count == 1)
        #expect(
            asking(#""state": { "n": { "absent": true } }"#, then: #"{ "remove": "n" }"#, top: #""state": { "n": 1 },"#)
                == []
        )
        #expect(asking(#""state": { "n": "3" }"#, then: #"{ "increment": "n" }"#) == [])
        #expect(asking(#""any": [{ "state": "x" }, { "query": { "q": "1" } }]"#) == ["3:44 unreachable-state"])
        #expect(asking(#""not": { "state": "x" }"#) == [])
    }

    @Test("An unreachable state suggests the state with the nearest name.")
    func nearState() {
        let text = """
            { "endpoints": [{ "get": "/", "when": { "state": "booked" }, "replies": [{}] },
                            { "post": "/", "replies": [{ "then": { "state": "bookd" } }] }] }
            """
        let found = ScenarioFiles.loadText(Array(text.utf8), path: "a", linting: LintChecks(now: 0)).diagnostics
        #expect(found.map(\.hint) == [#"did you mean "bookd"?"#])
    }

    @Test("A reply is reported as unreachable after one that leaves its state for good.")
    func unreachableReply() {
        func given(_ first: String, elsewhere: String = "{}", when: String = #""start""#) -> [String] {
            prove(
                """
                { "get": "/", "when": { "state": \(when) }, "replies": [{ "times": 2, "then": \(first) }, { "status": 404 }] },
                { "get": "/back", "replies": [{ "then": \(elsewhere) }] },
                { "get": "/end", "when": { "state": "end" }, "replies": [{}] }
                """,
                top: #""state": "start","#
            ).filter { $0.hasSuffix("unreachable-reply") }
        }
        #expect(given(#"{ "state": "end" }"#).count == 1)
        #expect(given(#"{ "state": "end" }"#, elsewhere: #"{ "state": "start" }"#) == [])
        #expect(given(#"{ "state": "end" }"#, when: #"{ "state": { "oneOf": ["start", "end"] } }"#) == [])
        #expect(given(#"{ "set": { "other": 1 } }"#) == [])
        // A failed If-Match uses the turn of the first reply without changing the state.
        #expect(given(#"{ "state": "end" }, "headers": { "ETag": "\"1\"" }"#) == [])
    }

    @Test("A variable that no condition or template reads is a note.")
    func unused() {
        func setting(_ then: String, _ more: String = "") -> [String] {
            prove(#"{ "get": "/", "replies": [{ "then": \#(then) \#(more) }] }"#)
        }
        #expect(setting(#"{ "state": "x" }"#) == ["3:39 unused-state"])
        #expect(setting(#"{ "set": { "a": 1, "b": 1 }, "increment": ["c"] }"#).count == 3)
        #expect(setting(#"{ "set": { "a": 1 } }"#, #", "text": "{{state.a}}""#) == [])
        let asked =
            #"{ "get": "/", "when": { "not": { "state": { "a": "1" } } }, "replies": [{ "then": { "set": { "a": 1 } } }] }"#
        #expect(prove(asked) == [])
        let found = ScenarioFiles.loadText(
            Array(#"{ "state": "x", "endpoints": [] }"#.utf8),
            path: "a",
            linting: LintChecks(now: 0)
        )
        #expect(found.diagnostics.map(\.severity) == [.note])
    }
}
