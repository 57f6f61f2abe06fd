import RehearsalTestSupport
import TestAdmission
import Testing

@testable import RehearsalRecording

@Suite("A recording that a test names", .limitedConcurrency)
struct NamedRecordingTests {
    /// Returns the use of the recording `shop/orders` in the test `p/Tests/T/My.swift` below a folder.
    private func use(
        in folder: ScratchFolder,
        isNew: Bool = false,
        environment: [String: String] = [:],
    ) throws -> NamedRecording.Use {
        let sut = NamedRecording(
            name: "shop/orders",
            upstream: "https://api.example.com",
            testFile: folder["p/Tests/T/My.swift"],
            environment: { environment[$0] }
        )
        return try sut.use { _ in isNew }
    }

    private static let package = ["p/Package.swift": "", "p/Tests/T/My.swift": ""]
    private static let recorded = package.merging(["p/Recordings/shop/orders.har": "{}"]) { old, _ in old }

    @Test("A recording in a folder above the test's source file is played, also in continuous integration.")
    func found() throws {
        let folder = try ScratchFolder(Self.recorded)
        let path = folder["p/Recordings/shop/orders.har"]
        #expect(try use(in: folder) == .play(path))
        #expect(try use(in: folder, environment: ["CI": "true"]) == .play(path))
        #expect(try use(in: folder, environment: ["REHEARSAL_RECORD": "never"]) == .play(path))
    }

    @Test("A recording that does not exist is made beside Package.swift.")
    func besideManifest() throws {
        let folder = try ScratchFolder(Self.package)
        #expect(try use(in: folder) == .record(folder["p/Recordings/shop/orders.har"]))
    }

    @Test("A recording that does not exist is made in the nearest folder of the package that has recordings.")
    func nearest() throws {
        let folder = try ScratchFolder(
            Self.package.merging(["p/Tests/Recordings/a.har": "", "Recordings/b.har": ""]) { old, _ in old }
        )
        #expect(try use(in: folder) == .record(folder["p/Tests/Recordings/shop/orders.har"]))
    }

    @Test("In a project without a manifest, a recording is made at the top of the working copy.")
    func workingCopy() throws {
        let folder = try ScratchFolder(["p/.git/HEAD": "", "p/Tests/T/My.swift": ""])
        #expect(try use(in: folder) == .record(folder["p/Recordings/shop/orders.har"]))
    }

    @Test("A recording that this process has made is extended, and with rewrite an older one is made again.")
    func again() throws {
        let folder = try ScratchFolder(Self.recorded)
        let path = folder["p/Recordings/shop/orders.har"]
        #expect(try use(in: folder, isNew: true) == .record(path))
        #expect(try use(in: folder, environment: ["REHEARSAL_RECORD": "rewrite"]) == .record(path))
        #expect(try use(in: folder, environment: ["REHEARSAL_RECORD": "rewrite", "CI": "1"]) == .record(path))
        #expect(try use(in: folder, isNew: true, environment: ["REHEARSAL_RECORD": "never"]) == .play(path))
    }

    @Test(
        "The error for a missing recording has the cause and the command that records it.",
        arguments: [
            (["CI": "true"], "and CI is set, so nothing is recorded; searched in:\n    no folder named Recordings"),
            (["REHEARSAL_RECORD": "never"], "and REHEARSAL_RECORD is \"never\""),
        ]
    )
    func missing(environment: [String: String], cause: String) throws {
        let folder = try ScratchFolder(Self.package)
        let error = #expect(throws: Backend.ScenarioNotPlayed.self) { try use(in: folder, environment: environment) }
        let text = error?.description ?? ""
        #expect(text.hasPrefix("the recording \"shop/orders\" was not found, \(cause)"))
        #expect(text.contains("to record https://api.example.com, run the test where its source files are: "))
        #expect(text.contains("REHEARSAL_RECORD=once swift test"))
    }

    @Test("CI with the value false is not continuous integration, and REHEARSAL_RECORD takes precedence over it.")
    func environment() throws {
        let folder = try ScratchFolder(Self.package)
        let path = folder["p/Recordings/shop/orders.har"]
        #expect(try use(in: folder, environment: ["CI": "false"]) == .record(path))
        #expect(try use(in: folder, environment: ["CI": "true", "REHEARSAL_RECORD": "once"]) == .record(path))
    }

    @Test("Without the test's source file, a missing recording is an error, because it would have no folder.")
    func otherMachine() throws {
        let folder = try ScratchFolder(["p/Package.swift": ""])
        let error = #expect(throws: Backend.ScenarioNotPlayed.self) { try use(in: folder) }
        let cause = "and \(folder["p/Tests/T/My.swift"]) does not exist on this machine"
        #expect(error?.description.contains(cause) == true)
    }

    @Test("The error for an unknown mode lists the valid values.")
    func unknownMode() throws {
        let folder = try ScratchFolder(Self.recorded)
        let error = #expect(throws: Backend.ScenarioNotPlayed.self) {
            try use(in: folder, environment: ["REHEARSAL_RECORD": "all"])
        }
        let expected = "the environment variable REHEARSAL_RECORD is \"all\"; valid values: once, rewrite, never"
        #expect(error?.description == expected)
    }

    @Test("A name that leaves the folder of recordings is rejected.", arguments: ["", "/tmp/a", "../a", "a//b", "a/."])
    func invalidName(name: String) throws {
        let folder = try ScratchFolder(Self.package)
        let sut = NamedRecording(name: name, upstream: "http://127.0.0.1", testFile: folder["p/Tests/T/My.swift"])
        let error = #expect(throws: Backend.ScenarioNotPlayed.self) { try sut.use { _ in false } }
        #expect(error?.description.contains("is not a valid name of a recording") == true)
    }
}
