import Foundation
import RehearsalTestSupport
import TestAdmission
import Testing

@Suite("rehearsal run, as a program", .limitedConcurrency)
@BlockingThread
struct RunTests {
    /// A script that prints the URL of the backend and ends with its input.
    private let printAndWait = "echo $REHEARSAL_URL; read line"

    @Test("A run succeeds if its expectations are met and its command exits with 0.")
    func met() async throws {
        let sut = try RunProgram(printAndWait + "; true")
        #expect(try await sut.client().get("/here")?.status == 200)
        let outcome = try sut.end()
        #expect(outcome.status == 0)
        #expect(outcome.errors.contains("\nmet: 1 of 1 expectation, 1 request, command exited with 0 ("))
        #expect(outcome.output.isEmpty)
    }

    @Test("An unmatched request fails the run and is shown with the requests that arrived.")
    func unexpected() async throws {
        let sut = try RunProgram(printAndWait + "; true")
        #expect(try await sut.client().get("/nowhere?access_token=hunter2")?.status == 501)
        let outcome = try sut.end()
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("\nfailed: 1 of 1 expectation, 1 request, command exited with 0 ("))
        #expect(outcome.errors.contains("\nerror: GET /nowhere"))
        #expect(outcome.errors.contains("→ 501, completed\n"))
        #expect(!outcome.errors.contains("hunter2"))
    }

    @Test("The requests of a run take the actions of a schedule in the order of their arrival.")
    func schedule() async throws {
        let folder = try ScratchFolder()
        let steps = #"[{ "call": "a", "requests": ["503"] }, { "call": "b", "requests": ["normal", "502", "late"] }]"#
        let file = try folder.write("a.schedule.jsonc", "{ \"schedule\": 1, \"steps\": \(steps) }")
        let sut = try RunProgram(printAndWait + "; true", options: ["--schedule", file])
        let client = try await sut.client()
        var statuses: [Int?] = []
        for _ in 0..<3 { statuses.append(await client.get("/here")?.status) }
        #expect(statuses == [503, 200, 502])
        let outcome = try sut.end()
        #expect(outcome.status == 0)
        let note = "note: fewer requests arrived than the schedule has actions; 1 had no effect\n"
        #expect(outcome.errors.contains(note))
    }

    @Test("A run refuses a schedule that is not valid, and one beside --enforce.")
    func invalidSchedule() throws {
        let folder = try ScratchFolder()
        let file = try folder.write("a.schedule.jsonc", "{ \"schedule\": 2, \"steps\": [] }")
        let outcome = try RunProgram("true", options: ["--schedule", file]).end()
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains("a.schedule.jsonc:1:15: \"schedule\" must be 1, the only version"))
        let both = try RunProgram("true", options: ["--schedule", file, "--enforce"]).end()
        #expect(both.status == 64)
        #expect(both.errors.contains("--enforce and --schedule exclude each other"))
    }

    @Test(
        "A command that fails makes the run fail and is reported with its end.",
        arguments: [
            ("exit 22", "error: the command exited with 22\n"), ("exit 64", "error: the command exited with 64\n"),
            ("kill -KILL $$", "error: the command was ended by SIGKILL\n"),
        ]
    )
    func commandFails(script: String, message: String) throws {
        let outcome = try RunProgram(script).end()
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains(message))
    }

    @Test("A run reports a command that cannot start, with the reason and a hint.")
    func notStarted() throws {
        let folder = try ScratchFolder()
        let scenario = try folder.write("one.json", RunProgram.scenario)
        let script = try folder.write("no.sh", "#!/bin/sh\n")
        for (command, reason, hint) in [
            ("rehearsal-nonesuch", "No such file or directory", "it is not in a folder of PATH"),
            (
                folder.path + "/nonesuch", "No such file or directory",
                "the file, or the interpreter of its #! line, does not exist"
            ),
            (script, "Permission denied", "chmod +x"),
        ] {
            let outcome = try ChildProgram.run(["run", scenario, "--", command])
            #expect(outcome.status == 2)
            #expect(outcome.errors.contains("error: cannot start \"\(command)\": \(reason)\n  "))
            #expect(outcome.errors.contains(hint))
        }
    }

    @Test("A run reports a port in use and does not start its command.")
    func portInUse() throws {
        let first = try RunProgram("echo $REHEARSAL_URL; read line; true")
        let port = try #require(first.program.line().split(separator: ":").last)
        let outcome = try RunProgram("echo started", options: ["--port", String(port)]).end()
        #expect(outcome.status == 2)
        #expect(outcome.output.isEmpty)
        #expect(outcome.errors.contains("port \(port) is in use"))
        #expect(try first.end().status == 0)
    }

    @Test("A run replaces {url} anywhere in an argument and sets three variables to the URL.")
    func address() throws {
        let folder = try ScratchFolder()
        let scenario = try folder.write("one.json", RunProgram.scenario)
        let script =
            #"printf '%s\n' "$0" "$1" "$REHEARSAL_URL" "$SIMCTL_CHILD_REHEARSAL_URL" "$TEST_RUNNER_REHEARSAL_URL""#
        let outcome = try ChildProgram.run(
            ["run", scenario, "--", "/bin/sh", "-c", script, "{url}", "a={url}/b,{url}"],
            environment: RunProgram.quiet.merging(["REHEARSAL_URL": "http://old"]) { $1 }
        )
        let lines = outcome.output.split(separator: "\n")
        let url = try #require(lines.first)
        #expect(url.wholeMatch(of: /http:\/\/127\.0\.0\.1:[0-9]+/) != nil)
        #expect(lines == [url, "a=\(url)/b,\(url)", url, url, url])
    }

    @Test("A run passes all words after the first -- to its command unchanged.")
    func untouched() throws {
        let outcome = try RunProgram("printf '%s\\n' \"$@\"", options: []).end()
        #expect(outcome.status == 0)
        let folder = try ScratchFolder()
        let scenario = try folder.write("one.json", RunProgram.scenario)
        let words = ["--help", "--port", "--", "-x", "", "ä b"]
        let echoed = try ChildProgram.run(
            ["run", scenario, "--", "/bin/sh", "-c", "printf '<%s>' \"$@\"", "sh"] + words
        )
        #expect(echoed.output == words.map { "<\($0)>" }.joined())
    }

    @Test(
        "A run rejects invalid arguments with a valid example.",
        arguments: [
            (["one.json"], "run needs a command after --", "try: rehearsal run one.json -- curl"),
            (["one.json", "--"], "run needs a command after --", "try: rehearsal run one.json -- curl"),
            (["one.json", "curl", "x"], "run needs a command after --", "try: rehearsal run one.json -- curl x"),
            (["one.json", "curl", "-s"], "unknown option \"-s\"", "put the command after --"),
            (["--", "true"], "run needs a scenario", "try: rehearsal run SCENARIO -- true"),
            (
                ["one.json", "--timeout", "soon", "--", "true"], "--timeout takes a duration",
                "see: rehearsal run --help"
            ),
        ]
    )
    func refused(words: [String], message: String, hint: String) throws {
        let outcome = try ChildProgram.run(["run"] + words)
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains("error: " + message))
        #expect(outcome.errors.contains(hint))
    }

    @Test("A run reports an invalid document with its position and does not start its command.")
    func broken() throws {
        let folder = try ScratchFolder()
        let scenario = try folder.write("broken.json", #"{ "endpoint": [] }"#)
        let outcome = try ChildProgram.run(["run", scenario, "--", "/bin/sh", "-c", "echo started"])
        #expect(outcome.status == 64)
        #expect(outcome.output.isEmpty)
        #expect(outcome.errors.contains("\(scenario):1:3: error: "))
    }

    @Test("The option --until-met is rejected without expectations.")
    func untilNothing() throws {
        let outcome = try RunProgram("echo started", options: ["--until-met"]).end()
        #expect(outcome.status == 64)
        #expect(outcome.output.isEmpty)
        #expect(outcome.errors.contains("\"one\" has none"))
    }

    @Test("The option --until-met is rejected if all expectations are met without a request.")
    func untilNone() throws {
        let folder = try ScratchFolder()
        let text = #"{ "expect": [{ "unexpected": 0 }, { "get": "/a", "count": { "max": 1 } }] }"#
        let scenario = try folder.write("none.json", text)
        let outcome = try ChildProgram.run(["run", scenario, "--until-met", "--", "/bin/sh", "-c", "echo started"])
        #expect(outcome.status == 64)
        #expect(outcome.output.isEmpty)
        #expect(outcome.errors.contains("\"none\" has none that waits for a request"))
    }
}
