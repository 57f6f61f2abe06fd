import Foundation
import Rehearsal
import RehearsalDocuments
import TestAdmission
import Testing

@Suite("A scenario that is requested by name or document", .limitedConcurrency)
struct PlayedScenarioTests {
    /// Creates a root folder with `Scenarios/a.jsonc`, and a document outside of it.
    private static func withRoot(_ body: (String) throws -> Void) throws {
        let folder = NSTemporaryDirectory() + "played-\(UUID().uuidString)"
        let files = FileManager.default
        try files.createDirectory(atPath: "\(folder)/root/Scenarios", withIntermediateDirectories: true)
        defer { try? files.removeItem(atPath: folder) }
        let document = "{ \"scenario\": \"a\", \"endpoints\": [{ \"get\": \"/\", \"replies\": [{}] }] }"
        for path in ["root/Scenarios/a.jsonc", "outside.jsonc"] {
            try document.write(toFile: "\(folder)/\(path)", atomically: true, encoding: .utf8)
        }
        try files.createSymbolicLink(
            atPath: "\(folder)/root/Scenarios/link.jsonc",
            withDestinationPath: "\(folder)/outside.jsonc"
        )
        try body("\(folder)/root")
    }

    @Test("A name is resolved to a file in `Scenarios/`, with or without its extension; a document is used itself.")
    func found() throws {
        try Self.withRoot { (root: String) throws in
            for name in ["a", "a.jsonc"] {
                let sut = try LoadedScenario(.string(name), referencedBy: "x", root: root)
                #expect(sut.scenario.name == "a")
            }
            let document: JSON = ["extends": "a", "expect": [["get": "/", "count": 1]]]
            let sut = try LoadedScenario(document, referencedBy: "x", root: root)
            #expect(sut.scenario.expect.count == 1)
        }
    }

    @Test(
        "A name that leads out of the root, by dots or by a link, is rejected.",
        arguments: ["../../outside", "link", "../../outside.jsonc"]
    )
    func outside(_ name: String) throws {
        try Self.withRoot { (root: String) throws in
            let error = #expect(throws: LoadedScenario.LoadError.self) {
                try LoadedScenario(.string(name), referencedBy: "x", root: root)
            }
            #expect(error?.description.contains("is outside of") == true, "\(String(describing: error))")
        }
    }

    @Test("A missing scenario or an invalid document is rejected with the reason.")
    func missing() throws {
        try Self.withRoot { (root: String) throws in
            let wrong: [(JSON, String)] = [
                ("b", "the scenario \"b\""), (["endpoints": 1], "cannot be played"),
            ]
            for (source, message) in wrong {
                let error = #expect(throws: LoadedScenario.LoadError.self) {
                    try LoadedScenario(source, referencedBy: "x", root: root)
                }
                #expect(error?.description.contains(message) == true, "\(String(describing: error))")
            }
        }
    }
}
