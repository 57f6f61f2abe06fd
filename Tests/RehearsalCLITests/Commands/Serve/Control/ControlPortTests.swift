import Foundation
import Rehearsal
import RehearsalTestSupport
import Testing

@testable import RehearsalCLI

@Suite("The control port of rehearsal serve")
struct ControlPortTests {
    private let scratch: ScratchFolder

    init() throws { scratch = try ScratchFolder() }

    private func serve(_ words: [String], environment: [String: String] = [:]) throws -> ChildProgram {
        try ChildProgram(
            ["serve", "--port", "0"] + words,
            environment: ["TMPDIR": scratch.path].merging(environment) { $1 }
        )
    }

    private var folder: StateFolder {
        var environment = Environment()
        environment.overrides = ["TMPDIR": scratch.path]
        return StateFolder(environment)
    }

    @Test("The ready line names it, the file beside it has the token, and both go with the server.")
    func ready() throws {
        let sut = try serve(["--json"])
        let ready = try sut.line()
        let json = try JSON(parsing: ready)
        let state = try #require(try folder.states().first)
        #expect(json.text("control") == state.control)
        #expect(json.integer("port") == state.port)
        #expect(state.process == sut.process)
        #expect(state.scenario == json.text("scenario"))
        #expect(Token.isToken(state.token) && !ready.contains(state.token))
        sut.signal(SIGTERM)
        #expect(try sut.end().status == 0)
        #expect(try folder.states() == [])
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
    }

    @Test("The welcome names it and its file, and never the token.")
    func welcome() throws {
        let sut = try serve([])
        var lines: [String] = []
        while lines.last?.hasPrefix("Ctrl-C") != true { lines.append(try sut.line()) }
        let state = try #require(try folder.states().first)
        #expect(
            lines.contains { $0.hasPrefix("control port: \(state.control), ") && $0.hasSuffix("/\(state.port).json") }
        )
        #expect(!lines.contains { $0.contains(state.token) })
        sut.signal(SIGINT)
        #expect(try sut.end().status == 0)
    }

    @Test("With --no-control there is none, and no file.")
    func none() throws {
        let sut = try serve(["--json", "--no-control"])
        #expect(try JSON(parsing: try sut.line())["control"] == .some(.null))
        #expect(!FileManager.default.fileExists(atPath: folder.path))
        sut.signal(SIGTERM)
        #expect(try sut.end().status == 0)
    }

    @Test("Its token is the one of REHEARSAL_TOKEN, if that is long enough.")
    func token() throws {
        let sut = try serve(["--json"], environment: ["REHEARSAL_TOKEN": "0123456789abcdef"])
        _ = try sut.line()
        #expect(try folder.states().first?.token == "0123456789abcdef")
        sut.signal(SIGTERM)
        #expect(try sut.end().status == 0)
        let short = try serve(["--json"], environment: ["REHEARSAL_TOKEN": "0123"])
        #expect(try short.end().status == 64)
        #expect(short.errors.contains("REHEARSAL_TOKEN is to hold") && !short.errors.contains("0123\""))
    }

    @Test("A port that is asked for is the one, and one that is in use is said.")
    func port() throws {
        let first = try serve(["--json"])
        let control = try #require(try JSON(parsing: try first.line()).text("control"))
        let port = try ControlAddress(control).port
        let second = try serve(["--json", "--control-port", "\(port)"])
        #expect(try second.end().status == 2)
        #expect(second.errors.contains("port \(port) is in use"))
        first.signal(SIGTERM)
        #expect(try first.end().status == 0)
        let third = try serve(["--json", "--control-port", "\(port)"])
        #expect(try JSON(parsing: try third.line()).text("control") == control)
        third.signal(SIGTERM)
        #expect(try third.end().status == 0)
        #expect(try folder.states() == [])
    }

    @Test("Where no file can be written it plays all the same, and says what to do.")
    func unwritten() throws {
        try FileManager.default.createDirectory(atPath: folder.path, withIntermediateDirectories: true)
        chmod(folder.path, 0o777)
        let sut = try serve(["--json"])
        let port = try #require(try JSON(parsing: try sut.line()).integer("port"))
        #expect(try RawClient(port: port).get("/api/v1/reservations")?.status == 200)
        #expect(sut.errors.contains("is open to others (777)") && sut.errors.contains("chmod 700"))
        sut.signal(SIGTERM)
        #expect(try sut.end().status == 0)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
    }

    @Test("A port and none at once are refused.")
    func conflict() throws {
        #expect(try serve(["--control-port", "1", "--no-control"]).end().status == 64)
    }
}
