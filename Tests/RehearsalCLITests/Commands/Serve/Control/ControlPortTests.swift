import Foundation
import Rehearsal
import RehearsalControl
import RehearsalDocuments
import RehearsalServer
import RehearsalTestSupport
import TestAdmission
import Testing

@testable import RehearsalCLI

// One after the other: each test starts processes, and other tests have to get their turn.
@Suite("The control port of rehearsal serve", .admitted, .serialized)
@BlockingThread
struct ControlPortTests {
    private let scratch: ScratchFolder

    init() throws { scratch = try ScratchFolder() }

    /// What a server says and leaves, while it runs and when it has ended.
    private struct Run: Sendable {
        var lines: [String] = []
        var states: [StateFile] = []
        var process: pid_t = 0
        var status: Int32 = 0
        var errors = ""

        var ready: JSON { (try? JSON(parsing: lines.first ?? "")) ?? .null }
    }

    /// Runs it until it has said a line that begins so, does something then, and stops it; or to its own end.
    private func serve(
        _ words: [String],
        environment: [String: String] = [:],
        until mark: String? = "{",
        meanwhile body: @BlockingThread (Run) async throws -> Void = { _ in },
    ) async throws -> Run {
        let program = try ChildProgram(
            ["serve", "--port", "0"] + words,
            environment: ["TMPDIR": scratch.path].merging(environment) { $1 }
        )
        var run = Run()
        if let mark {
            repeat {
                run.lines.append(try program.line(within: 240))
            } while run.lines.last?.hasPrefix(mark) != true
            run.states = (try? folder.states()) ?? []
            run.process = program.process
            try await body(run)
            program.signal(SIGTERM)
        }
        run.status = try program.end().status
        run.errors = program.errors
        return run
    }

    private var folder: StateFolder {
        var environment = Environment()
        environment.overrides = ["TMPDIR": scratch.path]
        return StateFolder(environment)
    }

    @Test("The ready line names it, the file beside it has the token, and both go with the server.")
    func ready() async throws {
        let sut = try await serve(["--json"])
        let state = try #require(sut.states.first)
        #expect(sut.ready.text("control") == state.control)
        #expect(sut.ready.integer("port") == state.port)
        #expect(state.process == sut.process)
        #expect(state.scenario == sut.ready.text("scenario"))
        #expect(Token.isToken(state.token) && !sut.lines[0].contains(state.token))
        #expect(sut.status == 0)
        #expect(try folder.states() == [])
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
    }

    @Test("The welcome names it and its file, and never the token.")
    func welcome() async throws {
        let sut = try await serve([], until: "Ctrl-C")
        let state = try #require(sut.states.first)
        #expect(
            sut.lines.contains {
                $0.hasPrefix("control port: \(state.control), ") && $0.hasSuffix("/\(state.port).json")
            }
        )
        #expect(!sut.lines.contains { $0.contains(state.token) } && !sut.errors.contains(state.token))
        #expect(sut.status == 0)
    }

    @Test("With --no-control there is none, and no file.")
    func none() async throws {
        let sut = try await serve(["--json", "--no-control"])
        #expect(sut.ready["control"] == .some(.null))
        #expect(sut.status == 0)
        #expect(!FileManager.default.fileExists(atPath: folder.path))
    }

    @Test("Its token is the one of REHEARSAL_TOKEN, if that is long enough.")
    func token() async throws {
        let sut = try await serve(["--json"], environment: ["REHEARSAL_TOKEN": "0123456789abcdef"])
        #expect(sut.states.first?.token == "0123456789abcdef")
        let short = try await serve(["--json"], environment: ["REHEARSAL_TOKEN": "hunter2"], until: nil)
        #expect(short.status == 64)
        #expect(short.errors.contains("REHEARSAL_TOKEN must have") && !short.errors.contains("hunter2"))
    }

    @Test("A port that is asked for is the one: where it is in use, that is said.")
    func port() async throws {
        let taken = try Backend.start(Scenario("s", endpoints: [.get("/", replies: [.init()])]))
        let refused = try await serve(["--json", "--control-port", "\(taken.port)"], until: nil)
        #expect(refused.status == 2)
        #expect(refused.errors.contains("port \(taken.port) is in use"))
        #expect(try folder.states() == [])
        await taken.stop()
    }

    @Test("Where no file can be written it plays all the same, and says what to do.")
    func unwritten() async throws {
        try FileManager.default.createDirectory(atPath: folder.path, withIntermediateDirectories: true)
        chmod(folder.path, 0o777)
        let sut = try await serve(["--json"]) { run in
            let client = try await RawClient(port: run.ready.integer("port") ?? 0)
            guard await client.get("/api/v1/reservations")?.status == 200 else {
                throw ChildProgram.Failure(description: "it does not play")
            }
        }
        #expect(sut.errors.contains("is accessible to other users (777)") && sut.errors.contains("chmod 700"))
        #expect(sut.status == 0)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
    }

    @Test("Its port is the one that is asked for, and links in its answers lead to itself.")
    func reach() throws {
        func settings(_ words: String...) throws -> (port: Int, link: String?) {
            let options = try ServeOptions(Arguments(words, options: ServeCommand.command.options), Terminal())
            let playing = try ServeCommand(options: options, terminal: Terminal()).settings()
            let settings = ControlPort.settings(options, playing, seed: nil)
            return (settings.port, settings.playing.linkOrigin)
        }
        #expect(try settings("--control-port", "4100").port == 4100)
        #expect(try settings("--origin", "http://192.0.2.1:8080").link == nil)
    }

    @Test("What a server shows of a session has no secret that a recording would not have.")
    func redaction() throws {
        let options = try ServeOptions(Arguments([], options: ServeCommand.command.options), Terminal())
        let playing = try ServeCommand(options: options, terminal: Terminal()).settings()
        for settings in [playing, ControlPort.settings(options, playing, seed: nil).playing] {
            #expect(settings.redaction().requestTarget("/reset/9f86d081884c7d659a2f") == "/reset/redacted-00000001")
        }
    }

    @Test("A scenario that is read later makes the draws of the one that it began with, unless it has its own seed.")
    func seeds() throws {
        try scratch.write("plain.json", #"{ "endpoints": [] }"#)
        try scratch.write("own.json", #"{ "seed": 3, "endpoints": [] }"#)
        let options = try ServeOptions(Arguments([], options: ServeCommand.command.options), Terminal())
        let sut = ControlPort.settings(options, .init(), seed: 7)
        #expect(sut.load(scratch["plain.json"]).scenario?.seed == 7)
        #expect(sut.load(scratch["own.json"]).scenario?.seed == 3)
        #expect(sut.load(scratch["none.json"]).scenario == nil)
    }

    @Test("A port and none at once are refused.")
    func conflict() async throws {
        #expect(try await serve(["--control-port", "1", "--no-control"], until: nil).status == 64)
    }
}
