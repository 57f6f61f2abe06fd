import Foundation
import RehearsalTestSupport
import TestAdmission
import Testing

@Suite("Output of rehearsal verify", .limitedConcurrency)
struct VerifyOutputTests {
    private static let subject =
        #"read x; echo '{"hello":1,"ops":[{"op":"a","method":"GET","path":"/","void":true}]}'; cat > /dev/null"#

    private func run(_ words: [String]) async throws -> ChildProgram.Outcome {
        try await runBlocking { try ChildProgram.run(["verify"] + words + ["--", "/bin/sh", "-c", Self.subject]) }
    }

    /// Runs a shell command in which `$0` is the program and `$1` the subject.
    private func shell(_ line: String) async throws -> BoundedRun.Termination {
        let words = ["-c", line, try ChildProgram.path(), Self.subject]
        return try await BoundedRun.run("/bin/sh", words, seconds: 240).end
    }

    @Test(
        "Verify ends normally without any of its three standard streams.",
        arguments: ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"]
    )
    func closed(_ redirection: String) async throws {
        let sut = try await shell("exec \"$0\" verify --list -- /bin/sh -c \"$1\" \(redirection)")
        #expect(sut == .exited(0))
    }

    @Test("A list fails on a full device, and succeeds if its reader closes early.")
    func unwritten() async throws {
        let full = try await shell("exec \"$0\" verify --list -- /bin/sh -c \"$1\" > /dev/full")
        #expect(full == .exited(2))
        let line = "{ { \"$0\" verify --list -- /bin/sh -c \"$1\"; echo $? >&3; } | :; } 3>&1"
        let left = try await BoundedRun.run(
            "/bin/sh",
            ["-c", line, try ChildProgram.path(), Self.subject],
            seconds: 240
        )
        #expect(left.output == "0\n")
    }

    @Test(
        "A report of an earlier run remains if this run produces none, and no empty file is left.",
        arguments: [
            (["--list"], 0), (["--only", "NOPE"], 64), (["--report", "json=/no/such/folder/x"], 2),
        ]
    )
    func kept(words: [String], status: Int) async throws {
        let folder = try ScratchFolder(["old.json": "OLD", "known.txt": ""])
        let outputs = [
            "--report", "json=\(folder["old.json"])", "--report", "junit=\(folder["new.xml"])",
            "--write-known-failing", folder["known.txt"],
        ]
        #expect(try await Int(run(outputs + words).status) == status)
        #expect(try folder.read("old.json") == "OLD")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["known.txt", "old.json"])
    }

    @Test("A report replaces an earlier one that was longer.")
    func replaced() async throws {
        let folder = try ScratchFolder(["old.json": String(repeating: "OLD", count: 100_000)])
        _ = try await VerifyTests.verify(["--only", "REQ-01/**", "--report", "json=\(folder["old.json"])"])
        let document = try JSONSerialization.jsonObject(with: Data(folder.read("old.json").utf8)) as? [String: Any]
        #expect(document?["subject"] as? String == "gallery")
    }

    @Test("A report on standard output is the only output there.")
    func alone() async throws {
        let sut = try await VerifyTests.verify(["--only", "REQ-01/**", "--report", "json=-"])
        #expect(sut.status == 0)
        #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(sut.output.utf8)) }
        #expect(sut.errors.hasPrefix("met: "))
    }

    @Test("A list that cannot be written is reported before the first case.")
    func early() async throws {
        let sut = try await run(["--write-known-failing", "/no/such/folder/x"])
        #expect(sut.status == 2)
        #expect(sut.errors.split(separator: "\n").count == 1, "\(sut.errors)")
        #expect(sut.output.isEmpty, "\(sut.errors)")
    }
}
