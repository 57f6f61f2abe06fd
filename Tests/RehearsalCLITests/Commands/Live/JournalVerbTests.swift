import Rehearsal
import RehearsalServer
import RehearsalTestSupport
import TestAdmission
import Testing

@testable import RehearsalCLI

@Suite("rehearsal journal", .admitted)
struct JournalVerbTests {
    /// The lines that a journal file would have of some requests.
    private func lines() async throws -> (text: String, shown: [String]) {
        let lost = Scenario.Reply(fault: Fault(.reset, at: .beforeHead))
        let scenario = Scenario("s", endpoints: [.get("/a", replies: [.init(times: 1)]), .get("/c", replies: [lost])])
        let backend = try Backend.start(scenario)
        let client = try await RawClient(port: backend.port)
        for target in ["/a?access_token=hunter2", "/a", "/b", "/c"] { _ = await client.get(target) }
        await backend.journal.settled()
        let entries = backend.journal.entries
        let line = LogLine(redaction: backend.redaction, style: .plain, clock: { _ in "" })
        let text = entries.map { String(decoding: $0.line(backend.redaction), as: UTF8.self) }.joined()
        let shown = entries.map { line.text($0) }
        await backend.stop()
        return (text, shown)
    }

    @Test("People get the lines that serve shows, made from those for machines.")
    func people() async throws {
        let (text, shown) = try await lines()
        let sut = try ScriptedControl([.get("/v1/**", replies: [.init(body: .text(text))])])
        let run = try await sut.run("journal")
        #expect(run.status == .held)
        #expect(sut.asked?.request == "GET /v1/sessions/main/journal")
        // All but the time of day, which the first of them does not have.
        let lines = run.output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let bare = lines.map { $0.hasPrefix("    ") || $0.isEmpty ? $0 : String($0.dropFirst("12:00:00.000".count)) }
        #expect(bare.joined(separator: "\n") == shown.joined())
        #expect(shown.count == 4 && !run.output.contains("hunter2"))
        for note in ["to answer it: ", "no reply is left", "reset at beforeHead"] { #expect(run.output.contains(note)) }
    }

    @Test("Machines get them as they are.")
    func machines() async throws {
        let (text, _) = try await lines()
        let sut = try ScriptedControl([.get("/v1/**", replies: [.init(body: .text(text))])])
        let run = try await sut.run("journal", "--json", "--follow", "--session", "k7")
        #expect(run.output == text)
        #expect(sut.asked?.request == "GET /v1/sessions/k7/journal?follow=true")
    }

    @Test("On another machine time is counted from the first line, since its clock is another.")
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

    @Test("What stands between exchanges is a remark, and what is no line is passed over.")
    func notes() {
        var sut = JournalPage(isHere: true, style: .plain)
        #expect(sut.text(Array(#"{"event":"dropped","exchanges":7}"#.utf8)) == "… 7 older exchanges were dropped\n")
        #expect(sut.text(Array(#"{"event":"played","scenario":"outage"}"#.utf8)) == "— played outage\n")
        #expect(sut.text(Array("nonsense".utf8)) == "")
        #expect(sut.text(Array("{}".utf8)) == "")
    }
}
