import Foundation
import Rehearsal
import RehearsalTestSupport
import TestAdmission
import Testing

@testable import RehearsalCLI

@Suite("rehearsal scenarios", .limitedConcurrency)
@BlockingThread
struct ScenariosTests {
    private nonisolated static let good = """
        { "scenario": "good", "summary": "all is well", "endpoints": [{ "get": "/", "replies": [{}] }],
          "expect": [{ "get": "/", "count": 1 }] }
        """

    @Test("The list shows each scenario under its folder, with its name, summary and counts.")
    func list() throws {
        let folder = try ScratchFolder(["a/good.jsonc": Self.good, "b.json": Self.good, "x.har": "{}", "n.txt": ""])
        let sut = try ChildProgram.run(["scenarios", folder.path])
        #expect(sut.status == 0)
        let lines = sut.output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        #expect(lines.contains("\(folder.path)/a"))
        #expect(lines.contains("  good.jsonc  good: all is well (1 endpoint, 1 expected)"))
        #expect(lines.contains("2 scenarios"))
    }

    @Test("The list marks a scenario that cannot be played, and the status is 1.")
    func bad() throws {
        let folder = try ScratchFolder(["good.jsonc": Self.good, "bad.jsonc": #"{ "endpoint": [], "x": 1 }"#])
        let sut = try ChildProgram.run(["scenarios", folder.path])
        #expect(sut.status == 1)
        #expect(
            sut.output.contains("bad.jsonc   cannot be played: 2 errors, see rehearsal lint \(folder["bad.jsonc"])")
        )
        #expect(sut.output.contains("2 scenarios, 1 of them cannot be played"))
        let json = try JSON(parsing: try ChildProgram.run(["scenarios", "--json", folder.path]).output)
        #expect(json[0]?["errors"] == 2)
        #expect(json[0]?["name"] == .null)
        #expect(json[1]?["name"] == "good")
        #expect(json[1]?["endpoints"] == 1)
        #expect(json[1]?["expectations"] == 1)
    }

    @Test("A folder without scenarios results in a hint at the command new.")
    func none() throws {
        let folder = try ScratchFolder()
        let sut = try ChildProgram.run(["scenarios", folder.path])
        #expect(sut.status == 64)
        #expect(sut.errors.contains("rehearsal new NAME"))
        #expect(try ChildProgram.run(["scenarios", "a", "b"]).status == 64)
    }

    @Test("All bundled scenarios are valid and have a summary.")
    func shipped() throws {
        let folder = (0..<5).reduce(URL(fileURLWithPath: #filePath)) { url, _ in url.deletingLastPathComponent() }
        let sut = try ChildProgram.run(["scenarios", "--json", folder.appending(path: "Scenarios").path])
        #expect(sut.status == 0)
        let list = try JSON(parsing: sut.output)
        let scenarios = (0..<1_000).compactMap { list[$0] }
        #expect(scenarios.count > 50)
        #expect(scenarios.filter { $0["errors"] != 0 || $0["summary"] == "" } == [])
    }
}
