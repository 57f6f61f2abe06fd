import Foundation
import Rehearsal
import RehearsalDocuments
import RehearsalPlatform
import RehearsalTestSupport
import TestAdmission
import Testing

@testable import RehearsalCLI

@Suite("rehearsal import", .limitedConcurrency)
@BlockingThread
struct ImportTests {
    private nonisolated static let mapping = #"{"request":{"method":"GET","url":"/a"},"response":{"body":"a"}}"#
    private nonisolated static let odd = #"{"request":{"method":"GET","url":"/b"},"response":{"body":"b"},"moon":1}"#
    private nonisolated static let refused =
        #"{"request":{"url":"/c","bodyPatterns":[{"equalToXml":"<a/>"}]},"response":{}}"#

    private nonisolated static func state(_ url: String) -> String {
        #"{"scenarioName":"lamp","newScenarioState":"open","request":{"url":"\#(url)"},"response":{}}"#
    }

    @Test("A file that is imported without differences passes lint and gets status 0.")
    func whole() throws {
        let folder = try ScratchFolder(["a.json": Self.mapping])
        let sut = try ChildProgram.run(["import", folder["a.json"], "--into", folder["out"]])
        #expect(sut.status == 0, "\(sut.errors)")
        #expect(sut.output.contains("(WireMock): imported completely, 1 mapping\n"))
        #expect(sut.output.contains("wrote \(folder["out/a.jsonc"])\n"))
        #expect(try ChildProgram.run(["lint", folder["out"]]).status == 0)
        #expect(try ChildProgram.run(["explain", folder["out/a.jsonc"], "GET /a"]).status == 0)
    }

    @Test("Import reports an unknown member with its place, and ends with status 1 after a rejected file.")
    func reported() throws {
        let folder = try ScratchFolder(["b.json": Self.odd, "c.json": Self.refused, "d.json": "{}"])
        let differing = try ChildProgram.run(["import", folder["b.json"], "--into", folder["one"]])
        #expect(differing.status == 0)
        let place = "\(folder["b.json"]):1:71: difference: moon: unknown member; it is left out"
        #expect(differing.output.contains(place))
        let sut = try ChildProgram.run(["import", folder.path, "--into", folder["two"]])
        #expect(sut.status == 1)
        #expect(sut.output.contains("equalToXml: XML comparison is not supported; the mapping is left out"))
        #expect(sut.output.contains("d.json: refused\n"))
        #expect(FileSystem.names(in: folder["two"]) == ["b.jsonc"])
    }

    @Test("Imported files have the permissions that the umask allows.")
    func permissions() throws {
        let folder = try ScratchFolder(["a.json": Self.mapping])
        let sut = try ChildProgram.run(["import", folder["a.json"], "--into", folder["out"]])
        #expect(sut.status == 0)
        #expect(FileManager.default.createFile(atPath: folder["shared"], contents: nil))
        #expect(try permissions(of: folder["out/a.jsonc"]) == permissions(of: folder["shared"]))
    }

    private func permissions(of path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    @Test("Import of several files ends with a line of totals.")
    func total() throws {
        let folder = try ScratchFolder(["b.json": Self.odd, "c.json": Self.refused])
        let sut = try ChildProgram.run(["import", folder.path, "--into", folder["out"]])
        #expect(sut.output.contains("\n2 files in total: 1 imported, 1 refused, 1 difference\n"))
    }

    @Test("The option --json prints reports as lines of JSON.")
    func json() throws {
        let folder = try ScratchFolder(["b.json": Self.odd])
        let sut = try ChildProgram.run(["import", "--json", folder["b.json"], "--into", folder["out"]])
        let lines = try sut.output.split(separator: "\n").map { try JSON(parsing: Array($0.utf8)) }
        #expect(lines.count == 2)
        #expect(lines[0]["outcome"] == "differences")
        #expect(lines[0]["format"] == "wiremock")
        #expect(lines[1]["wrote"] == .string(folder["out/b.jsonc"]))
        guard case .array(let notes)? = lines[0]["notes"] else {
            Issue.record("no notes")
            return
        }
        #expect(notes.count == 1)
        #expect(notes[0]["member"] == "moon")
        #expect(notes[0]["line"] == 1)
    }

    @Test("States of the same name in several files get distinct names in one scenario.")
    func states() throws {
        let folder = try ScratchFolder(["a.json": Self.state("/a"), "b.json": Self.state("/b")])
        let words = ["import", folder["a.json"], folder["b.json"], "--into", folder["all.jsonc"]]
        #expect(try ChildProgram.run(words).status == 0)
        let loaded = ScenarioFiles.load([folder["all.jsonc"]])
        #expect(loaded.scenario?.state.map(\.name) == ["lamp", "b: lamp"])
        #expect(loaded.scenario?.endpoints.flatMap(\.replies).map { $0.then.set.first?.name } == ["lamp", "b: lamp"])
    }

    @Test("A folder with mappings is one WireMock server, whose files share states and bodies.")
    func folder() throws {
        let body = #"{"request":{"url":"/f"},"response":{"bodyFileName":"x/y.txt"}}"#
        let folder = try ScratchFolder([
            "shop/mappings/a.json": Self.state("/a"), "shop/mappings/b.json": Self.state("/b"),
            "shop/mappings/f.json": body, "shop/__files/x/y.txt": "file",
        ])
        let sut = try ChildProgram.run(["import", folder["shop"], "--into", folder["out"]])
        #expect(sut.status == 0, "\(sut.output)")
        #expect(FileSystem.names(in: folder["out"]) == ["shop", "shop.jsonc"])
        #expect(try folder.read("out/shop/x/y.txt") == "file")
        #expect(ScenarioFiles.load([folder["out/shop.jsonc"]]).scenario?.state.map(\.name) == ["lamp"])
    }

    @Test("Import keeps an existing file unless --force is given.")
    func there() throws {
        let folder = try ScratchFolder(["a.json": Self.mapping, "out/a.jsonc": "mine"])
        let sut = try ChildProgram.run(["import", folder["a.json"], "--into", folder["out"]])
        #expect(sut.status == 2)
        #expect(sut.errors.contains("exists already"))
        #expect(sut.errors.contains("--force"))
        #expect(try folder.read("out/a.jsonc") == "mine")
        let forced = try ChildProgram.run(["import", "--force", folder["a.json"], "--into", folder["out"]])
        #expect(forced.status == 0)
        #expect(try folder.read("out/a.jsonc").contains("\"get\": \"/a\""))
    }

    @Test(
        "Import rejects invalid arguments and names the valid form.",
        arguments: [
            (["import"], "try: rehearsal import"), (["import", "/none/x.json"], "/none/x.json does not exist"),
            (["import", "--from", "wiremok", "x"], "did you mean wiremock?"),
            (["import", "--from", "soap", "x"], "the supported tools are wiremock, har"),
        ]
    )
    func usage(_ words: [String], _ hint: String) throws {
        let sut = try ChildProgram.run(words)
        #expect(sut.status == 64, "\(sut.errors)")
        #expect(sut.errors.contains(hint), "\(sut.errors)")
    }

    private nonisolated static let har = """
        {"log":{"version":"1.2","entries":[{"request":{"method":"GET","url":"https://api.corp.io/orders","headers":[{"name":
        "Authorization","value":"Bearer planted-4711"}]},"response":{"status":200,"statusText":"OK","headers":[{"name":
        "Content-Type","value":"text/plain"}],"content":{"mimeType":"text/plain","text":"\(String(repeating: "all of it ", count: 40))"}}}]}}
        """

    @Test("A HAR file becomes a recording without secrets and a scenario that refers to it.")
    func har() throws {
        let folder = try ScratchFolder(["shop.har": Self.har])
        let sut = try ChildProgram.run(["import", folder["shop.har"], "--into", folder["out"]])
        #expect(sut.status == 0, "\(sut.errors)")
        #expect(sut.output.contains("difference: 1 value is a secret; a placeholder replaces it"))
        #expect(FileSystem.names(in: folder["out"]) == ["shop", "shop.har", "shop.jsonc"])
        #expect(try !folder.read("out/shop.har").contains("planted"))
        #expect(try folder.read("out/shop.jsonc").contains(#""recording": "shop.har/get-orders""#))
        #expect(try ChildProgram.run(["lint", folder["out/shop.jsonc"]]).status == 0)
        #expect(try ChildProgram.run(["explain", folder["out/shop.jsonc"], "GET /orders"]).status == 0)
    }

    @Test("Import writes no file if one of its output files exists already.")
    func noneOfThem() throws {
        let folder = try ScratchFolder(["a.json": Self.mapping, "shop.har": Self.har, "out/shop.jsonc": "{}"])
        let sut = try ChildProgram.run(["import", folder["a.json"], folder["shop.har"], "--into", folder["out"]])
        #expect(sut.status == 2)
        #expect(sut.errors.contains("\(folder["out/shop.jsonc"]) exists already and is not changed"))
        #expect(sut.errors.contains("nothing was written: "))
        #expect(FileSystem.names(in: folder["out"]) == ["shop.jsonc"])
    }

    @Test("Import names the files that it wrote before a failure.")
    func someOfThem() throws {
        // The folder for the bodies cannot be created because a file has its name.
        let folder = try ScratchFolder(["a.json": Self.mapping, "shop.har": Self.har, "out/shop": "in the way"])
        let sut = try ChildProgram.run(["import", folder["a.json"], folder["shop.har"], "--into", folder["out"]])
        #expect(sut.status == 2)
        let written = "files written before the error: \(folder["out/a.jsonc"]), \(folder["out/shop.har"])"
        #expect(sut.errors.contains(written))
        #expect(FileSystem.names(in: folder["out"]) == ["a.jsonc", "shop", "shop.har"])
    }
}
