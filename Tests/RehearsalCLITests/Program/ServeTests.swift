import Foundation
import RehearsalTestSupport
import Testing

@Suite("rehearsal serve")
struct ServeTests {
    @Test(
        "It plays the scenario that ships with it, and stops with 0 at SIGINT and SIGTERM.",
        arguments: [SIGINT, SIGTERM]
    )
    func shipped(_ number: Int32) throws {
        let (sut, port) = try RunningProgram.serving()
        #expect(try RawClient(port: port).get("/api/v1/reservations")?.status == 200)
        sut.signal(number)
        let (status, output, errors) = sut.finish()
        #expect(status == 0)
        #expect(output == "{\"event\":\"stopped\",\"exchanges\":1,\"dropped\":0}\n")
        #expect(errors.isEmpty)
    }

    @Test("SIGINT stops it also when it was inherited as ignored.")
    func ignoredInterrupt() throws {
        let (sut, _) = try RunningProgram.serving(shell: "trap '' INT; ")
        sut.signal(SIGINT)
        #expect(sut.finish().status == 0)
    }

    @Test("The journal file holds every exchange when it has stopped, and no secret.")
    func journal() throws {
        let scratch = try Scratch()
        let path = scratch.folder.appendingPathComponent("journal.ndjson").path
        let (sut, port) = try RunningProgram.serving(["--journal", path])
        let client = try RawClient(port: port)
        for _ in 0..<200 {
            _ = client.get("/api/v1/reservations?token=hunter2", headers: "Authorization: Bearer hunter2\r\n")
        }
        sut.signal(SIGINT)
        #expect(sut.finish().status == 0)
        let text = String(decoding: try Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self)
        let lines = text.split(separator: "\n")
        #expect(lines.count == 200)
        #expect(!text.contains("hunter2"))
        let entry = try #require(try JSONSerialization.jsonObject(with: Data(lines[199].utf8)) as? [String: Any])
        #expect(entry["exchange"] as? Int == 199)
        #expect(entry["status"] as? Int == 200)
        #expect(entry["end"] as? String == "completed")
    }

    @Test("Without --json it prints the endpoints and a line to try, and --log - shows requests with what to paste.")
    func people() throws {
        let sut = try RunningProgram(["serve", "--port", "0", "--log", "-"])
        var head = ""
        while let line = sut.line(), line != "Ctrl-C stops." { head += line + "\n" }
        #expect(head.contains("GET     /api/v1/maintenance            503 ×2 → 200"))
        let words = try #require(head.split(separator: "\n").first { $0.hasPrefix("try: curl -i http://127.0.0.1:") })
        let port = try #require(Int(words.split(separator: ":")[3].prefix { $0.isNumber }))
        #expect(try RawClient(port: port).get("/api/v2/me")?.status == 501)
        sut.signal(SIGINT)
        let (status, output, _) = sut.finish()
        #expect(status == 0)
        #expect(output.contains("GET /api/v2/me → 501"))
        #expect(output.contains("{ \"get\": \"/api/v2/me\", \"replies\": [{ \"json\": {} }] }"))
        #expect(!output.contains("\u{1B}["))
    }

    @Test("A port in use is said with the way out, and exits 2.")
    func portInUse() throws {
        let (first, port) = try RunningProgram.serving()
        let (status, output, errors) = try RunningProgram.run(["serve", "--port", "\(port)"])
        #expect(status == 2)
        #expect(output.isEmpty)
        #expect(errors.contains("port \(port) is in use"))
        #expect(errors.contains("--port 0"))
        first.signal(SIGTERM)
        #expect(first.finish().status == 0)
    }

    @Test("Without a descriptor left it turns clients away, and serves again when there are some.")
    func noDescriptors() throws {
        let (sut, port) = try RunningProgram.serving(shell: "ulimit -n 24; ")
        let crowd = try (0..<60).map { _ in try RawClient(port: port) }
        // The last of them got none: it is closed, with FIN or RST, instead of being left waiting.
        #expect(crowd[59].readToEnd().ending != .silent)
        for client in crowd { client.closeNow() }
        #expect(try RawClient(port: port).get("/api/v1/reservations")?.status == 200)
        sut.signal(SIGINT)
        #expect(sut.finish().status == 0)
    }

    @Test(
        "What cannot be played is said in a line with what to do, and exits 64.",
        arguments: [
            ("folder", "is a folder"), ("empty.jsonc", "the file is empty"),
            ("truncated.json", "the document ends inside"),
            ("keys.jsonc", "did you mean \"replies\"?"), ("recording.jsonc", "there is no"), ("other.har", "not a HAR"),
            ("deep.json", "levels of nesting"), ("large.json", "at most 16"), ("binary.json", "byte"),
            ("missing.jsonc", "there is no such file"),
        ]
    )
    func badInput(_ name: String, _ message: String) throws {
        let scratch = try Scratch()
        let path = scratch.folder.appendingPathComponent(name).path
        let endpoint = #"{"scenario": "x", "endpoints": [{ "get": "/a", "#
        switch name {
        case "folder": try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        case "empty.jsonc": _ = try scratch.file(name, "")
        case "truncated.json": _ = try scratch.file(name, endpoint)
        case "keys.jsonc": _ = try scratch.file(name, endpoint + #""repliess": [{}], "replies": [{}] }] }"#)
        case "recording.jsonc": _ = try scratch.file(name, endpoint + #""replies": [{ "recording": "no/where" }] }] }"#)
        case "other.har": _ = try scratch.file(name, "{\"version\": 2}")
        case "deep.json": _ = try scratch.file(name, String(repeating: "[", count: 100_000))
        case "large.json": _ = try scratch.file(name, Data(repeating: 0x20, count: 20 << 20))
        case "binary.json": _ = try scratch.file(name, Data((0..<4_096).map { _ in UInt8.random(in: 128...255) }))
        default: break
        }
        for command in [["serve", path, "--port", "0"], ["lint", path]] where name != "folder" || command[0] == "serve"
        {
            let (status, output, errors) = try RunningProgram.run(command)
            #expect(status == 64)
            #expect((output + errors).contains(message), "\(output)\(errors)")
            #expect((output + errors).contains(name))
        }
    }

    @Test(
        "A command line that is wrong exits 64 with the nearest right word.",
        arguments: [
            (["serv"], "did you mean rehearsal serve?"), (["serve", "--prot", "1"], "did you mean --port?"),
            (["serve", "--port", "x"], "0 to 65535"), (["serve", "--port"], "needs a value"),
            (["lint"], "needs a file"),
            (["lint", "--explain", "replys"], "did you mean reply?"),
        ]
    )
    func usage(_ words: [String], _ message: String) throws {
        let (status, output, errors) = try RunningProgram.run(words)
        #expect(status == 64)
        #expect(output.isEmpty)
        #expect(errors.contains(message), "\(errors)")
    }

    @Test(
        "Help teaches every command: usage, options with defaults, examples, exit codes.",
        arguments: ["serve", "lint"]
    )
    func help(_ command: String) throws {
        let (status, output, _) = try RunningProgram.run(["help", command])
        #expect(status == 0)
        #expect(try RunningProgram.run([command, "--help"]).output == output)
        for part in ["usage: rehearsal \(command)", "--root DIR", "examples:", "exit", "64"] {
            #expect(output.contains(part), "\(part) is missing in\n\(output)")
        }
    }
}
