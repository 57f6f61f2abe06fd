import Rehearsal
import RehearsalServer
import RehearsalTestSupport
import TestAdmission
import Testing

@testable import RehearsalDocuments

@Suite("Named replies", .limitedConcurrency)
struct NamedReplyTests {
    private static let document = """
        { "endpoints": [{
            "get": "/a",
            "replies": [{ "status": 503, "times": 1 }, { "json": 1 }],
            "named": { "404": { "status": 404, "json": 2 }, "dog": { "json": 3 }, "text": { "text": "four" } }
        }] }
        """

    @Test("A document with named replies is written as it was read.")
    func written() throws {
        let loaded = ScenarioFiles.loadText(Array(Self.document.utf8), path: "a.jsonc")
        let scenario = try #require(loaded.scenario)
        let again = ScenarioFiles.loadText(scenario.document.bytes(), path: "a.jsonc")
        #expect(loaded.diagnostics == [])
        #expect(again.scenario?.endpoints.first?.named.map(\.name) == ["404", "dog", "text"])
        #expect(again.scenario?.digest == scenario.digest)
    }

    @Test("A request selects a named reply by its status, its name or its media type, without advancing the sequence.")
    func selected() async throws {
        let loaded = ScenarioFiles.loadText(Array(Self.document.utf8), path: "a.jsonc")
        let backend = try Backend.start(try #require(loaded.scenario))
        let client = try await RawClient(port: backend.port)
        var replies: [String] = []
        for field in ["Prefer: code=404", "Prefer: example=dog", "X: y", "Accept: text/plain", "Prefer: code=599"] {
            await client.send("GET /a HTTP/1.1\r\nHost: a\r\n\(field)\r\n\r\n")
            let response = try #require(await client.response())
            replies.append("\(response.status) \(response.header("Preference-Applied") ?? "") \(response.text)")
        }
        await backend.stop()
        #expect(replies == ["404 code=404 2", "200 example=dog 3", "503  ", "200  four", "200  1"])
    }

    @Test("Named replies without replies are an error.")
    func alone() {
        let text = #"{ "endpoints": [{ "get": "/a", "named": { "a": {} } }] }"#
        let loaded = ScenarioFiles.loadText(Array(text.utf8), path: "a.jsonc")
        #expect(loaded.diagnostics.contains { $0.severity == .error })
    }
}
