import RehearsalTestSupport
import TestAdmission
import Testing

@testable import Rehearsal
@testable import RehearsalDocuments

@Suite("Scenario files", .limitedConcurrency)
struct ScenarioFilesTests {
    private static let har = """
        { "log": { "version": "1.2", "creator": { "name": "x", "version": "1" }, "entries": [{
          "_name": "list", "startedDateTime": "2026-01-01T00:00:00Z", "time": 1,
          "request": { "method": "GET", "url": "https://api.example.com/users?page=2", "httpVersion": "HTTP/1.1", "headers": [] },
          "response": { "status": 203, "statusText": "", "httpVersion": "HTTP/1.1", "headers": [{ "name": "A", "value": "old" }],
                        "content": { "mimeType": "text/plain", "size": 2, "text": "hi" } } }] } }
        """

    private static func document(_ path: String, extends: String = "[]") -> String {
        #"{ "extends": \#(extends), "endpoints": [{ "get": "\#(path)", "replies": [{}] }] }"#
    }

    private func load(_ folder: ScratchFolder, _ names: String..., root: String? = nil) -> ScenarioFiles.LoadResult {
        ScenarioFiles.load(names.map { folder[$0] }, options: .init(root: root))
    }

    /// The diagnostics of a load, with paths relative to the folder.
    private func findings(_ loaded: ScenarioFiles.LoadResult, in folder: ScratchFolder) -> [String] {
        loaded.diagnostics.map { $0.line.split(separator: "\(folder.path)/").joined() }
    }

    private func layers(_ loaded: ScenarioFiles.LoadResult) -> [String] {
        loaded.scenario?.endpoints.map { "\($0.layer) \($0.path.text)" } ?? []
    }

    @Test(
        "A missing file suggests the file with the extension, or the one with the most similar name.",
        arguments: [("demo", "demo.jsonc"), ("users", "users.har"), ("dmeo.jsonc", "demo.jsonc")]
    )
    func missing(_ name: String, _ suggestion: String) throws {
        let folder = try ScratchFolder(["demo.jsonc": Self.document("/a"), "demo.har": Self.har, "users.har": Self.har])
        let loaded = load(folder, name)
        #expect(loaded.diagnostics.map(\.code) == [.missingFile])
        #expect(loaded.diagnostics.map(\.hint) == ["did you mean \"\(folder[suggestion])\"?"])
    }

    @Test("A document precedes the ones it extends, and the first named document precedes the others.")
    func layering() throws {
        let folder = try ScratchFolder([
            "Scenarios/a.jsonc": Self.document("/a", extends: #"["b", "c.json", "users"]"#),
            "Scenarios/b.jsonc": Self.document("/b", extends: #""sub/d""#),
            "Scenarios/c.json": Self.document("/c", extends: #""sub/d""#),
            "Scenarios/sub/d.jsonc": Self.document("/d"),
            "Scenarios/over.jsonc": Self.document("/over"),
            "Recordings/users.har": Self.har,
        ])
        let loaded = load(folder, "Scenarios/over.jsonc", "Scenarios/a.jsonc")
        #expect(findings(loaded, in: folder) == [])
        #expect(layers(loaded) == ["0 /over", "1 /a", "2 /b", "3 /c", "4 /d", "5 /users"])
        #expect(loaded.scenario?.name == "over")
        #expect(loaded.scenario?.endpoints[1].sourceLocation == folder["Scenarios/a.jsonc:1"])
    }

    @Test("A recording is recognized by its content.", arguments: ["users.har", "users.json", "no-extension"])
    func recording(_ name: String) throws {
        let folder = try ScratchFolder([name: Self.har])
        #expect(layers(load(folder, name)) == ["0 /users"])
    }

    @Test("A recorded reply is selected by its name or its request, and keys beside it change it.")
    func recordedReplies() throws {
        let folder = try ScratchFolder([
            "Recordings/v1/users.har": Self.har,
            "Scenarios/a.jsonc": """
            { "endpoints": [{ "get": "/", "replies": [
                { "recording": "v1/users/list", "times": 2, "headers": { "a": "new" } },
                { "recording": { "har": "v1/users", "get": "/users?page=2" }, "status": 500 },
                { "recording": { "har": "../Recordings/v1/users.har", "method": "GET", "path": "/users?page=2" } },
            ] }] }
            """,
        ])
        let loaded = load(folder, "Scenarios/a.jsonc")
        #expect(findings(loaded, in: folder) == [])
        let replies = try #require(loaded.scenario?.endpoints.first?.replies)
        #expect(replies.map(\.status) == [203, 500, 203])
        #expect(replies.map(\.times) == [2, nil, nil])
        #expect(replies.map { $0.headers.values(of: "A") } == [["new"], ["old"], ["old"]])
        #expect(Set(replies.map(\.body)).count == 1)
        #expect(replies[0].body != .none)
    }

    /// A recording with a JSON number and a JSON list.
    private static let lists = """
        { "log": { "version": "1.2", "entries": [
          \(exchange("/seq", "1")), \(exchange("/users?page=2", #"["a", "b", { "n": "c" }, {}]"#)) ] } }
        """

    private static func exchange(_ path: String, _ text: String) -> String {
        let text = String(decoding: JSON.string(text).bytes(), as: UTF8.self)
        return """
            { "_name": "list", "request": { "method": "GET", "url": "https://api.example.com\(path)" },
              "response": { "status": 200, "statusText": "OK", "headers": [], \
                            "content": { "mimeType": "application/json", "text": \(text) } } }
            """
    }

    private func replies(_ text: String) throws -> (replies: [Scenario.Reply], findings: [String]) {
        let folder = try ScratchFolder([
            "Recordings/r.har": Self.lists,
            "Scenarios/a.jsonc": #"{ "endpoints": [{ "get": "/", "replies": [\#(text)] }] }"#,
        ])
        let loaded = load(folder, "Scenarios/a.jsonc")
        let findings = loaded.diagnostics.map { "\($0.message) \($0.hint ?? "")" }
        return (loaded.scenario?.endpoints.first?.replies ?? [], findings)
    }

    /// The reply with the recorded list, changed by some members.
    private func changed(_ members: String) throws -> Scenario.Reply {
        let sut = try replies(#"{ "recording": { "har": "r", "get": "/users?page=2" }, \#(members) }"#)
        #expect(sut.findings == [])
        return try #require(sut.replies.first)
    }

    @Test("A recorded reason phrase is dropped if the reply has another status.")
    func reasons() throws {
        #expect(try changed(#""status": 503"#).reason == nil)
        #expect(try changed(#""status": 503, "reason": "Busy""#).reason == "Busy")
        #expect(try changed(#""status": 200"#).reason == "OK")
    }

    @Test(
        "Each pointer refers to the recorded body, before other values are removed.",
        arguments: [
            (#""remove": ["/0", "/2"]"#, #"["b", {}]"#), (#""remove": ["/2", "/0", "/0"]"#, #"["b", {}]"#),
            (#""remove": ["/0", "/1", "/2", "/3"]"#, "[]"), (#""remove": ["/2", "/2/n", "/3"]"#, #"["a", "b"]"#),
            (#""remove": ["/0"], "edit": { "/1": 7 }"#, #"[7, { "n": "c" }, {}]"#),
            (#""edit": { "/-": 1, "/1": 7 }, "remove": ["/1", "/0"]"#, #"[{ "n": "c" }, {}, 1]"#),
        ]
    )
    func removals(_ members: String, expected: String) throws {
        guard case .bytes(let bytes, _) = try changed(members).body else {
            Issue.record("the reply has no body of bytes")
            return
        }
        #expect(try JSON(parsing: bytes) == JSON(parsing: expected), "\(String(decoding: bytes, as: UTF8.self))")
    }

    @Test("A templated edit keeps its value when values before it are removed.")
    func filledIn() throws {
        func places(_ members: String) throws -> [String] { try changed(members).edits.map(\.pointer.text) }
        let edit = #""edit": { "/2/n": "{{count}}", "/3/0": "{{count}}", "/0": "{{count}}", "/-": "{{count}}" }"#
        #expect(try places(edit) == ["/2/n", "/3/0", "/0", "/4"])
        #expect(try places(#"\#(edit), "remove": ["/1", "/0"]"#) == ["/0/n", "/1/0", "/2"])
        #expect(try places(#"\#(edit), "remove": ["/2"]"#) == ["/2/0", "/0", "/3"])
    }

    @Test("Removing a value that the recorded body does not have is an error.", arguments: ["/4", "", "/2/m", "/-"])
    func nothingThere(_ pointer: String) throws {
        let sut = try replies(
            #"{ "recording": { "har": "r", "get": "/users?page=2" }, "remove": ["/0", "\#(pointer)"] }"#
        )
        #expect(sut.findings.count == 1)
        #expect(sut.findings.first?.hasPrefix("the recorded body has no value at \"\(pointer)\"") == true)
    }

    @Test("An unknown request suggests the recorded request with the same path and another query.")
    func otherQuery() throws {
        for target in ["/users", "/users?page=3"] {
            let sut = try replies(#"{ "recording": { "har": "r", "get": "\#(target)" } }"#)
            #expect(sut.findings == [#"the recording has no entry "GET \#(target)" did you mean "GET /users?page=2"?"#])
        }
    }

    @Test("A file is sent as it is, with the media type of its extension.")
    func file() throws {
        let folder = try ScratchFolder([
            "Scenarios/a.jsonc":
                #"{ "endpoints": [{ "get": "/", "replies": [{ "file": "../Bodies/x.PNG" }, { "file": "y" }] }] }"#
        ])
        try folder.write("Bodies/x.PNG", [0, 255])
        try folder.write("Scenarios/y", [])
        let replies = load(folder, "Scenarios/a.jsonc").scenario?.endpoints.first?.replies
        #expect(replies?.map(\.body) == [.bytes([0, 255], type: "image/png"), .bytes([], type: nil)])
    }

    @Test("A reference of a document must exist and be inside of the root.")
    func references() throws {
        let outside = try ScratchFolder(["secret.txt": "x", "other.jsonc": Self.document("/x")])
        let folder = try ScratchFolder([
            "Recordings/users.har": Self.har,
            "Scenarios/near.txt": "",
            "Scenarios/a.jsonc": """
            { "extends": ["nowhere", "\(outside["other.jsonc"])"],
              "endpoints": [{ "get": "/", "replies": [
                { "file": "neat.txt" },
                { "file": "\(outside["secret.txt"])" },
                { "file": "link.txt" },
                { "file": "." },
                { "recording": "users/lisst" },
                { "recording": "user/list" },
                { "recording": "users" },
                { "recording": { "har": "users", "get": "/users" } },
                { "recording": { "get": "/users" } },
            ] }] }
            """,
        ])
        try folder.link("Scenarios/link.txt", to: outside["secret.txt"])
        let loaded = load(folder, "Scenarios/a.jsonc")
        #expect(loaded.scenario == nil)
        #expect(
            loaded.diagnostics.map { "\($0.position?.line ?? 0) \($0.code.rawValue)" } == [
                "1 missing-file", "1 outside-root", "3 missing-file", "4 outside-root", "5 outside-root",
                "6 missing-file",
                "7 bad-value", "8 missing-file", "9 bad-value", "10 bad-value", "11 missing-key",
            ]
        )
        let hints = loaded.diagnostics.map { $0.hint ?? "" }
        #expect(hints[2].contains("near.txt"))
        #expect(hints[6].contains("list"))
        #expect(hints[7].contains("users.har"))
        #expect(load(outside, "other.jsonc", root: folder.path).scenario != nil)
    }

    @Test("A document that extends itself is an error that shows the cycle.")
    func cycle() throws {
        let folder = try ScratchFolder([
            "a.jsonc": Self.document("/a", extends: #""b""#), "b.jsonc": Self.document("/b", extends: #"["a"]"#),
        ])
        let loaded = load(folder, "a.jsonc")
        #expect(loaded.scenario == nil)
        #expect(
            findings(loaded, in: folder) == [
                "b.jsonc:1:15: error: this document extends itself: a.jsonc → b.jsonc → a.jsonc"
            ]
        )
    }

    @Test("A long chain of documents ends with an error.")
    func chain() throws {
        let folder = try ScratchFolder()
        for index in 0..<100 {
            try folder.write("s\(index).jsonc", Array(Self.document("/", extends: "\"s\(index + 1)\"").utf8))
        }
        #expect(load(folder, "s0.jsonc").diagnostics.map(\.code) == [.tooMany])
    }

    @Test("A root contains only paths with the same code points.")
    func spelling() {
        let sut = ScenarioRoot(path: "/caf\u{E9}")
        #expect(sut.contains("/caf\u{E9}"))
        #expect(sut.contains("/caf\u{E9}/a.json"))
        #expect(sut.contains("/caf\u{E9}/\u{301}a"))
        #expect(!sut.contains("/cafe\u{301}/a.json"))
        #expect(!sut.contains("/caf\u{E9}s/a.json"))
    }

    @Test("Each file that cannot be read is reported with its name.")
    func unreadable() throws {
        let folder = try ScratchFolder([
            "outage.jsonc": "{}", "empty.jsonc": "", "garbage.jsonc": "\u{0}\u{1}", "bad.har": "{}",
        ])
        try folder.write("large.jsonc", Array(repeating: UInt8(ascii: " "), count: 20 << 20))
        try folder.write("Folder/x", [])
        let names = ["outge.jsonc", "Folder", "empty.jsonc", "garbage.jsonc", "large.jsonc"]
        let loaded = ScenarioFiles.load(names.map { folder[$0] })
        let codes: [Diagnostic.Code] = [.missingFile, .unreadableFile, .syntax, .syntax, .tooLarge]
        #expect(
            Set(zip(loaded.diagnostics.map(\.path), loaded.diagnostics.map(\.code)).map { "\($0) \($1.rawValue)" })
                == Set(zip(names, codes).map { "\(folder[$0]) \($1.rawValue)" })
        )
        #expect(loaded.diagnostics.first { $0.code == .missingFile }?.hint?.contains("outage.jsonc") == true)
        #expect(load(folder, "bad.har").diagnostics.contains { $0.severity == .error })
        #expect(load(folder, "outage.jsonc", root: folder["nowhere"]).diagnostics.map(\.code) == [.missingFile])
    }
}
