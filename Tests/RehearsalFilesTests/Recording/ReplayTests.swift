import Rehearsal
import RehearsalServer
import RehearsalTestSupport
import TestAdmission
import Testing

@testable import RehearsalDocuments

@Suite("A recording on the wire", .limitedConcurrency)
struct ReplayTests {
    private func replay(
        _ text: String,
        exact: Bool = false,
        body: (RawClient, Backend) async throws -> Void
    ) async throws {
        let recording = try #require(HARFixture.read(text, exact: exact).recording)
        let backend = try Backend.start(recording.scenario(named: "recorded"))
        let client = try await RawClient(port: backend.port)
        try await body(client, backend)
        await backend.stop()
    }

    @Test("The recorded origin becomes the origin of the backend in headers and text, except in an exact replay.")
    func origins() async throws {
        let text = HARFixture.document(
            HARFixture.entry(
                headers: [("Content-Type", "application/json"), ("Location", "https://api.example/next")],
                content: #"{"text":"{\"next\":\"https:\\/\\/api.example\\/b\"}"}"#
            )
        )

        try await replay(text) { client, backend in
            let response = try #require(await client.get("/a"))
            let own = "http://127.0.0.1:\(backend.port)"
            #expect(response.header("Location") == "\(own)/next")
            #expect(
                String(decoding: response.body, as: UTF8.self).filter { $0 != "\\" } == "{\"next\":\"\(own)/b\"}"
            )
        }
        try await replay(text, exact: true) { client, _ in
            #expect(await client.get("/a")?.header("Location") == "https://api.example/next")
        }
    }

    @Test("A redirect to another recorded host leads to the replies of that host.")
    func redirectedHosts() async throws {
        let text = HARFixture.document(
            HARFixture.entry("GET", "http://a.example/", status: "301", headers: [("Location", "https://a.example/")]),
            HARFixture.entry(
                "GET",
                "https://a.example/",
                status: "302",
                headers: [("Location", "https://b.example:8443/?x=1")]
            ),
            HARFixture.entry("GET", "https://b.example:8443/?x=1", headers: [("Link", "<http://a.example/>")]),
            HARFixture.entry("GET", "https://b.example:8443/", status: "404")
        )

        try await replay(text) { client, backend in
            let own = "http://127.0.0.1:\(backend.port)"
            var target = "/"
            for expected in ["/a.example/", "/b.example:8443/?x=1"] {
                let location = try #require(await client.get(target)?.header("Location"))
                #expect(location == own + expected)
                target = String(location.dropFirst(own.count))
            }
            let last = await client.get(target)
            #expect(last?.status == 200)
            #expect(last?.header("Link") == "<\(own)/>")
            await client.send("GET / HTTP/1.1\r\nHost: b.example:8443\r\n\r\n")
            #expect(await client.response()?.status == 404)
        }
    }

    @Test("A reply without a recorded Content-Type sends that of its content, and the length of its body.")
    func noContentType() async throws {
        let content = #"{"mimeType":"text/plain","text":"https://api.example/b"}"#
        let text = HARFixture.document(HARFixture.entry(headers: [("Content-Length", "999")], content: content))

        try await replay(text) { client, backend in
            let response = try #require(await client.get("/a"))
            let body = "http://127.0.0.1:\(backend.port)/b"
            #expect(response.header("Content-Type") == "text/plain")
            #expect(response.header("Content-Length") == String(body.utf8.count))
            #expect(String(decoding: response.body, as: UTF8.self) == body)
        }
        try await replay(text, exact: true) { client, _ in
            #expect(await client.get("/a")?.header("Content-Type") == nil)
        }
    }

    @Test(
        "A recorded path matches itself in any percent-encoding, and no other path.",
        arguments: [
            ("/a/{id}", "/a/{id}", 200), ("/a/{id}", "/a/%7bid%7D", 200), ("/a/[b]|", "/a/%5Bb%5D%7C", 200),
            ("/a/{id}", "/a/7", 501),
            ("/a/*", "/a/*", 200), ("/a/*", "/a/%2A", 200), ("/a/*", "/a/b", 501), ("/%7Euser", "/~user", 200),
            ("/get", "/get?x=1", 501), ("/get?a=1&b=%20", "/get?b=+&a=1", 200), ("/get?a=1", "/get?a=1&a=1", 501),
        ]
    )
    func literalPaths(recorded: String, asked: String, status: Int) async throws {
        let text = HARFixture.document(HARFixture.entry("GET", "https://api.example\(recorded)"))

        try await replay(text) { client, _ in
            #expect(await client.get(asked)?.status == status)
        }
    }
}
