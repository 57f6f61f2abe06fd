import Rehearsal
import RehearsalDocuments
import RehearsalServer
import RehearsalTestSupport
import TestAdmission
import Testing

@Suite("Faults of a document on the wire", .limitedConcurrency)
struct DocumentOnTheWireTests {
    private func play(_ replies: String, _ body: (Int) async throws -> Void) async throws {
        let text = #"{ "endpoints": [{ "any": "/", "replies": [\#(replies)] }] }"#
        let loaded = ScenarioFiles.loadText(Array(text.utf8), path: "a.jsonc")
        #expect(loaded.diagnostics.map(\.text) == [])
        let backend = try Backend.start(try #require(loaded.scenario))
        let port = backend.port
        try await body(port)
        await backend.stop()
    }

    private static func answer(_ port: Int) async throws -> (text: String, ending: RawClient.Ending) {
        let client = try await RawClient(port: port)
        await client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        let (bytes, ending) = await client.readToEnd()
        return (String(decoding: bytes, as: UTF8.self), ending)
    }

    @Test("A preset with \"first\" takes effect for that many requests, and for no later one.")
    func preset() async throws {
        try await play(#"{ "text": "fine", "fault": { "preset": "reset_peer", "first": 2 } }"#) { port in
            for _ in 0..<2 {
                let (text, ending) = try await Self.answer(port)
                #expect(text.isEmpty)
                #expect(ending == .reset)
            }
            #expect(try await RawClient(port: port).get("/")?.text == "fine")
        }
    }

    @Test("The client receives a bad chunk or garbage, and then a FIN.")
    func garbage() async throws {
        try await play(#"{ "text": "fine", "fault": "malformed-response-chunk" }"#) { port in
            let (text, ending) = try await Self.answer(port)
            #expect(text.hasPrefix("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n~"))
            #expect(!text.contains("fine"))
            #expect(ending == .closed)
        }
        try await play(#"{ "text": "fine", "fault": "random-data-then-close" }"#) { port in
            let (text, ending) = try await Self.answer(port)
            #expect(text.hasPrefix("~"))
            #expect(ending == .closed)
        }
    }

    @Test("The client receives exactly the raw bytes of the document.")
    func raw() async throws {
        try await play(#"{ "raw": [{ "text": "HTTP/1.1 2" }, { "base64": "AA==", "after": "5ms" }, { "text": "!" }] }"#)
        { port in
            let (text, ending) = try await Self.answer(port)
            #expect(text == "HTTP/1.1 2\0!")
            #expect(ending == .closed)
        }
    }

    @Test("The client receives as many bytes of the body as limit_data allows.")
    func limit() async throws {
        try await play(#"{ "text": "0123456789", "fault": { "preset": "limit_data", "bytes": 4 } }"#) { port in
            let (text, ending) = try await Self.answer(port)
            #expect(text.hasSuffix("\r\n\r\n0123"))
            #expect(ending == .closed)
        }
    }

    @Test("The client receives events as a stream that ends after the last event.")
    func events() async throws {
        try await play(#"{ "events": [{ "event": "a", "json": { "x": 1 } }, { "data": "b", "id": 2 }] }"#) { port in
            let client = try await RawClient(port: port)
            await client.send("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
            let text = await String(decoding: client.readToEnd().bytes, as: UTF8.self)
            #expect(text.contains("Content-Type: text/event-stream\r\n"))
            #expect(text.contains("event: a\ndata: {\"x\":1}\n\n"))
            #expect(text.contains("id: 2\ndata: b\n\n"))
        }
    }
}
