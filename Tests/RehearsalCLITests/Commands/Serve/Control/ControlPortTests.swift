import Foundation
import Rehearsal
import RehearsalControl
import RehearsalDocuments
import RehearsalServer
import RehearsalTestSupport
import TestAdmission
import Testing

@testable import RehearsalCLI

// Serialized: each test starts processes, and other tests need their share of the machine.
@Suite("The control port of rehearsal serve", .limitedConcurrency, .serialized)
@BlockingThread
struct ControlPortTests {
    private let scratch: ScratchFolder

    init() throws { scratch = try ScratchFolder() }

    /// The output and the state files of a server, while it runs and after its end.
    private struct Run: Sendable {
        var lines: [String] = []
        var states: [StateFile] = []
        var process: pid_t = 0
        var status: Int32 = 0
        var errors = ""

        var ready: JSON { (try? JSON(parsing: lines.first ?? "")) ?? .null }
    }

    /// Runs a server until it prints a line with the prefix, calls the closure and stops the server.
    ///
    /// - Parameter mark: the prefix; nil if the server ends by itself.
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

    @Test("The ready line names the control port; the state file has the token and is removed at the end.")
    func ready() async throws {
        let sut = try await serve(["--json"])
        let state = try #require(sut.states.first)
        #expect(sut.ready.text("control") == state.control)
        #expect(sut.ready.integer("port") == state.port)
        #expect(state.process == sut.process)
        #expect(state.scenario == sut.ready.text("scenario"))
        #expect(Token.isValid(state.token))
        #expect(!sut.lines[0].contains(state.token))
        #expect(sut.status == 0)
        #expect(try folder.states() == [])
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
    }

    @Test("The startup message names the control port and its file, and never the token.")
    func startupMessage() async throws {
        let sut = try await serve([], until: "Press Ctrl-C")
        let state = try #require(sut.states.first)
        #expect(
            sut.lines.contains {
                $0.hasPrefix("control port: \(state.control), ") && $0.hasSuffix("/\(state.port).json")
            }
        )
        #expect(sut.lines.contains("control room: rehearsal room prints its URL"))
        #expect(!sut.lines.contains { $0.contains(state.token) })
        #expect(!sut.errors.contains(state.token))
        #expect(sut.status == 0)
    }

    @Test("The URL of the control room has the token in its fragment, and the session unless it is the first.")
    func roomURL() {
        let origin = "http://127.0.0.1:4100"
        #expect(ControlRoom.url(origin, token: "abc") == "\(origin)/#token=abc")
        #expect(ControlRoom.url(origin, token: "a+b&c", session: "k7") == "\(origin)/#token=a%2Bb%26c&session=k7")
    }

    @Test("The option --no-control starts no control port and writes no file.")
    func none() async throws {
        let sut = try await serve(["--json", "--no-control"])
        #expect(sut.ready["control"] == .some(.null))
        #expect(sut.status == 0)
        #expect(!FileManager.default.fileExists(atPath: folder.path))
    }

    @Test("The control port uses the token of REHEARSAL_TOKEN if that is long enough.")
    func token() async throws {
        let sut = try await serve(["--json"], environment: ["REHEARSAL_TOKEN": "0123456789abcdef"])
        #expect(sut.states.first?.token == "0123456789abcdef")
        let short = try await serve(["--json"], environment: ["REHEARSAL_TOKEN": "hunter2"], until: nil)
        #expect(short.status == 64)
        #expect(short.errors.contains("REHEARSAL_TOKEN must have"))
        #expect(!short.errors.contains("hunter2"))
    }

    @Test("A requested control port that is in use is reported.")
    func port() async throws {
        let taken = try Backend.start(Scenario("s", endpoints: [.get("/", replies: [.init()])]))
        let refused = try await serve(["--json", "--control-port", "\(taken.port)"], until: nil)
        #expect(refused.status == 2)
        #expect(refused.errors.contains("port \(taken.port) is in use"))
        #expect(try folder.states() == [])
        await taken.stop()
    }

    @Test("A server that cannot write its state file serves anyway and prints a hint.")
    func unwritten() async throws {
        try FileManager.default.createDirectory(atPath: folder.path, withIntermediateDirectories: true)
        chmod(folder.path, 0o777)
        let sut = try await serve(["--json"]) { run in
            let client = try await RawClient(port: run.ready.integer("port") ?? 0)
            guard await client.get("/api/v1/reservations")?.status == 200 else {
                throw ChildProgram.Failure(description: "it does not play")
            }
        }
        #expect(sut.errors.contains("is accessible to other users (777)"))
        #expect(sut.errors.contains("chmod 700"))
        #expect(sut.status == 0)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
    }

    @Test("The control port has the requested number, and its links refer to itself.")
    func reach() throws {
        func settings(_ words: String...) throws -> (port: Int, link: String?) {
            let options = try ServeOptions(Arguments(words, options: ServeCommand.command.options), Terminal())
            let playing = try ServeCommand(options: options, terminal: Terminal()).settings()
            let settings = ControlPort.settings(options, playing, seed: nil)
            return (settings.port, settings.sessionOptions.linkOrigin)
        }
        #expect(try settings("--control-port", "4100").port == 4100)
        #expect(try settings("--origin", "http://192.0.2.1:8080").link == nil)
    }

    @Test("The control port redacts the same secrets as a recording.")
    func redaction() throws {
        let options = try ServeOptions(Arguments([], options: ServeCommand.command.options), Terminal())
        let playing = try ServeCommand(options: options, terminal: Terminal()).settings()
        for settings in [playing, ControlPort.settings(options, playing, seed: nil).sessionOptions] {
            #expect(settings.redaction().requestTarget("/reset/9f86d081884c7d659a2f") == "/reset/redacted-00000001")
        }
    }

    @Test("A scenario that is loaded later keeps the seed of the session unless it has its own.")
    func seeds() throws {
        try scratch.write("plain.json", #"{ "endpoints": [] }"#)
        try scratch.write("own.json", #"{ "seed": 3, "endpoints": [] }"#)
        let options = try ServeOptions(Arguments([], options: ServeCommand.command.options), Terminal())
        let sut = ControlPort.settings(options, .init(), seed: 7)
        #expect(sut.load(scratch["plain.json"]).scenario?.seed == 7)
        #expect(sut.load(scratch["own.json"]).scenario?.seed == 3)
        #expect(sut.load(scratch["none.json"]).scenario == nil)
    }

    @Test("The options --control-port and --no-control are rejected together.")
    func conflict() async throws {
        #expect(try await serve(["--control-port", "1", "--no-control"], until: nil).status == 64)
    }
}
