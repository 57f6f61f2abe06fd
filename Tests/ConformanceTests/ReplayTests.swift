import Foundation
import Rehearsal
import RehearsalDocuments
import RehearsalServer
import RehearsalTestSupport
import TestAdmission
import Testing

@Suite("A recording replayed to third-party clients", .limitedConcurrency)
struct ReplayTests {
    private static let recording = Program.file("../RehearsalFilesTests/Fixtures/httpbin.har")
    private static let hasClients = BoundedRun.find("curl") != nil && BoundedRun.find("python3") != nil

    private func play(_ path: String, exact: Bool) throws -> Backend {
        var diagnostics: [Diagnostic] = []
        let source = SourceText(path: path, bytes: Array(try Data(contentsOf: URL(fileURLWithPath: path))))
        let recording = try #require(Recording.read(source, exact: exact, diagnostics: &diagnostics))
        return try Backend.start(recording.scenario(named: "replay"))
    }

    @Test(
        "A replay returns all twenty exchanges: status, reason, end-to-end headers and body.",
        .enabled(if: hasClients, "needs curl and python3"),
        arguments: ["http.client", "curl"],
        ["keep-alive rewritten", "keep-alive exact", "fresh rewritten", "fresh exact"]
    )
    func httpbin(_ client: String, _ mode: String) async throws {
        let words = mode.split(separator: " ").map(String.init)
        let isExact = words[1] == "exact"
        let sut = try play(Self.recording, exact: isExact)
        let persistence = words[0]
        let run = try await Program.run(
            "python3",
            [
                Program.file("Drivers/replay.py"), "http://127.0.0.1:\(sut.port)", Self.recording, client, persistence,
                isExact ? "exact" : "rewritten",
            ]
        )
        #expect(run.status == 0, "\(run.output)")
        #expect(run.output.hasSuffix("20 exchanges, 0 differences\n"))
        #expect(sut.journal.unexpected.isEmpty)
        #expect(sut.journal.count == 20)
    }
}
