import Foundation
import RehearsalTestSupport
import TestAdmission
import Testing

@testable import RehearsalCLI

// Serialized: each test starts processes, and other tests need their share of the machine.
@Suite("rehearsal serve --detach", .limitedConcurrency, .serialized)
struct DetachTests {
    private func serve(_ words: String..., in scratch: ScratchFolder) async throws -> ChildProgram.Outcome {
        try await runBlocking {
            try ChildProgram.run(["serve", "--detach"] + words, environment: ["TMPDIR": scratch.path])
        }
    }

    private func mode(_ path: String) -> mode_t {
        var status = stat()
        return lstat(path, &status) == 0 ? status.st_mode & 0o7777 : 0
    }

    @Test("A detached server leads its own session and outlives the process that started it.")
    func session() async throws {
        let sut = try await LiveServer.start()
        #expect(getsid(sut.process) == sut.process)
        #expect(getsid(sut.process) != getsid(0))
        #expect(try await sut.get("/turn")?.text == "first")
        try await sut.stop()
    }

    @Test("A detached server writes to a log beside its state file and inherits no other descriptor.")
    func descriptors() async throws {
        let scratch = try ScratchFolder()
        let inherited = try scratch.write("inherited", "")
        let program = try ChildProgram.path()
        let script = "exec 7<'\(inherited)'; TMPDIR='\(scratch.path)' exec '\(program)' serve --detach --port 0 --json"
        let run = try await BoundedRun.run("/bin/sh", ["-c", script], seconds: 240)
        #expect(run.end == .exited(0))
        var environment = Environment()
        environment.overrides = ["TMPDIR": scratch.path]
        let folder = StateFolder(environment)
        let state = try #require(try folder.states().first)
        defer { if folder.contains(state) { kill(state.process, SIGKILL) } }
        let log = "\(folder.path)/\(state.port).log"
        #expect(mode(log) == 0o600)
        #if os(Linux)
            let links = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(state.process)/fd").map { number in
                (
                    number,
                    (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(state.process)/fd/\(number)"))
                        ?? ""
                )
            }
            let targets = Dictionary(uniqueKeysWithValues: links)
            #expect(targets["0"] == "/dev/null")
            #expect(targets["1"] == log)
            #expect(targets["2"] == log)
            #expect(!targets.values.contains(inherited))
        #endif
        let stop = try await CommandRun.run(["stop"], variables: ["TMPDIR": scratch.path])
        #expect(stop.status == .success)
    }

    @Test("SIGTERM ends a detached server like stop, and removes its files.")
    func signal() async throws {
        let sut = try await LiveServer.start()
        let state = try #require(sut.states.first)
        kill(sut.process, SIGTERM)
        let hasEnded = try await runBlocking { ServerExitWaiter(of: state, in: sut.folder).wait(atMost: .seconds(240)) }
        #expect(hasEnded)
        #expect(sut.files == [])
    }

    @Test("A requested log remains after the end of a detached server.")
    func log() async throws {
        let sut = try await LiveServer.start(["--log", "-"])
        _ = try await sut.get("/turn")
        try await sut.stop()
        #expect(sut.files == ["\(sut.port).log"])
        #expect(try sut.scratch.read("rehearsal-\(geteuid())/\(sut.port).log").contains("GET /turn → 200"))
    }

    @Test("The starting command prints the warnings of the documents.")
    func warnings() async throws {
        let document = #"{ "endpoints": [{ "method": "get", "path": "/", "replies": [{}] }] }"#
        let scratch = try ScratchFolder(["one.jsonc": document])
        let run = try await serve("--port", "0", "--json", scratch["one.jsonc"], in: scratch)
        #expect(run.status == 0)
        #expect(run.errors.contains("warning: "), "\(run.errors)")
        #expect(try await CommandRun.run(["stop"], variables: ["TMPDIR": scratch.path]).status == .success)
    }

    @Test("A requested timeline is in the log, which remains.")
    func trace() async throws {
        let sut = try await LiveServer.start(["--trace", "-"])
        _ = try await sut.get("/turn")
        try await sut.stop()
        #expect(try sut.scratch.read("rehearsal-\(geteuid())/\(sut.port).log").contains("GET /turn"))
    }

    @Test("The startup message names the URL, the log and the command to stop, and never the token.")
    func startupMessage() async throws {
        let scratch = try ScratchFolder()
        let run = try await serve("--port", "0", in: scratch)
        #expect(run.status == 0)
        var environment = Environment()
        environment.overrides = ["TMPDIR": scratch.path]
        let folder = StateFolder(environment)
        let state = try #require(try folder.states().first)
        defer { if folder.contains(state) { kill(state.process, SIGKILL) } }
        #expect(run.output.contains("listening on \(state.baseURL) "))
        #expect(run.output.contains("control port: \(state.control), "))
        #expect(run.output.contains("\(folder.path)/\(state.port).json\n"))
        #expect(run.output.contains("process \(state.process)"))
        #expect(run.output.contains("\(state.port).log"))
        #expect(run.output.contains("to end it: rehearsal stop"))
        #expect(!run.output.contains("Ctrl-C"))
        #expect(!run.output.contains(state.token))
        #expect(!run.errors.contains(state.token))
        let stop = try await CommandRun.run(["stop"], variables: ["TMPDIR": scratch.path])
        #expect(stop.status == .success)
    }

    @Test("A port in use is reported with status 2, and no file remains.")
    func portInUse() async throws {
        let sut = try await LiveServer.start()
        let run = try await serve("--port", "\(sut.port)", in: sut.scratch)
        #expect(run.status == 2)
        #expect(run.output == "")
        #expect(run.errors.contains("port \(sut.port) is in use by another program"))
        #expect(run.errors.contains("to stop it: rehearsal stop --server \(sut.port)"))
        #expect(run.errors.contains("the server did not start"))
        #expect(sut.files == ["\(sut.port).json", "\(sut.port).log"])
        try await sut.stop()
    }

    @Test("An invalid document is reported with its position and status 64.")
    func broken() async throws {
        let scratch = try ScratchFolder(["bad.jsonc": "{ \"endpoints\": [{ \"gett\": \"/\" }] }"])
        let run = try await serve("--port", "0", scratch["bad.jsonc"], in: scratch)
        #expect(run.status == 64)
        #expect(run.errors.contains("\(scratch["bad.jsonc"]):1:19: error: "))
        #expect(try FileManager.default.contentsOfDirectory(atPath: scratch["rehearsal-\(geteuid())"]) == [])
    }

    @Test("Detaching is rejected without a control port or a private folder for the state file.")
    func unstoppable() async throws {
        let scratch = try ScratchFolder()
        #expect(try await serve("--no-control", in: scratch).status == 64)
        let path = scratch["rehearsal-\(geteuid())"]
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        chmod(path, 0o755)
        let run = try await serve("--port", "0", in: scratch)
        #expect(run.status == 2)
        #expect(run.errors.contains("is accessible to other users"))
    }
}
