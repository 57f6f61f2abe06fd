import Foundation
import RehearsalTestSupport
import TestAdmission
import Testing

@testable import RehearsalCLI

@Suite("A tester's ticket reproduced from the shell", .limitedConcurrency)
struct TicketTests {
    private static let folder = (0..<3).reduce(URL(fileURLWithPath: #filePath)) { url, _ in
        url.deletingLastPathComponent()
    }.appending(path: "Fixtures/Ticket")

    @Test("The script reproduces a session that expires while the app runs, in three steps on one server.")
    func ticket() async throws {
        let script = Self.folder.appending(path: "ticket.sh").path
        let scratch = try ScratchFolder()
        var environment = Environment()
        environment.overrides = ["TMPDIR": scratch.path]
        let folder = StateFolder(environment)
        defer {
            for state in (try? folder.states()) ?? [] { kill(state.process, SIGKILL) }
        }
        let run = try await BoundedRun.run(
            "/usr/bin/env",
            ["TMPDIR=\(scratch.path)", "/bin/sh", script, try ChildProgram.path()],
            seconds: 900,
            withErrors: true
        )
        #expect(run.end == .exited(0), "\(run.output)")
        let lines = run.output.split(separator: "\n").map(String.init)
        let journal = lines.drop { $0 != "# what happened" }.dropFirst().filter { $0.contains(" → ") }
        #expect(
            journal.map { $0.split(separator: " ")[1...4].joined(separator: " ") } == [
                "POST /auth/login → 200", "GET /me → 200", "GET /me → 401", "POST /auth/refresh → 400",
                "POST /auth/login → 200", "GET /reservations → 200",
            ],
            "\(run.output)"
        )
        #expect(lines.last?.hasSuffix("has stopped") == true)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
        #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path) == ["rehearsal-\(geteuid())"])
    }

    @Test("The script does not sleep.")
    func noSleep() throws {
        let script = try String(contentsOf: Self.folder.appending(path: "ticket.sh"), encoding: .utf8)
        #expect(!script.contains("sleep"))
    }
}
