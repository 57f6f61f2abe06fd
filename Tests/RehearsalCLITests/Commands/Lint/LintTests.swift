import Rehearsal
import RehearsalDocuments
import RehearsalTestSupport
import TestAdmission
import Testing

@testable import RehearsalCLI

@Suite("rehearsal lint", .limitedConcurrency)
@BlockingThread
struct LintTests {
    @Test("Lint prints findings in Xcode's format, the summary to standard error, and ends with status 64.")
    func findings() throws {
        let folder = try ScratchFolder()
        let file = try folder.write(
            "a.jsonc",
            "{\n  \"scenario\": \"a\",\n  \"endpoints\": [{ \"get\": \"/\", \"repliess\": [{}] }],\n}\n"
        )
        let sut = try ChildProgram.run(["lint", file])
        #expect(sut.status == 64)
        #expect(sut.output.hasPrefix("\(file):3:"))
        #expect(sut.output.contains(": error: "))
        #expect(sut.output.contains("did you mean \"replies\"?"))
        #expect(sut.errors.contains("in 1 file"))
    }

    @Test("Lint searches a folder at any depth for documents only.")
    func folder() throws {
        let folder = try ScratchFolder()
        let good = "{ \"scenario\": \"a\", \"endpoints\": [{ \"get\": \"/\", \"replies\": [{}] }] }"
        _ = try folder.write("deep/er/a.jsonc", good)
        _ = try folder.write("b.json", good)
        _ = try folder.write("notes.txt", "not JSON")
        _ = try folder.write("scenario.schema.json", "{}")
        _ = try folder.write(".hidden/c.json", "not JSON")
        let found = DocumentSearch.documents(at: folder.path)
        #expect(found == ["\(folder.path)/b.json", "\(folder.path)/deep/er/a.jsonc"])
        let sut = try ChildProgram.run(["lint", folder.path])
        #expect(sut.status == 0)
        #expect(sut.output.isEmpty)
        #expect(sut.errors == "0 errors, 0 warnings in 2 files\n")
    }

    @Test("Lint checks schedule files, which are not scenarios.")
    func schedules() throws {
        let folder = try ScratchFolder([
            "a.schedule.jsonc": "{ \"schedule\": 1, \"steps\": [] }",
            "b.schedule.jsonc": "{ \"schedule\": 1,\n  \"stepps\": [] }",
        ])
        #expect(DocumentSearch.documents(at: folder.path).isEmpty)
        let sut = try ChildProgram.run(["lint", folder.path])
        #expect(sut.status == 64)
        let problem = "unknown key \"stepps\"; did you mean \"steps\"?"
        #expect(sut.output == "\(folder["b.schedule.jsonc"]):2:13: error: \(problem)\n")
        #expect(sut.errors == "1 error, 0 warnings in 2 files\n")
    }

    @Test("Lint reports a likely secret, and skips the bodies beside a recording.")
    func secrets() throws {
        let token = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhbm4ifQ.c2lnbmF0dXJl"
        let folder = try ScratchFolder(["a.har": "{}", "a/body.json": "[", "deep/b.jsonc": "{}"])
        #expect(DocumentSearch.documents(at: folder.path) == [folder["a.har"], folder["deep/b.jsonc"]])
        let file = try folder.write(
            "c.jsonc",
            "{ \"endpoints\": [{ \"get\": \"/\", \"replies\": [{ \"text\": \"\(token)\" }] }] }"
        )
        let sut = try ChildProgram.run(["lint", "--json", file])
        #expect(sut.status == 64)
        #expect(sut.output.contains("exposed-secret"))
        #expect(!sut.output.contains(token))
        for (value, status) in [("Kd93kQ20vLw81Bz56Tn7", Int32(64)), ("k3y-of-the-d00r-1", 0), ("made-up-token-01", 0)]
        {
            let header = "{ \"name\": \"X-Api-Key\", \"value\": \"\(value)\" }"
            let entry = """
                { "request": { "method": "GET", "url": "https://a.example/", "headers": [\(header)] },
                  "response": { "status": 200, "headers": [], "content": {} } }
                """
            let har = try folder.write("d.har", "{ \"log\": { \"entries\": [\(entry)] } }")
            let sut = try ChildProgram.run(["lint", har])
            #expect(sut.status == status)
            #expect(sut.output.contains("looks like a secret of"))
            #expect(!sut.output.contains(value))
        }
        #expect(try ChildProgram.run(["lint", "--explain", "redaction"]).output.contains("header:NAME"))
    }

    @Test("Lint prints the first ten findings as annotations on GitHub.")
    func annotations() throws {
        let folder = try ScratchFolder()
        let endpoints = (0..<12).map { "{ \"get\": \"/\($0)\", \"nonsense\": 1, \"replies\": [{}] }" }
        let file = try folder.write("a.json", "{ \"endpoints\": [\(endpoints.joined(separator: ","))] }")
        let sut = try ChildProgram.run(["lint", file], environment: ["GITHUB_ACTIONS": "true"])
        let annotations = sut.output.split(separator: "\n").filter { $0.hasPrefix("::error file=\(file),line=1,col=") }
        #expect(annotations.count == 10)
    }

    @Test("An annotation escapes line ends and separators.")
    func escaping() {
        let finding = Diagnostic(.warning, .syntax, path: "a,b:c.json", message: "50% of\nit", hint: "why?")
        #expect(LintCommand.annotation(finding) == "::warning file=a%2Cb%3Ac.json::50%25 of%0Ait%0Awhy?")
    }

    @Test("The option --json prints each finding as a line of JSON.")
    func json() throws {
        let folder = try ScratchFolder()
        let file = try folder.write("a.json", "{")
        let sut = try ChildProgram.run(["lint", "--json", file])
        #expect(sut.status == 64)
        #expect(sut.output.hasPrefix("{\"severity\":\"error\",\"code\":\"syntax\""))
    }

    @Test("Lint fails for a folder without documents and for a missing path.", arguments: ["", "/missing"])
    func nothing(path: String) throws {
        let folder = try ScratchFolder()
        #expect(try ChildProgram.run(["lint", folder.path + path]).status == 64)
    }

    @Test("Lint reports a provable defect once as a warning, however many documents share it, and does not fail.")
    func proofs() throws {
        let folder = try ScratchFolder([
            "base.jsonc":
                #"{ "endpoints": [{ "get": "/", "replies": [{ "fault": { "effect": "close", "at": "end", "first": 0 } }] }] }"#,
            "a.jsonc":
                #"{ "extends": "base", "endpoints": [{ "get": "/", "replies": [{}] }, { "get": "/", "replies": [{}] }] }"#,
        ])
        let sut = try ChildProgram.run(["lint", folder.path])
        #expect(sut.status == 0)
        #expect(sut.output.contains(".jsonc:1:71: warning: get / never answers: get / in line 1 matches every request"))
        #expect(sut.output.contains("see: rehearsal lint --explain endpoint"))
        #expect(sut.errors == "0 errors, 2 warnings in 2 files\n")
        let json = try ChildProgram.run(["lint", "--json", folder["a.jsonc"]]).output
        #expect(json.contains(#""code":"shadowed""#))
    }

    @Test("Lint accepts a state that one layer reads and another one sets.")
    func layers() throws {
        let folder = try ScratchFolder([
            "base.jsonc": """
            { "endpoints": [{ "get": "/", "when": { "state": "booked" }, "replies": [{ "text": "{{state.id}}" }] }] }
            """,
            "top.jsonc": """
            { "extends": "base", "endpoints": [{ "post": "/", "replies": [{ "then": { "set": { "state": "booked", "id": 1 } } }] }] }
            """,
        ])
        let sut = try ChildProgram.run(["lint", folder.path])
        #expect(sut.output.isEmpty)
        #expect(sut.errors == "0 errors, 0 warnings in 2 files\n")
        let alone = try ChildProgram.run(["lint", folder["base.jsonc"]])
        #expect(alone.errors == "0 errors, 2 warnings in 1 file\n")
    }

    @Test("The option --older-than reports recordings without newer exchanges.")
    func old() throws {
        let folder = try ScratchFolder(["a.json": #"{ "endpoints": [] }"#])
        #expect(try ChildProgram.run(["lint", "--older-than", "1d", folder.path]).output.isEmpty)
        let entry = """
            { "startedDateTime": "2020-01-01T00:00:00Z", "time": 1,
              "request": { "method": "GET", "url": "https://a.example/", "httpVersion": "HTTP/1.1", "headers": [] },
              "response": { "status": 200, "statusText": "", "httpVersion": "HTTP/1.1", "headers": [], "content": {} } }
            """
        let recording = try folder.write("parking.har", "{ \"log\": { \"entries\": [\(entry)] } }")
        let sut = try ChildProgram.run(["lint", "--older-than", "1h", recording])
        #expect(sut.output.contains("parking.har: warning: the newest exchange of this recording is "))
        #expect(try ChildProgram.run(["lint", "--older-than", "soon", recording]).status == 64)
    }
}
