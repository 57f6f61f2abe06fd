import Rehearsal
import RehearsalServer
import RehearsalTestSupport
import TestAdmission
import Testing

@testable import RehearsalCLI

@Suite("rehearsal journal", .limitedConcurrency)
struct JournalVerbTests {
    /// Returns the lines of a journal file for some requests, and the log lines of the same requests.
    private func lines() async throws -> (text: String, shown: [String]) {
        let lost = Scenario.Reply(fault: Fault(.reset, at: .beforeHead))
        let scenario = Scenario("s", endpoints: [.get("/a", replies: [.init(times: 1)]), .get("/c", replies: [lost])])
        let backend = try Backend.start(scenario)
        let client = try await RawClient(port: backend.port)
        for target in ["/a?access_token=hunter2", "/a", "/b", "/c"] { _ = await client.get(target) }
        await backend.journal.settled()
        let entries = backend.journal.entries
        let line = LogFormatter(redaction: backend.redaction, style: .plain, clock: { _ in "" })
        let text = entries.map { String(decoding: $0.ndjsonLine(backend.redaction), as: UTF8.self) }.joined()
        let shown = entries.map { line.text($0) }
        await backend.stop()
        return (text, shown)
    }

    @Test("The journal command prints the log lines of serve, made from JSON lines.")
    func people() async throws {
        let (text, shown) = try await lines()
        let sut = try ScriptedControl([.get("/v1/**", replies: [.init(body: .text(text))])])
        let run = try await sut.run("journal")
        #expect(run.status == .success)
        #expect(sut.asked?.request == "GET /v1/sessions/main/journal")
        // Everything except the time of day, which the expected lines lack.
        let lines = run.output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let bare = lines.map { $0.hasPrefix("    ") || $0.isEmpty ? $0 : String($0.dropFirst("12:00:00.000".count)) }
        #expect(bare.joined(separator: "\n") == shown.joined())
        #expect(shown.count == 4)
        #expect(!run.output.contains("hunter2"))
        for note in ["to answer it: ", "no reply is left", "reset at beforeHead"] { #expect(run.output.contains(note)) }
    }

    @Test("The option --json prints the journal lines unchanged.")
    func machines() async throws {
        let (text, _) = try await lines()
        let sut = try ScriptedControl([.get("/v1/**", replies: [.init(body: .text(text))])])
        let run = try await sut.run("journal", "--json", "--follow", "--session", "k7")
        #expect(run.output == text)
        #expect(sut.asked?.request == "GET /v1/sessions/k7/journal?follow=true")
    }

    @Test("The journal of another machine shows times from its first line, because the clocks differ.")
    func elsewhere() async throws {
        let (text, _) = try await lines()
        let sut = try ScriptedControl([.get("/v1/**", replies: [.init(body: .text(text))])])
        let run = try await sut.run(
            "journal",
            "--control",
            sut.backend.origin,
            variables: ["REHEARSAL_TOKEN": ScriptedControl.token]
        )
        #expect(run.output.hasPrefix("+0.000 s  GET /a?access_token="))
    }

    @Test("A journal page shows marks between exchanges as remarks and skips invalid lines.")
    func notes() {
        var sut = JournalFormatter(isHere: true, style: .plain)
        #expect(sut.text(Array(#"{"event":"dropped","exchanges":7}"#.utf8)) == "… 7 older exchanges were dropped\n")
        #expect(sut.text(Array(#"{"event":"played","scenario":"outage"}"#.utf8)) == "— played outage\n")
        #expect(sut.text(Array("nonsense".utf8)) == "")
        #expect(sut.text(Array("{}".utf8)) == "")
    }
}
