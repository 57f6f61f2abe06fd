import Rehearsal
import RehearsalDocuments
import RehearsalPlatform
import RehearsalTestSupport
import TestAdmission
import Testing

@testable import RehearsalCLI

@Suite("Appending endpoints to a document", .limitedConcurrency)
struct GrowingDocumentTests {
    private static let endpoint = Scenario.Endpoint.suggestedEndpoint("GET", "/b")

    @Test(
        "Appending an endpoint keeps all bytes of a document, with any commas and comments.",
        arguments: [
            (#"{ "endpoints": [] }"#, "{ \"endpoints\": [\n    NEW,] }"),
            (#"{ "endpoints": [ {} ] }"#, "{ \"endpoints\": [ {},\n    NEW, ] }"),
            (#"{ "endpoints": [ {}, ] }"#, "{ \"endpoints\": [ {},\n    NEW, ] }"),
            (
                "{ \"endpoints\": [ {} /* a, b */ , // c\n ] }",
                "{ \"endpoints\": [ {} /* a, b */ ,\n    NEW, // c\n ] }"
            ),
            (
                "{ \"endpoints\": [ {} // a, b\n ], \"x\": 1, }",
                "{ \"endpoints\": [ {},\n    NEW, // a, b\n ], \"x\": 1, }"
            ),
            ("\u{FEFF}{ \"endpoints\": [{},{}] }", "\u{FEFF}{ \"endpoints\": [{},{},\n    NEW,] }"),
        ]
    )
    func kept(_ text: String, _ expected: String) throws {
        let folder = try ScratchFolder(["a.jsonc": text])
        try ScenarioAppender(folder["a.jsonc"]).add(Self.endpoint)
        let new = #"{ "get": "/b", "replies": [ { "json": {} } ] }"#
        // Reading the file as text would remove the byte order mark.
        let bytes = try FileSystem.read(folder["a.jsonc"], limit: 1_000)
        #expect(String(decoding: bytes, as: UTF8.self) == expected.replacing("NEW", with: new))
    }

    @Test("A missing file is created, and the added endpoints load.")
    func made() throws {
        let folder = try ScratchFolder()
        let sut = try ScenarioAppender(folder["new.jsonc"])
        try sut.add(Self.endpoint)
        try sut.add(Scenario.Endpoint.suggestedEndpoint("PURGE", "/{a}/*"))
        let loaded = ScenarioFiles.load([folder["new.jsonc"]])
        #expect(loaded.diagnostics == [])
        #expect(loaded.scenario?.name == "new")
        #expect(loaded.scenario?.endpoints.map(\.path.text) == ["/b", "/%7Ba%7D/%2A"])
    }

    @Test(
        "A file that is not a scenario is rejected and not changed.",
        arguments: [("[", "a.jsonc:1 is not JSON"), ("{}", "has no list"), (#"{ "endpoints": {} }"#, "has no list")]
    )
    func refused(_ text: String, _ message: String) throws {
        let folder = try ScratchFolder(["a.jsonc": text])
        #expect {
            try ScenarioAppender(folder["a.jsonc"])
        } throws: {
            "\($0)".contains(message)
        }
        #expect(try folder.read("a.jsonc") == text)
    }
}
