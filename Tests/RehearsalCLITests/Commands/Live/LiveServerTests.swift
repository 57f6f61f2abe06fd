import Foundation
import Rehearsal
import RehearsalServer
import RehearsalTestSupport
import TestAdmission
import Testing

@testable import RehearsalCLI

// Serialized: each test starts processes, and other tests need their share of the machine.
@Suite("Commands that address a running server", .limitedConcurrency, .serialized)
struct LiveServerTests {
    @Test("The command play switches the scenario on the same port and keeps the journal, and reset restarts it.")
    func play() async throws {
        let sut = try await LiveServer.start()
        #expect(try await sut.get("/turn")?.text == "first")
        #expect(try await sut.get("/turn")?.text == "second")
        #expect(try await sut.run("reset").status == .success)
        #expect(try await sut.get("/turn")?.text == "first")

        let other = try sut.scratch.write(
            "other.jsonc",
            #"{ "scenario": "other", "endpoints": [{ "get": "/turn", "replies": [{ "text": "other" }] }] }"#
        )
        let run = try await sut.run("play", other)
        #expect(run.status == .success)
        #expect(run.output == "other\nnow playing from its beginning on \(sut.baseURL)\n")
        #expect(try await sut.get("/turn")?.text == "other")
        #expect(try await sut.run("wait", "get /turn", "--count", "4").status == .success)
        try await sut.stop()
    }

    @Test("The command play reports an invalid scenario with its line and keeps the current one.")
    func playBroken() async throws {
        let sut = try await LiveServer.start()
        let file = try sut.scratch.write(
            "bad.jsonc",
            "{\n  \"endpoints\": [{ \"get\": \"/turn\", \"repliess\": [] }]\n}"
        )
        let run = try await sut.run("play", file)
        #expect(run.status == .usage)
        #expect(run.errors.contains("\(file):2:35: error: unknown key \"repliess\""))
        #expect(try await sut.get("/turn")?.text == "first")
        try await sut.stop()
    }

    @Test("The command play sends the document to a server that is given by its URL.")
    func playElsewhere() async throws {
        let sut = try await LiveServer.start()
        let token = try #require(sut.states.first?.token)
        let file = try sut.scratch.write(
            "other.jsonc",
            #"{ "scenario": "other", "endpoints": [{ "get": "/turn", "replies": [{ "text": "other" }] }] } // sent"#
        )
        let run = try await sut.run("play", file, "--control", sut.control, variables: ["REHEARSAL_TOKEN": token])
        #expect(run.status == .success, "\(run.errors)")
        #expect(try await sut.get("/turn")?.text == "other")
        let stranger = try await sut.run(
            "play",
            file,
            "--control",
            sut.control,
            variables: ["REHEARSAL_TOKEN": "0123456789abcdef"]
        )
        #expect(stranger.status == .unavailable)
        #expect(stranger.errors.contains("set REHEARSAL_TOKEN to the token of the server"))
        try await sut.stop()
    }

    @Test("The commands release and hold control the replies of a hold.")
    func holds() async throws {
        let sut = try await LiveServer.start()
        async let first = sut.get("/list")
        let waited = try await sut.run("wait", "get /list", "--within", "600s")
        #expect(waited.output == "met: get /list\n")
        #expect(try await sut.run("release", "list").output == "\"list\" is released, on \(sut.baseURL)\n")
        #expect(try await first?.text == "held")
        #expect(try await sut.get("/list")?.text == "held")

        #expect(try await sut.run("hold", "list").output == "\"list\" is held again, on \(sut.baseURL)\n")
        async let second = sut.get("/list")
        #expect(try await sut.run("wait", "get /list", "--count", "3", "--within", "600s").status == .success)
        #expect(try await sut.run("release", "list").status == .success)
        #expect(try await second?.text == "held")

        let unknown = try await sut.run("release", "lst")
        #expect(unknown.status == .usage)
        #expect(unknown.errors.contains("its holds are: list"))
        try await sut.stop()
    }

    @Test(
        "The command wait ends at once when its request arrives, and otherwise reports the other requests.",
        .timeLimit(.minutes(20))
    )
    func wait() async throws {
        let sut = try await LiveServer.start()
        async let waiting = sut.run("wait", "get /turn", "--within", "60m")
        _ = try await sut.get("/nowhere")
        _ = try await sut.get("/turn")
        #expect(try await waiting.status == .success)

        let failed = try await sut.run("wait", "post /turn", "--within", "20ms")
        #expect(failed.status == .failed)
        #expect(failed.output.hasPrefix("failed: post /turn, waited for 20 ms\n  "))
        for time in ["1ms", "1500ms", "90s", "60m"] {
            let run = try await sut.run("wait", "get /turn", "--within", time)
            #expect(run.status == .success, "\(time): \(run.errors)")
        }
        let items = try await sut.run("wait", #"{ "unexpected": 0 }"#, "--within", "20ms")
        #expect(items.status == .failed)
        let wrong = try await sut.run("wait", #"{ "gett": "/turn" }"#)
        #expect(wrong.status == .usage)
        #expect(wrong.errors.contains("error: "))
        try await sut.stop()
    }

    @Test("The command journal prints text or JSON, and with --follow it ends with the server.")
    func journal() async throws {
        let sut = try await LiveServer.start()
        _ = try await sut.get("/turn")
        // The command prints earlier requests before it follows, so that one more request comes after both.
        async let followed = sut.follow()
        #expect(try await sut.run("wait", "get /turn", "--count", "2", "--within", "600s").status == .success)
        let shown = try await sut.run("journal").output.split(separator: "\n")
        #expect(shown.count == 2)
        let lines = try await sut.run("journal", "--json").output.split(separator: "\n")
        #expect(try lines.map { try JSON(parsing: String($0)).text("target") } == ["/turn", "/turn?n=2"])
        try await sut.stop()
        let outcome = try await followed
        #expect(outcome.lines.count == 2)
        #expect(outcome.lines[0].contains("GET /turn → 200"))
        #expect(outcome.lines[1].contains("GET /turn?n=2 → 200"))
        #expect(outcome.status == 0)
        #expect(outcome.errors.contains("the server stopped"))
    }

    @Test("The command sessions lists the running servers and their sessions.")
    func sessions() async throws {
        let sut = try await LiveServer.start()
        _ = try await sut.get("/nowhere")
        let run = try await sut.run("sessions")
        #expect(
            run.output.hasPrefix("server on port \(sut.port), process \(sut.process)\n  main  \(sut.baseURL)  one  ")
        )
        #expect(run.output.contains("1 request, 1 of them unexpected  holds list"))
        let other = try await LiveServer.start(in: sut.scratch)
        #expect(try await sut.run("reset").status == .usage)
        #expect(try await sut.run("reset", "--server", "\(other.port)").status == .success)
        try await other.stop()
        #expect(try await sut.run("reset").status == .success)
        try await sut.stop()
        #expect(try await sut.run("sessions").output.hasPrefix("no server is running"))
    }

    @Test("The option --session switches one session and leaves the others unchanged.")
    func session() async throws {
        let sut = try await LiveServer.start()
        let state = try #require(sut.states.first)
        let client = ControlClient(address: try ControlAddress(state.control), token: state.token)
        let order: JSON = ["name": "k7", "file": .string(sut.scratch["one.jsonc"])]
        _ = try await runBlocking { try client.send("POST", "/v1/sessions", order) }
        #expect(try await sut.get("/~k7/turn")?.text == "first")
        let other = try sut.scratch.write(
            "other.jsonc",
            #"{ "scenario": "other", "endpoints": [{ "get": "/turn", "replies": [{ "text": "other" }] }] }"#
        )
        let run = try await sut.run("play", other, "--session", "k7")
        #expect(run.output == "other\nnow playing from its beginning on \(sut.baseURL)/~k7\n")
        #expect(try await sut.get("/~k7/turn")?.text == "other")
        #expect(try await sut.get("/turn")?.text == "first")
        #expect(try await sut.run("wait", "get /turn", "--count", "2", "--session", "k7").status == .success)
        let listed = try await sut.run("sessions").output
        #expect(listed.contains("  k7    \(sut.baseURL)/~k7  other  "))
        #expect(listed.contains("  main  \(sut.baseURL)  one  "))
        try await sut.stop()
    }

    @Test("Commands reject an unknown session as a usage error.")
    func unknownSession() async throws {
        let sut = try await LiveServer.start()
        for words in [["reset"], ["journal"], ["release", "list"], ["wait", "get /turn"]] {
            let run = try await CommandRun.run(
                words + ["--session", "k7"],
                variables: ["TMPDIR": sut.scratch.path]
            )
            #expect(run.status == .usage, "\(words)")
            #expect(run.errors.contains("no session \"k7\""), "\(words)")
            #expect(run.errors.contains("to list the sessions: rehearsal sessions"), "\(words)")
        }
        try await sut.stop()
    }

    @Test("Two concurrent stop commands end the server in order with a complete journal.")
    func stopTwice() async throws {
        let scratch = try ScratchFolder()
        let sut = try await LiveServer.start(["--journal", scratch["journal.ndjson"]], in: scratch)
        for _ in 0..<50 { _ = try await sut.get("/turn") }
        async let first = sut.run("stop")
        async let second = sut.run("stop")
        let statuses = try await [first.status, second.status]
        #expect(statuses.contains(.success))
        #expect(sut.files == [])
        #expect(try scratch.read("journal.ndjson").split(separator: "\n").count == 50)
    }

    @Test("The command stop returns when the server has ended and has removed its files.")
    func stop() async throws {
        let sut = try await LiveServer.start()
        let run = try await sut.run("stop")
        #expect(run.status == .success)
        #expect(run.output == "the server on port \(sut.port) has stopped\n")
        #expect(sut.files == [])
        #expect(try await sut.run("stop").status == .unavailable)
    }
}
