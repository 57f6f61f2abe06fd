import Foundation
import TestAdmission
import Testing

@testable import RehearsalBackend

@Suite("A scenario that a test names", .limitedConcurrency)
struct ScenarioFinderTests {
    @Test("Bundles are searched first, then the folders above the test's file, nearest first, and then the named root.")
    func order() throws {
        let all = [
            "bundle/Scenarios/a.jsonc", "bundle/b.json", "p/Tests/T/Scenarios/a.jsonc", "p/Tests/T/Scenarios/c.jsonc",
            "p/Scenarios/c.jsonc", "p/Scenarios/x/d.har", "root/Scenarios/d.jsonc", "root/e.jsonc",
        ]
        try withTemporaryFiles(all) { folder throws in
            let sut = ScenarioFinder(
                testFile: "\(folder)/p/Tests/T/My.swift",
                bundles: ["\(folder)/bundle"],
                root: "\(folder)/root"
            )
            #expect(try sut.path(of: "a") == "\(folder)/bundle/Scenarios/a.jsonc")
            #expect(try sut.path(of: "b.json") == "\(folder)/bundle/b.json")
            #expect(try sut.path(of: "c") == "\(folder)/p/Tests/T/Scenarios/c.jsonc")
            #expect(try sut.path(of: "x/d") == "\(folder)/p/Scenarios/x/d.har")
            #expect(try sut.path(of: "d") == "\(folder)/root/Scenarios/d.jsonc")
            #expect(try sut.path(of: "e.jsonc") == "\(folder)/root/e.jsonc")
            #expect(try sut.path(of: "\(folder)/root/e") == "\(folder)/root/e.jsonc")
        }
    }

    @Test("The error for a missing scenario lists the searched folders and a similar name.")
    func nowhere() throws {
        try withTemporaryFiles(["p/Scenarios/outage/recovers.jsonc"]) { folder throws in
            let sut = ScenarioFinder(testFile: "\(folder)/p/Tests/My.swift", bundles: [], root: nil)
            let error = #expect(throws: Backend.ScenarioNotPlayed.self) { try sut.path(of: "outage/recover") }
            let lines = error?.description.split(separator: "\n").map(String.init) ?? []
            #expect(
                lines.first == "the scenario \"outage/recover\" (.jsonc, .json or .har) was not found; searched in:"
            )
            #expect(lines.contains("    \(folder)/p/Scenarios"))
            #expect(lines.contains("did you mean \"outage/recovers\"?"))
            #expect(lines.last?.contains("REHEARSAL_ROOT") == true)
        }
    }

    @Test("A scenario with errors is rejected with each of them.")
    func mistakes() throws {
        try withTemporaryFiles(["p/Scenarios/bad.jsonc"]) { folder throws in
            try Data(#"{ "endpoints": [{ "get": "/a", "repliess": [] }] }"#.utf8).write(
                to: URL(filePath: "\(folder)/p/Scenarios/bad.jsonc")
            )
            let error = #expect(throws: Backend.ScenarioNotPlayed.self) {
                try Backend.start("bad", filePath: "\(folder)/p/Tests/My.swift")
            }
            #expect(error?.description.contains("bad.jsonc:1:32: error: unknown key \"repliess\"") == true)
        }
    }
}
