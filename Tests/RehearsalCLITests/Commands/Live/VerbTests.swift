import Foundation
import Rehearsal
import RehearsalServer
import RehearsalTestSupport
import TestAdmission
import Testing

@testable import RehearsalCLI

@Suite("Commands that control a running server", .limitedConcurrency)
struct VerbTests {
    private func sut(_ replies: Scenario.Reply...) throws -> ScriptedControl {
        let replies = replies.isEmpty ? [Scenario.Reply(body: .json(ScriptedControl.session))] : replies
        return try ScriptedControl([.any("/v1/**", replies: replies)])
    }

    @Test("The command play sends an absolute path, and prints the scenario, its URL and how to release its holds.")
    func play() async throws {
        let sut = try sut()
        let file = try sut.scratch.write("a.jsonc", "{}")
        let run = try await sut.run("play", file)
        #expect(run.status == .success)
        #expect(
            run.output == """
                outage: it fails
                now playing from its beginning on http://127.0.0.1:8080
                to release held replies: rehearsal release list

                """
        )
        #expect(sut.asked?.request == "POST /v1/sessions/main/play")
        #expect(try JSON(parsing: sut.asked?.body ?? "")["file"]?.text?.hasSuffix("/a.jsonc") == true)
        #expect(sut.asked?.body.contains(#""file":"/"#) == true)
    }

    @Test("The command play sends the document itself to a server that is given by its URL.")
    func playElsewhere() async throws {
        let sut = try sut()
        let file = try sut.scratch.write("a.jsonc", #"{ "endpoints": [], /* none */ }"#)
        let origin = sut.backend.origin
        let run = try await sut.run(
            "play",
            file,
            "--control",
            origin,
            "--session",
            "k7",
            variables: ["REHEARSAL_TOKEN": ScriptedControl.token]
        )
        #expect(run.status == .success)
        #expect(sut.asked?.request == "POST /v1/sessions/k7/play")
        #expect(sut.asked?.body == #"{"scenario":{"endpoints":[]}}"#)
        let har = try sut.scratch.write("a.har", "{}")
        let refused = try await sut.run(
            "play",
            har,
            "--control",
            origin,
            variables: ["REHEARSAL_TOKEN": ScriptedControl.token]
        )
        #expect(refused.status == .usage)
        let nameless = try await sut.run("play", file, "--control", origin)
        #expect(nameless.status == .usage)
        #expect(nameless.errors.contains("REHEARSAL_TOKEN"))
    }

    @Test(
        "The command play prints an invalid scenario as lint does, with its line and the status of a usage error."
    )
    func playBroken() async throws {
        let problem: JSON = [
            "title": "not playable", "status": 422, "detail": "it has one error",
            "diagnostics": [["severity": "error", "code": "unknown-key", "file": "x", "line": 1, "message": "m"]],
        ]
        let sut = try sut(.init(422, body: .json(problem)))
        let file = try sut.scratch.write("a.jsonc", #"{ "endpoints": [{ "get": "/", "repliess": [] }] }"#)
        let run = try await sut.run("play", file)
        #expect(run.status == .usage)
        #expect(run.errors.contains("\(file):1:31: error: unknown key"))
        #expect(run.errors.contains(#"did you mean "replies"?"#))
        #expect(run.errors.contains("the server keeps its scenario"))
    }

    @Test("The commands release and hold send the name of the hold.", arguments: ["release", "hold"])
    func holds(verb: String) async throws {
        let sut = try sut()
        let run = try await sut.run(verb, "list")
        #expect(run.status == .success)
        #expect(run.output.hasPrefix(#""list" is "#))
        #expect(run.output.contains("http://127.0.0.1:8080"))
        #expect(sut.asked?.request == "POST /v1/sessions/main/\(verb)")
        #expect(sut.asked?.body == #"{"hold":"list"}"#)
    }

    @Test("The command overlay switches an overlay on or off.", arguments: [true, false])
    func overlay(isOn: Bool) async throws {
        let sut = try sut()
        let run = isOn ? try await sut.run("overlay", "slow") : try await sut.run("overlay", "slow", "--off")
        #expect(run.status == .success)
        #expect(run.output == "the overlay \"slow\" is \(isOn ? "on" : "off")\n")
        #expect(sut.asked?.request == "POST /v1/sessions/main/overlays")
        #expect(sut.asked?.body == #"{"overlay":"slow","on":\#(isOn)}"#)
    }

    @Test("The command overlay without a name lists the overlays.")
    func overlays() async throws {
        let overlays: JSON = [
            ["name": "offline", "summary": "refused", "on": false], ["name": "slow", "summary": "2 s", "on": true],
        ]
        let sut = try sut(.init(200, body: .json(["overlays": overlays])))
        let run = try await sut.run("overlay", "--session", "k7")
        #expect(run.output == "offline  off  refused\nslow     on   2 s\n")
        #expect(sut.asked?.request == "GET /v1/sessions/k7/overlays")
        #expect(try await sut.run("overlay", "--off").status == .usage)
    }

    @Test("The command fail sets a fault for the next request, and cancels all.")
    func fail() async throws {
        let sut = try sut()
        let run = try await sut.run("fail", "get", "/orders", "F05")
        #expect(run.output == "the next GET /orders fails with F05\n")
        #expect(sut.asked?.request == "POST /v1/sessions/main/next-reply")
        #expect(sut.asked?.body == #"{"method":"GET","path":"/orders","fault":"F05"}"#)
        #expect(try await sut.run("fail", "--cancel").status == .success)
        #expect(sut.asked?.request == "DELETE /v1/sessions/main/next-reply")
        #expect(try await sut.run("fail", "GET", "/orders").status == .usage)
        #expect(try await sut.run("fail", "--cancel", "GET").status == .usage)
    }

    @Test("The command reset sends a reset of its session.")
    func reset() async throws {
        let sut = try sut()
        let run = try await sut.run("reset", "--session", "k7")
        #expect(run.output == "outage restarted on http://127.0.0.1:8080\n")
        #expect(sut.asked?.request == "POST /v1/sessions/k7/reset")
    }

    @Test("The command release rejects an unknown hold as a usage error and lists the known ones.")
    func unknownHold() async throws {
        let sut = try sut(
            .init(404, body: .json(["title": "No hold has that name.", "detail": "its holds are: list"]))
        )
        let run = try await sut.run("release", "lst")
        #expect(run.status == .usage)
        #expect(run.errors == "error: No hold has that name.\n  its holds are: list\n")
    }

    @Test("Output of a server cannot control the terminal.")
    func escapes() async throws {
        let sut = try sut(.init(404, body: .json(["detail": "a\u{1B}[2Jb\nc"])))
        let run = try await sut.run("release", "x")
        #expect(run.errors == "error: a\\u{1b}[2Jb\nc\n")
    }

    @Test("The command wait succeeds if the server reports that the expectation is met.")
    func waitMet() async throws {
        let sut = try sut(.init(body: .json(["met": true, "findings": []])))
        let run = try await sut.run("wait", "get /me", "--count", "3", "--within", "2s")
        #expect(run.status == .success)
        #expect(run.output == "met: get /me ×3\n")
        #expect(sut.asked?.request == "POST /v1/sessions/main/wait")
        #expect(sut.asked?.body == #"{"expect":[{"get":"/me","count":{"min":3}}],"within":"2s"}"#)
    }

    @Test("The command wait fails after its time limit, and prints the expected count and the requests that arrived.")
    func waitFailed() async throws {
        let finding: JSON = [
            "rule": "expect", "subject": "get /me", "message": "expected at least 1, saw 0", "place": "a.jsonc:3",
            "requests": ["+0.1 s  0.0  GET /you → 501, completed"],
        ]
        let sut = try sut(.init(body: .json(["met": false, "findings": .array([finding])])))
        let run = try await sut.run("wait", "get", "/me", "--within", "300ms")
        #expect(run.status == .failed)
        #expect(
            run.output == """
                failed: get /me, waited for 300 ms
                  a.jsonc:3: expected at least 1, saw 0
                    +0.1 s  0.0  GET /you → 501, completed

                """
        )
        let json = try await sut.run("wait", "get /me", "--json")
        #expect(json.status == .failed)
        #expect(try JSON(parsing: json.output)["met"] == false)
    }

    @Test("The command sessions lists every server, and with --json each session with its server.")
    func sessions() async throws {
        let sut = try sut(.init(body: .json(["sessions": .array([ScriptedControl.session])])))
        let run = try await sut.run("sessions")
        #expect(run.status == .success)
        #expect(run.output.hasPrefix("server on port 8080, process \(getpid())\n"))
        #expect(
            run.output.hasSuffix(
                "  main  http://127.0.0.1:8080  outage  12 requests, 1 of them unexpected  holds list\n"
            )
        )
        try sut.write(8081)
        let json = try JSON(parsing: try await sut.run("sessions", "--json").output)
        #expect(json.elements.map { $0.integer("server") } == [8080, 8081])
        #expect(json.elements.allSatisfy { $0.text("scenario") == "outage" })
    }

    @Test("The option --server selects one of several servers, and commands without it list them.")
    func several() async throws {
        let sut = try sut()
        try sut.write(8081, scenario: "slow")
        let unnamed = try await sut.run("reset")
        #expect(unnamed.status == .usage)
        #expect(unnamed.errors.contains("select one with --server PORT"))
        #expect(unnamed.errors.contains("--server 8080  outage\n    --server 8081  slow"))
        #expect(sut.asked == nil)
        #expect(try await sut.run("reset", "--server", "8081").status == .success)
        let other = try await sut.run("reset", "--server", "9")
        #expect(other.status == .usage)
        #expect(other.errors.contains("none of your servers listens on port 9"))
    }

    @Test("If no server runs, a command prints how to start one; it removes the file of a server that has ended.")
    func none() async throws {
        let sut = try ScriptedControl([.any("/**", replies: [.init()])], isGone: true)
        let gone = try await sut.run("reset")
        #expect(gone.status == .unavailable)
        #expect(gone.errors.contains("it has stopped"))
        #expect(gone.errors.contains("rehearsal serve"))
        let none = try await sut.run("reset")
        #expect(none.status == .unavailable)
        #expect(none.errors.contains("no server is running"))
        #expect(none.errors.contains("rehearsal serve --detach"))
        #expect(try await sut.run("sessions").output.contains("no server is running"))
    }

    @Test(
        "The command sessions leaves out a server that ends during its request.",
        arguments: [Fault.Effect.reset, .close]
    )
    func ending(effect: Fault.Effect) async throws {
        let sut = try ScriptedControl([.any("/**", replies: [.init(fault: Fault(effect, at: .beforeHead))])])
        let run = try await sut.run("sessions")
        #expect(run.status == .success)
        #expect(run.output.contains("no server is running"))
        #expect(run.errors.isEmpty)
        #expect(try await sut.run("reset").errors.contains("it has stopped"))
    }

    @Test(
        "Commands reject invalid arguments before they send a request.",
        arguments: [
            ["reset", "x"], ["stop", "x"], ["sessions", "x"], ["journal", "x"], ["release"], ["release", "a", "b"],
            ["play"], ["play", "a", "b"], ["play", "/no/such/file"], ["wait"], ["wait", "get /me", "--count", "0"],
            ["wait", "get /me", "--within", "soon"],
            ["wait", "get /me", "--within", "61m"], ["stop", "--session", "x"],
        ]
    )
    func usage(words: [String]) async throws {
        let sut = try sut()
        let run = try await CommandRun.run(words, variables: ["TMPDIR": sut.scratch.path])
        #expect(run.status == .usage)
        #expect(sut.asked == nil)
    }
}
