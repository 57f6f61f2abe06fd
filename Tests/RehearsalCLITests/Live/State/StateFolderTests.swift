import Foundation
import RehearsalTestSupport
import TestAdmission
import Testing

@testable import RehearsalCLI

@Suite("The files of servers that run", .admitted)
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

    @Test("What is written is read again, by the port, and is named after it.")
    func roundTrip() throws {
        try sut.write(state(8081))
        try sut.write(state(8080))
        #expect(try sut.states() == [state(8080), state(8081)])
        #expect(FileManager.default.fileExists(atPath: scratch["rehearsal-\(geteuid())/8080.json"]))
    }

    @Test("The folder is its owner's alone, and so is each file; no draft is left.")
    func permissions() throws {
        try sut.write(state(8080))
        #expect(mode(sut.path) == 0o700)
        #expect(mode(sut.path + "/8080.json") == 0o600)
        #expect(try FileManager.default.contentsOfDirectory(atPath: sut.path) == ["8080.json"])
    }

    @Test("A file whose process has gone is left out and removed.")
    func stale() async throws {
        let process = try await onThread {
            let child = try ChildProgram(["--version"])
            _ = try child.end()
            return child.process
        }
        try sut.write(state(8080, process: process))
        try sut.write(state(8081))
        #expect(try sut.states().map(\.port) == [8081])
        #expect(!FileManager.default.fileExists(atPath: sut.path + "/8080.json"))
    }

    @Test("Where nothing has ever run there is nothing, and nothing is made.")
    func nothing() throws {
        #expect(try sut.states() == [])
        #expect(!FileManager.default.fileExists(atPath: sut.path))
    }

    @Test("A file is removed only by the server that wrote it.")
    func removal() throws {
        try sut.write(state(8080))
        var other = state(8080)
        other.token = "fedcba9876543210"
        sut.remove(other)
        #expect(sut.holds(state(8080)))
        sut.remove(state(8080))
        #expect(try sut.states() == [])
    }

    @Test("A later server takes the place of an earlier one at once.")
    func replacing() throws {
        try sut.write(state(8080))
        var other = state(8080)
        other.token = "fedcba9876543210"
        try sut.write(other)
        #expect(try sut.states() == [other])
        #expect(!sut.holds(state(8080)))
    }

    @Test("A folder that is open to others is refused, with the command that closes it.")
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

    @Test("A folder that belongs to another user is refused.")
    func foreign() throws {
        try sut.write(state(8080))
        let other = StateFolder(OwnedFolder(path: sut.path, user: geteuid() + 1))
        let error = #expect(throws: StateFolder.Failure.self) { try other.states() }
        #expect(error?.description == "\(sut.path) belongs to another user")
        #expect(throws: StateFolder.Failure.self) { try other.write(state(8081)) }
    }

    @Test("A link in the place of the folder is refused, wherever it leads.")
    func link() throws {
        let target = try ScratchFolder()
        chmod(target.path, 0o700)
        try scratch.link("rehearsal-\(geteuid())", to: target.path)
        let error = #expect(throws: StateFolder.Failure.self) { try sut.write(state(8080)) }
        #expect(error?.description == "\(sut.path) is not a folder")
        #expect(try FileManager.default.contentsOfDirectory(atPath: target.path) == [])
    }

    @Test("What is no such file is passed over and stays.")
    func strangers() throws {
        try sut.write(state(8080))
        for (name, text) in [("9.json", "{"), ("10.json", "[]"), ("notes.txt", "x"), ("11.json", #"{"pid":-1}"#)] {
            try scratch.write("rehearsal-\(geteuid())/\(name)", text)
        }
        try FileManager.default.copyItem(atPath: sut.path + "/8080.json", toPath: sut.path + "/12.json")
        #expect(try sut.states() == [state(8080)])
        #expect(try FileManager.default.contentsOfDirectory(atPath: sut.path).count == 6)
    }

    @Test("Without TMPDIR it is in /tmp, one for each user; a folder that is not there is named.")
    func place() {
        var environment = Environment()
        environment.overrides = [:]
        #expect(StateFolder(environment).path == "/tmp/rehearsal-\(geteuid())")
        environment.overrides = ["TMPDIR": scratch["none"]]
        let error = #expect(throws: StateFolder.Failure.self) { try StateFolder(environment).write(state(1)) }
        #expect(error?.hint == "correct TMPDIR")
    }
}
