import Foundation
import RehearsalTestSupport
import TestAdmission
import Testing

@Suite("The HAR file of a serve session", .limitedConcurrency)
@BlockingThread
struct SessionHARTests {
    private nonisolated static let scenario = #"""
        { "endpoints": [
            { "get": "/users", "replies": [{ "headers": { "X-Twice": ["one", "two"] }, "json": [{ "name": "Zoë" }] }] },
            { "post": "/login", "replies": [{ "headers": { "Set-Cookie": "sid=hunter2; Path=/; HttpOnly" },
                "json": { "access_token": "hunter2" } }] },
            { "get": "/gone", "replies": [{ "fault": { "effect": "reset", "at": "beforeHead" } }] },
            { "get": "/cut", "replies": [{ "text": "0123456789", "fault": { "effect": "close", "at": { "body": 4 } } }] }
        ] }
        """#

    private let folder = try? ScratchFolder()

    private func start(
        _ options: [String] = [],
        playing scenario: String = Self.scenario,
    ) throws -> (program: ChildProgram, port: Int, har: String) {
        let folder = try #require(folder)
        let scenario = try folder.write("s.json", scenario)
        let har = folder.path + "/session.har"
        let words = ["serve", "--port", "0", "--json", "--no-control", "--har", har] + options + [scenario]
        let program = try ChildProgram(words)
        let ready = try JSONSerialization.jsonObject(with: Data(program.line().utf8)) as? [String: Any]
        return (program, try #require(ready?["port"] as? Int), har)
    }

    private func entries(_ path: String) throws -> [[String: Any]] {
        let text = try Data(contentsOf: URL(fileURLWithPath: path))
        let document = try JSONSerialization.jsonObject(with: text) as? [String: [String: Any]]
        return try #require(document?["log"]?["entries"] as? [[String: Any]])
    }

    private func response(_ entry: [String: Any]?) -> [String: Any] { entry?["response"] as? [String: Any] ?? [:] }

    @Test("The HAR file has each exchange as sent, in the order of their ends.")
    func entries() async throws {
        let (sut, port, har) = try start()
        let client = try await RawClient(port: port)
        _ = await client.get("/users?page=2")
        _ = await client.get("/nowhere")
        sut.signal(SIGTERM)
        #expect(try sut.end().status == 0)
        let found = try entries(har)
        #expect(found.count == 2)
        let request = try #require(found.first?["request"] as? [String: Any])
        #expect(request["method"] as? String == "GET")
        #expect((request["url"] as? String)?.hasSuffix("/users?page=2") == true)
        #expect(request["queryString"] as? [[String: String]] == [["name": "page", "value": "2"]])
        let reply = response(found.first)
        #expect(reply["status"] as? Int == 200)
        #expect((reply["content"] as? [String: Any])?["text"] as? String == #"[{"name":"Zoë"}]"#)
        let headers = try #require(reply["headers"] as? [[String: String]])
        #expect(headers.filter { $0["name"] == "X-Twice" }.map { $0["value"] } == ["one", "two"])
        #expect(headers.contains { $0["name"] == "Date" && $0["value"]?.hasSuffix("GMT") == true })
        #expect(found.first?["serverIPAddress"] as? String == "127.0.0.1")
        #expect(found.first?["connection"] as? String == "0")
        #expect(response(found.last)["status"] as? Int == 501)
        #expect(found.last?["_decision"] as? String == "unmatched")
    }

    @Test("The HAR file contains no secrets of requests or replies.")
    func secrets() async throws {
        let (sut, port, har) = try start()
        let client = try await RawClient(port: port)
        let body = #"{"password":"hunter2"}"#
        await client.send(
            "POST /login?access_token=hunter2 HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer hunter2\r\n"
                + "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
        )
        #expect(await client.response()?.text.contains("hunter2") == true)
        sut.signal(SIGTERM)
        #expect(try sut.end().status == 0)
        let text = try String(contentsOfFile: har, encoding: .utf8)
        #expect(text.contains("redacted"))
        #expect(!text.contains("hunter2"))
    }

    @Test("The HAR file contains no secret of a request that a template repeats in the reply.")
    func repeatedSecrets() async throws {
        let scenario = #"""
            { "endpoints": [
                { "post": "/echo", "replies": [{ "headers": { "X-Echo": "{{header.Authorization}}" },
                    "json": { "a": "{{query.token}}", "b": "{{body./password}}", "c": "{{header.Authorization | base64}}" },
                    "then": { "set": { "stored": "{{body./password}}" } } }] },
                { "get": "/stored", "replies": [{ "text": "stored: {{state.stored}}" }] },
                { "get": "/static", "replies": [{ "text": "a w0rd" }] }
            ] }
            """#
        let (sut, port, har) = try start(playing: scenario)
        let client = try await RawClient(port: port)
        let body = #"{"password":"s3crt"}"#
        await client.send(
            "POST /echo?token=t0kn HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer w0rd\r\n"
                + "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
        )
        let echo = try #require(await client.response())
        #expect(echo.text == #"{"a":"t0kn","b":"s3crt","c":"QmVhcmVyIHcwcmQ="}"#)
        #expect(await client.get("/stored")?.text == "stored: s3crt")
        #expect(await client.get("/static?token=w0rd")?.text == "a w0rd")
        sut.signal(SIGTERM)
        #expect(try sut.end().status == 0)
        let found = try entries(har).map(response)
        let texts = found.map { ($0["content"] as? [String: Any])?["text"] as? String ?? "" }
        try #require(texts.count == 3)
        for secret in ["t0kn", "s3crt", "w0rd", "QmVhcmVyIHcwcmQ"] { #expect(!texts[0].contains(secret), "\(texts)") }
        let fields = try #require(found[0]["headers"] as? [[String: String]])
        #expect(fields.first { $0["name"] == "X-Echo" }?["value"]?.contains("w0rd") == false, "\(fields)")
        #expect(!texts[1].contains("s3crt"), "\(texts)")
        // A static reply cannot repeat its request, so equal text in it is not a secret.
        #expect(texts[2] == "a w0rd")
    }

    @Test("The HAR file marks the entries of a fault and of a cut reply.")
    func faults() async throws {
        let (sut, port, har) = try start()
        for target in ["/gone", "/cut"] {
            let client = try await RawClient(port: port)
            await client.send("GET \(target) HTTP/1.1\r\nHost: a\r\n\r\n")
            _ = await client.readToEnd()
        }
        sut.signal(SIGTERM)
        #expect(try sut.end().status == 0)
        let found = try entries(har)
        #expect(found.map { $0["_fault"] as? String } == ["reset at beforeHead", "close at body 4"])
        #expect(response(found.first)["status"] as? Int == 0)
        #expect(response(found.first)["_fault"] as? String == "reset")
        #expect((found.first?["_error"] as? String)?.isEmpty == false)
        let cut = response(found.last)
        #expect(cut["status"] as? Int == 200)
        let content = try #require(cut["content"] as? [String: Any])
        #expect(content["text"] as? String == "0123")
        #expect(content["_truncated"] as? Bool == true)
    }

    @Test("The HAR file is valid while the server runs, and has exchanges that the journal dropped.")
    func bounded() async throws {
        let (sut, port, har) = try start(["--journal-size", "4KB"])
        // Sequential on the client's own thread: other tests may block this suite's thread for longer than the server
        // keeps an idle connection.
        let isAnswered = try await RawClient(port: port).run { client in
            (0..<600).allSatisfy { client.get("/users?n=\($0)")?.status == 200 }
        }
        #expect(isAnswered)
        // The server writes the HAR file on another thread, after it sends the reply and while the test reads the file.
        var found = (try? entries(har)) ?? []
        for number in 600..<100_000 where found.count < 600 {
            _ = try await RawClient(port: port).get("/users?n=\(number)")
            found = (try? entries(har)) ?? []
        }
        sut.signal(SIGKILL)
        #expect(try sut.end().status == -SIGKILL)
        let urls = found.prefix(600).compactMap { ($0["request"] as? [String: Any])?["url"] as? String }
        #expect(urls.map { $0.split(separator: "=").last.map { String($0) } } == (0..<600).map { "\($0)" })
    }

    @Test(
        "A HAR file that cannot be written is reported before serving, with status 2.",
        arguments: ["/nowhere/at/all.har", "/tmp"]
    )
    func unwritable(path: String) throws {
        let sut = try ChildProgram.run(["serve", "--port", "0", "--har", path])
        #expect(sut.status == 2)
        #expect(sut.output.isEmpty)
        #expect(sut.errors.contains("cannot write to \(path): "))
    }

    @Test("The server rejects a HAR file that would overwrite its scenario.")
    func played() throws {
        let folder = try #require(folder)
        let text = #"{ "endpoints": [{ "get": "/", "replies": [{}] }] }"#
        let path = try folder.write("played.json", text)
        let sut = try ChildProgram.run(["serve", "--port", "0", "--har", path, path])
        #expect(sut.status == 2)
        #expect(sut.errors.contains("belongs to the scenario: choose another name"))
        #expect(try folder.read("played.json") == text)
    }

    @Test(
        "The server rejects two outputs with the same file, however it is named.",
        arguments: ["journal", "log", "trace", "add-missing"]
    )
    func shared(option: String) throws {
        let folder = try #require(folder)
        let other = folder.path + "/./both.out"
        let words = ["serve", "--port", "0", "--har", folder.path + "/both.out", "--\(option)", other]
        for _ in 0..<2 {
            let sut = try ChildProgram.run(words)
            #expect(sut.status == 2)
            #expect(sut.output.isEmpty)
            #expect(sut.errors.contains("--har and --\(option) name the same file"))
            // The second attempt finds an existing file.
            try folder.write("both.out", "")
        }
    }

    @Test("The server counts the truncated replies of the HAR file at its end, with a hint.")
    func cutShort() async throws {
        let long = Data(count: 9 << 20)
        try folder?.write("long.bin", long)
        // An unsupported content coding, so that the server does not search the body for secrets.
        let reply = #"{ "headers": { "Content-Encoding": "br" }, "file": "long.bin" }"#
        let (sut, port, har) = try start(playing: #"{ "endpoints": [{ "get": "/", "replies": [\#(reply), {}] }] }"#)
        #expect(try await RawClient(port: port).get("/")?.body.count == long.count)
        #expect(try await RawClient(port: port).get("/")?.status == 200)
        sut.signal(SIGTERM)
        let outcome = try sut.end()
        #expect(outcome.status == 0)
        #expect(
            outcome.output.hasSuffix(#""exchanges":2,"dropped":0,"har":{"missing":0,"cut":1,"gone":false}}"# + "\n")
        )
        #expect(sut.errors.contains("1 reply is truncated in \(har): "))
        #expect(sut.errors.contains("--journal-size"))
        let content = response(try entries(har).first)["content"] as? [String: Any]
        #expect(content?["_truncated"] as? Bool == true)
    }

    @Test("The server reports at its end that the HAR file was removed.")
    func removed() async throws {
        let (sut, port, har) = try start()
        #expect(try await RawClient(port: port).get("/users")?.status == 200)
        try FileManager.default.removeItem(atPath: har)
        sut.signal(SIGTERM)
        let outcome = try sut.end()
        #expect(outcome.status == 0)
        #expect(sut.errors.contains("was removed or replaced during writing"))
        #expect(outcome.output.contains(#""har":{"missing":0,"cut":0,"gone":true}"#))
    }
}
