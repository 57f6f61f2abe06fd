import Rehearsal
import RehearsalTestSupport
import TestAdmission
import Testing

@testable import RehearsalCLI

@Suite("rehearsal inspect", .limitedConcurrency)
@BlockingThread
struct InspectTests {
    private nonisolated static let har = """
        { "log": { "version": "1.2", "entries": [
          { "_name": "list", "startedDateTime": "2026-03-01T10:00:00Z",
            "request": { "method": "GET", "url": "https://api.corp.io/users?page=2", "headers": [
              { "name": "Authorization", "value": "Bearer abc" }] },
            "response": { "status": 200, "statusText": "OK", "headers": [
              { "name": "Content-Type", "value": "application/json; charset=utf-8" },
              { "name": "Content-Encoding", "value": "gzip" }],
              "content": { "size": 9, "mimeType": "application/json", "text": "{\\"a\\":[1]}" } } },
          { "startedDateTime": "2026-03-01T10:00:01Z",
            "request": { "method": "GET", "url": "https://api.corp.io/lost", "headers": [] },
            "response": { "status": 0, "_error": "net::ERR_ABORTED", "headers": [], "content": {} } }
        ] } }
        """

    private func folder() throws -> ScratchFolder { try ScratchFolder(["a.har": Self.har]) }

    @Test("The table has a line for each exchange, with remarks that its fields do not show.")
    func table() throws {
        let folder = try folder()
        let sut = try ChildProgram.run(["inspect", folder["a.har"]])
        #expect(sut.status == 0)
        let lines = sut.output.split(separator: "\n").map(String.init)
        #expect(lines.first?.hasPrefix("#  name  method  path") == true)
        #expect(lines[1].contains("/users?page=2"))
        #expect(lines[1].hasSuffix("content encoding (gzip) removed"))
        #expect(lines[2].hasSuffix("no reply (net::ERR_ABORTED): not played"))
        #expect(lines.last == "2 exchanges")
        let json = try ChildProgram.run(["inspect", "--json", folder["a.har"]]).output.split(separator: "\n")
        let first = try JSON(parsing: String(json[0]))
        #expect(json.count == 2)
        #expect(first["name"] == "list")
        #expect(first["status"] == 200)
        #expect(first["size"] == 9)
    }

    @Test("A number or a name selects an exchange, and an unknown name is rejected.")
    func one() throws {
        let folder = try folder()
        let sut = try ChildProgram.run(["inspect", folder["a.har"], "list"])
        #expect(sut.output.hasPrefix("GET https://api.corp.io/users?page=2\nAuthorization: Bearer abc\n\n200 OK\n"))
        #expect(sut.output.contains("{\n  \"a\": [\n    1\n  ]\n}\n"))
        #expect(try ChildProgram.run(["inspect", folder["a.har"], "1"]).output == sut.output)
        let json = try JSON(parsing: try ChildProgram.run(["inspect", "--json", folder["a.har"], "1"]).output)
        #expect(json["body"]?["json"]?["a"]?[0] == 1)
        let missing = try ChildProgram.run(["inspect", folder["a.har"], "lost"])
        #expect(missing.status == 64)
        #expect(missing.errors.contains("did you mean list?"))
    }

    @Test("The option --normalize writes a stable copy without secrets, except for those to keep.")
    func normalize() throws {
        let folder = try folder()
        let words = ["inspect", "--normalize", "--into", folder["b.har"], folder["a.har"]]
        let sut = try ChildProgram.run(words)
        #expect(sut.status == 0)
        #expect(sut.output == "\(folder["b.har"]): 1 exchange, 1 secret redacted\n")
        #expect(sut.errors.contains("exchanges that cannot be played were skipped: 2"))
        let text = try folder.read("b.har")
        #expect(text.contains("Bearer [redacted 00000001]"))
        #expect(!text.contains("gzip"))
        #expect(try folder.read("a.har") == Self.har)
        #expect(try ChildProgram.run(["inspect", "--normalize", folder["b.har"]]).status == 0)
        #expect(try folder.read("b.har") == text)
        #expect(try ChildProgram.run(words + ["--keep", "header:Authorization"]).status == 0)
        #expect(try folder.read("b.har").contains("Bearer abc"))
    }

    @Test(
        "Inspect rejects invalid arguments and files with status 64.",
        arguments: [
            (["inspect"], "inspect needs a recording"), (["inspect", "none.har"], "does not exist"),
            (["inspect", "a.har", "1", "2"], "inspect takes at most two operands, FILE and NUMBER or NAME; found 3"),
            (["inspect", "--into", "b", "a.har"], "need --normalize"),
            (["inspect", "--normalize", "--redact", "haeder:x", "a.har"], "did you mean header:?"),
            (["inspect", "--normalize", "a.har", "1"], "rewrites the whole recording"),
        ]
    )
    func wrong(words: [String], part: String) throws {
        let sut = try ChildProgram.run(words)
        #expect(sut.status == 64, "\(sut.errors)")
        #expect(sut.errors.contains(part), "\(sut.errors)")
    }
}
