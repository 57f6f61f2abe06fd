import Rehearsal
import RehearsalDocuments
import RehearsalTestSupport
import TestAdmission
import Testing

@testable import RehearsalCLI

@Suite("rehearsal new", .limitedConcurrency)
@BlockingThread
struct NewTests {
    @Test(
        "A new scenario has no findings and replies to the requests that it was made from.",
        arguments: [[], ["GET /users?page=2&q=a%20b"], ["get /users", "POST /users/7/cart", "PURGE /x", "/"]]
    )
    func clean(_ requests: [String]) throws {
        let folder = try ScratchFolder()
        let file = folder["shop.jsonc"]
        let sut = try ChildProgram.run(["new", file] + requests.flatMap { ["--from", $0] })
        #expect(sut.status == 0, "\(sut.errors)")
        #expect(sut.output.hasPrefix("wrote \(file)\n"))
        #expect(sut.output.contains("rehearsal serve \(file)"))
        let lint = try ChildProgram.run(["lint", file])
        #expect(lint.output.isEmpty, "\(lint.output)")
        #expect(lint.status == 0, "\(lint.output)")
        for request in requests.isEmpty ? ["/api/v1/items"] : requests {
            #expect(try ChildProgram.run(["explain", file, request]).status == 0, "\(request)")
        }
    }

    @Test("The scenario in the comments of a new file is valid.")
    func comments() throws {
        var starter = StarterScenario(name: "a")
        starter.add(try TypedRequest("PURGE /users?page=2", headers: [], body: nil))
        let spoken = starter.text.split(separator: "\n").map { line in
            line.contains("// {") || line.contains("// \"expect")
                ? line.split(separator: "// ", maxSplits: 1).last ?? "" : line
        }
        let loaded = ScenarioFiles.loadText(Array(spoken.joined(separator: "\n").utf8), path: "a.jsonc")
        #expect(loaded.diagnostics.map(\.text) == [])
        #expect(loaded.scenario?.endpoints.count == 4)
        #expect(loaded.scenario?.expect.count == 1)
    }

    @Test("The command new keeps an existing file.")
    func there() throws {
        let folder = try ScratchFolder(["a.jsonc": "mine"])
        let sut = try ChildProgram.run(["new", folder["a.jsonc"]])
        #expect(sut.status == 2)
        #expect(sut.errors.contains("exists already"))
        #expect(try folder.read("a.jsonc") == "mine")
    }

    @Test("The command new reports a missing folder with the command that creates it.")
    func folder() throws {
        let folder = try ScratchFolder()
        let sut = try ChildProgram.run(["new", folder["deep/er/a"]])
        #expect(sut.status == 2)
        #expect(sut.errors.contains("mkdir -p \(folder["deep/er"])"))
        #expect(try ChildProgram.run(["new"]).status == 64)
        #expect(try ChildProgram.run(["new", folder["a"], "--from", "/a b c"]).status == 64)
    }

    @Test("A new scenario refers to a schema in the same folder.")
    func schema() throws {
        let folder = try ScratchFolder(["scenario.schema.json": "{}"])
        #expect(try ChildProgram.run(["new", folder["a"]]).status == 0)
        #expect(try folder.read("a.jsonc").contains(#""$schema": "./scenario.schema.json","#))
    }
}
