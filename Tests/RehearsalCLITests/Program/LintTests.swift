import Foundation
import RehearsalFiles
import Testing

@testable import RehearsalCLI

@Suite("rehearsal lint")
struct LintTests {
    private static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    @Test("The scenarios that ship are free of findings.")
    func shipped() throws {
        let (status, output, errors) = try RunningProgram.run([
            "lint", Self.root.appendingPathComponent("Scenarios").path,
        ])
        #expect(status == 0)
        #expect(output.isEmpty)
        #expect(errors.hasPrefix("0 errors, 0 warnings"))
    }

    @Test("Every mistake of a file is told in one run, in the format that Xcode shows inline.")
    func several() throws {
        let scratch = try Scratch()
        let path = try scratch.file(
            "bad.jsonc",
            """
            {
              "scenario": "bad",
              "endpoints": [
                { "get": "/a", "replies": [{ "status": 1200 }] },
                { "get": "b", "replies": [{ "delay": "soon" }] },
              ],
            }
            """
        )
        let (status, output, _) = try RunningProgram.run(["lint", path])
        #expect(status == 64)
        for place in ["bad.jsonc:4:", "bad.jsonc:5:14: error: ", "bad.jsonc:5:"] { #expect(output.contains(place)) }
        #expect(output.components(separatedBy: " error: ").count == 4)
        let lines = try RunningProgram.run(["lint", "--json", path]).output.split(separator: "\n")
        #expect(lines.count == 3)
        let first = try #require(try JSONSerialization.jsonObject(with: Data(lines[0].utf8)) as? [String: Any])
        #expect(first["line"] as? Int == 4)
        #expect(first["severity"] as? String == "error")
    }

    @Test("A folder is searched at any depth, for documents only.")
    func folder() throws {
        let scratch = try Scratch()
        let good = #"{ "scenario": "a", "endpoints": [{ "get": "/", "replies": [{}] }] }"#
        for folder in ["deep/er", ".hidden"] {
            let url = scratch.folder.appendingPathComponent(folder)
            try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        }
        for name in ["deep/er/a.jsonc", "b.json"] { _ = try scratch.file(name, good) }
        for name in ["notes.txt", ".hidden/c.json"] { _ = try scratch.file(name, "not JSON") }
        let folder = scratch.folder.path
        #expect(FileSearch.documents(at: folder) == ["\(folder)/b.json", "\(folder)/deep/er/a.jsonc"])
        let (status, output, errors) = try RunningProgram.run(["lint", folder])
        #expect((status, output) == (0, ""))
        #expect(errors == "0 errors, 0 warnings in 2 files\n")
    }

    @Test("A folder without documents is no success.")
    func nothing() throws {
        let scratch = try Scratch()
        _ = try scratch.file("notes.txt", "not JSON")
        let (status, _, errors) = try RunningProgram.run(["lint", scratch.folder.path])
        #expect(status == 64)
        #expect(errors.contains("no *.json"))
        withExtendedLifetime(scratch) {}
    }

    @Test("On GitHub the first ten findings become annotations.")
    func annotations() throws {
        let endpoints = (0..<12).map { #"{ "get": "/\#($0)", "nonsense": 1, "replies": [{}] }"# }
        let scratch = try Scratch()
        let path = try scratch.file("a.json", "{ \"endpoints\": [\(endpoints.joined(separator: ","))] }")
        let (_, output, _) = try RunningProgram(["lint", path], shell: "export GITHUB_ACTIONS=true; ").finish()
        #expect(output.split(separator: "\n").count { $0.hasPrefix("::error file=\(path),line=1,col=") } == 10)
    }

    @Test("An annotation keeps to one line and to its own separators.")
    func escaping() {
        let finding = Diagnostic(.warning, .syntax, path: "a,b:c.json", message: "50% of\nit", hint: "why?")
        #expect(Linting.annotation(finding) == "::warning file=a%2Cb%3Ac.json::50%25 of%0Ait%0Awhy?")
    }
}
