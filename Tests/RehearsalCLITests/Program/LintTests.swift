import Foundation
import Testing

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
}
