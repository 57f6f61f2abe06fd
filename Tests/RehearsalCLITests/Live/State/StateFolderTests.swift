import Foundation
import RehearsalTestSupport
import TestAdmission
import Testing

@testable import RehearsalCLI

@Suite("State files of running servers", .limitedConcurrency)
struct StateFolderTests {
    private let scratch: ScratchFolder
    private let sut: StateFolder

    init() throws {
        scratch = try ScratchFolder()
        var environment = Environment()
        environment.overrides = ["TMPDIR": scratch.path + "/"]
        sut = StateFolder(environment)
    }

    private func state(_ port: Int, process: Int32 = getpid()) -> StateFile {
        StateFile(
            process: process,
            port: port,
            baseURL: "http://127.0.0.1:\(port)",
            control: "http://127.0.0.1:4100",
            token: "0123456789abcdef",
            scenario: "a \"quoted\" name"
        )
    }

    private func mode(_ path: String) -> mode_t {
        var status = stat()
        return lstat(path, &status) == 0 ? status.st_mode & 0o7777 : 0
    }

    @Test("The folder returns the written states by port, from files named after the port.")
    func roundTrip() throws {
        try sut.write(state(8081))
        try sut.write(state(8080))
        #expect(try sut.states() == [state(8080), state(8081)])
        #expect(FileManager.default.fileExists(atPath: scratch["rehearsal-\(geteuid())/8080.json"]))
    }

    @Test("The folder and its files are private to their owner, and no temporary file remains.")
    func permissions() throws {
        try sut.write(state(8080))
        #expect(mode(sut.path) == 0o700)
        #expect(mode(sut.path + "/8080.json") == 0o600)
        #expect(try FileManager.default.contentsOfDirectory(atPath: sut.path) == ["8080.json"])
    }

    @Test("The folder removes the file of a process that has ended.")
    func stale() async throws {
        let process = try await runBlocking {
            let child = try ChildProgram(["--version"])
            _ = try child.end()
            return child.process
        }
        try sut.write(state(8080, process: process))
        try sut.write(state(8081))
        #expect(try sut.states().map(\.port) == [8081])
        #expect(!FileManager.default.fileExists(atPath: sut.path + "/8080.json"))
    }

    @Test("Reading states without a folder returns nothing and creates nothing.")
    func nothing() throws {
        #expect(try sut.states() == [])
        #expect(!FileManager.default.fileExists(atPath: sut.path))
    }

    @Test("Only the server that wrote a file can remove it.")
    func removal() throws {
        try sut.write(state(8080))
        var other = state(8080)
        other.token = "fedcba9876543210"
        sut.remove(other)
        #expect(sut.contains(state(8080)))
        sut.remove(state(8080))
        #expect(try sut.states() == [])
    }

    @Test("A later server on the same port replaces the file of an earlier one.")
    func replacing() throws {
        try sut.write(state(8080))
        var other = state(8080)
        other.token = "fedcba9876543210"
        try sut.write(other)
        #expect(try sut.states() == [other])
        #expect(!sut.contains(state(8080)))
    }

    @Test("A folder that is open to others is rejected with the command that makes it private.")
    func open() throws {
        try FileManager.default.createDirectory(atPath: sut.path, withIntermediateDirectories: true)
        chmod(sut.path, 0o755)
        for body in [{ try sut.write(state(8080)) }, { _ = try sut.states() }] {
            let error = #expect(throws: StateFolder.Failure.self) { try body() }
            #expect(error?.description == "\(sut.path) contains tokens and is accessible to other users (755)")
            #expect(error?.hint?.hasPrefix("chmod 700 \(sut.path)") == true)
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: sut.path) == [])
    }

    @Test("A folder of another user is rejected.")
    func foreign() throws {
        try sut.write(state(8080))
        let other = StateFolder(PrivateFolder(path: sut.path, user: geteuid() + 1))
        let error = #expect(throws: StateFolder.Failure.self) { try other.states() }
        #expect(error?.description == "\(sut.path) belongs to another user")
        #expect(throws: StateFolder.Failure.self) { try other.write(state(8081)) }
    }

    @Test("A symbolic link in place of the folder is rejected.")
    func link() throws {
        let target = try ScratchFolder()
        chmod(target.path, 0o700)
        try scratch.link("rehearsal-\(geteuid())", to: target.path)
        let error = #expect(throws: StateFolder.Failure.self) { try sut.write(state(8080)) }
        #expect(error?.description == "\(sut.path) is not a folder")
        #expect(try FileManager.default.contentsOfDirectory(atPath: target.path) == [])
    }

    @Test("Reading states skips other files and keeps them.")
    func strangers() throws {
        try sut.write(state(8080))
        for (name, text) in [("9.json", "{"), ("10.json", "[]"), ("notes.txt", "x"), ("11.json", #"{"pid":-1}"#)] {
            try scratch.write("rehearsal-\(geteuid())/\(name)", text)
        }
        try FileManager.default.copyItem(atPath: sut.path + "/8080.json", toPath: sut.path + "/12.json")
        #expect(try sut.states() == [state(8080)])
        #expect(try FileManager.default.contentsOfDirectory(atPath: sut.path).count == 6)
    }

    @Test("The folder is in /tmp without TMPDIR, and a missing TMPDIR results in a hint.")
    func place() {
        var environment = Environment()
        environment.overrides = [:]
        #expect(StateFolder(environment).path == "/tmp/rehearsal-\(geteuid())")
        environment.overrides = ["TMPDIR": scratch["none"]]
        let error = #expect(throws: StateFolder.Failure.self) { try StateFolder(environment).write(state(1)) }
        #expect(error?.hint == "correct TMPDIR")
    }
}
