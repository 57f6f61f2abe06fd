import TestAdmission
import Testing

@testable import Rehearsal
@testable import RehearsalDocuments

@Suite("A scenario document", .limitedConcurrency)
struct DocumentReaderTests {
    private func load(_ text: String) -> ScenarioFiles.LoadResult {
        ScenarioFiles.loadText(Array(text.utf8), path: "a.jsonc")
    }

    @Test("Each key of a document and of an endpoint sets its property of the scenario.")
    func everything() throws {
        let loaded = load(
            """
            {
              "$schema": "./scenario.schema.json", "scenario": "outage", "summary": "It fails.", "seed": 18446744073709551615,
              "endpoints": [
                { "post": "/a/{id:int}", "priority": -3, "afterLast": "cycle", "replies": [{ "times": 2 }, {}], // comment
                  "when": { "query": { "q": "x", "n": 2 },
                            "headers": { "Authorization": { "startsWith": "Bearer ", "not": { "contains": "old" } },
                                         "X": { "absent": true }, "Y": { "present": true }, "Z": { "oneOf": ["a", 1] } } } },
                { "any": "/**", "replies": [{}] },
                { "method": "PURGE", "path": "/cache", "replies": [{}], },
              ],
            }
            """
        )
        #expect(loaded.diagnostics == [])
        let sut = try #require(loaded.scenario)
        #expect(sut.name == "outage")
        #expect(sut.summary == "It fails.")
        #expect(sut.seed == .max)
        #expect(sut.endpoints.map(\.method) == [.post, .any, Scenario.Method(rawValue: "PURGE")])
        #expect(sut.endpoints.map(\.path.text) == ["/a/{id:int}", "/**", "/cache"])
        #expect(sut.endpoints.map(\.sourceLocation) == ["a.jsonc:4", "a.jsonc:8", "a.jsonc:9"])
        #expect(sut.endpoints[0].priority == -3)
        #expect(sut.endpoints[0].afterLast == .cycle)
        #expect(sut.endpoints[0].replies.map(\.times) == [2, nil])
        #expect(sut.endpoints[0].when?.query == [.init("q", .equals("x")), .init("n", .equals("2"))])
        #expect(
            sut.endpoints[0].when?.headers == [
                .init("Authorization", .all([.startsWith("Bearer "), .not(.contains("old"))])),
                .init("X", .absent), .init("Y", .present), .init("Z", .oneOf(["a", "1"])),
            ]
        )
    }

    @Test(
        "Each body key becomes the body of that kind.",
        arguments: [
            (#"{}"#, .none),
            (#"{ "json": { "b": 1.50, "a": null } }"#, .json(["b": .number(.init(text: "1.50")), "a": nil])),
            (#"{ "json": null }"#, .json(nil)), (#"{ "problem": { "title": "x" } }"#, .problem(["title": "x"])),
            (#"{ "text": "é" }"#, .text("é")), (#"{ "base64": "AP8=" }"#, .bytes([0, 255])),
        ] as [(String, Scenario.Body)]
    )
    func body(_ text: String, expected: Scenario.Body) throws {
        #expect(try documentReply(text).body == expected)
    }

    @Test("The key \"html\" sets the media type text/html, unless the reply has a Content-Type.")
    func html() throws {
        let sut = try documentReply(#"{ "html": "<p>é</p>" }"#)
        #expect(sut.body == .text("<p>é</p>"))
        #expect(sut.headers.fields == [.init("Content-Type", "text/html; charset=utf-8")])
        let other = try documentReply(#"{ "html": "<p/>", "headers": { "content-type": "application/xhtml+xml" } }"#)
        #expect(other.headers.fields == [.init("content-type", "application/xhtml+xml")])
    }

    @Test("The keys \"status\", \"reason\", \"delay\" and \"headers\" set the properties of the reply.")
    func head() throws {
        let sut = try documentReply(
            #"{ "status": 0, "reason": "Odd", "delay": "1.5s", "headers": { "A": "x", "B": 1, "C": ["y", 2], "Date": null } }"#
        )
        #expect(sut.status == 0)
        #expect(sut.reason == "Odd")
        #expect(sut.delay == .milliseconds(1500))
        #expect(
            sut.headers.fields == [
                .init("A", "x"), .init("B", "1"), .init("C", "y"), .init("C", "2"), .init("Date", nil),
            ]
        )
    }

    @Test(
        "A duration consists of a number and a unit.",
        arguments: [("300ms", 300), ("1s", 1000), ("2m", 120_000), ("0.5s", 500), ("0s", 0), ("1440m", 86_400_000)]
    )
    func duration(_ text: String, milliseconds: Int) {
        #expect(Duration(scenarioText: text) == .milliseconds(milliseconds))
    }

    @Test(
        "A text that is not a valid duration is rejected.",
        arguments: ["", "s", "1", "1h", "-1s", "1 s", ".5s", "1.s", "1441m", "1e3s", "1.2.3s", "١s"]
    )
    func noDuration(_ text: String) {
        #expect(Duration(scenarioText: text) == nil)
    }

    @Test("An empty scenario loads with a warning.")
    func nothing() {
        let loaded = load("{}")
        #expect(loaded.scenario?.name == "a")
        #expect(loaded.diagnostics.map(\.severity) == [.warning])
    }
}
