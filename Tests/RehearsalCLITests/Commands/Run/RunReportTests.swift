import Foundation
import RehearsalTestSupport
import TestAdmission
import Testing

@Suite("Reports of rehearsal run", .limitedConcurrency)
@BlockingThread
struct RunReportTests {
    private struct Verdict: Decodable {
        struct Command: Decodable {
            let status: Int?
            let signal: String?
        }
        let verdict: String
        let requests: Int
        let url: String
        let command: Command
    }

    private let folder: ScratchFolder
    private let scenario: String

    init() throws {
        folder = try ScratchFolder()
        scenario = try folder.write("one.json", RunProgram.scenario)
    }

    private func run(_ options: [String], _ script: String, in environment: [String: String] = [:]) throws
        -> ChildProgram.Outcome
    {
        try ChildProgram.run(
            ["run", scenario] + options + ["--", "/bin/sh", "-c", script],
            environment: RunProgram.quiet.merging(environment) { $1 }
        )
    }

    @Test("The option --json prints the verdict as the last line, even if the command left its line unfinished.")
    func json() throws {
        let outcome = try run(["--json"], "printf unfinished; exit 22")
        let lines = outcome.output.split(separator: "\n")
        #expect(lines.first == "unfinished")
        let verdict = try JSONDecoder().decode(Verdict.self, from: Data(try #require(lines.last).utf8))
        #expect(verdict.verdict == "failed")
        #expect(verdict.command.status == 22)
        #expect(verdict.command.signal == nil)
        #expect(outcome.status == 1)
    }

    @Test("A run writes every requested report, and - means standard output.")
    func reports() throws {
        let outcome = try run(
            ["--report", "junit=\(folder.path)/r.xml", "--report=json=\(folder.path)/r.json", "--report", "text=-"],
            "exit 3"
        )
        #expect(try folder.read("r.xml").contains("<failure message=\"the command exited with 3\" type=\"command\">"))
        let verdict = try JSONDecoder().decode(Verdict.self, from: Data(folder.read("r.json").utf8))
        #expect(verdict.command.status == 3)
        #expect(outcome.output.hasPrefix("failed: 0 of 1 expectation, 0 requests, command exited with 3 ("))
    }

    @Test("A run that is interrupted writes its reports.")
    func interrupted() throws {
        let sut = try RunProgram("echo go; exec sleep 600", options: ["--report", "json=\(folder.path)/r.json"])
        #expect(try sut.program.line() == "go")
        sut.program.signal(SIGTERM)
        #expect(try sut.end().status == 1)
        let verdict = try JSONDecoder().decode(Verdict.self, from: Data(folder.read("r.json").utf8))
        #expect(verdict.command.signal == "SIGTERM")
    }

    @Test(
        "A run rejects an invalid or unwritable report before it starts the command.",
        arguments: [
            ("yunit=x.xml", Int32(64), "unknown report format \"yunit\""),
            ("junit", 64, "--report takes FORMAT=PATH"),
            ("junit=", 64, "--report takes FORMAT=PATH"), ("junit=/nowhere/r.xml", 2, "cannot write to /nowhere/r.xml"),
        ]
    )
    func refused(report: String, status: Int32, message: String) throws {
        let outcome = try run(["--report", report], "echo started")
        #expect(outcome.status == status)
        #expect(outcome.errors.contains("error: \(message)"))
        #expect(outcome.output.isEmpty)
    }

    @Test("A run on GitHub Actions prints at most ten annotations and appends a summary.")
    func gitHub() async throws {
        let summary = try folder.write("summary.md", "before\n")
        let sut = try RunProgram(
            "echo $REHEARSAL_URL; read line; exit 1",
            environment: ["GITHUB_ACTIONS": "true", "GITHUB_STEP_SUMMARY": summary]
        )
        let client = try await sut.client()
        for number in 0..<12 { _ = await client.get("/nowhere/\(number)?a=100%25") }
        let outcome = try sut.end()
        let annotations = outcome.errors.split(separator: "\n").filter { $0.hasPrefix("::error") }
        #expect(annotations.count == 10)
        #expect(annotations.first?.contains("::GET /nowhere/0?a=100%2525: unexpected: ") == true)
        #expect(annotations.allSatisfy { $0.contains("%0A") })
        #expect(outcome.output.isEmpty)
        let text = try folder.read("summary.md")
        #expect(text.hasPrefix("before\n### one: failed: 1 of 1 expectation, 12 requests"))
    }

    @Test("A run writes the log to standard error and the journal to its file.")
    func log() async throws {
        let sut = try RunProgram(
            "echo $REHEARSAL_URL; read line; true",
            options: ["--log", "-", "--journal", folder.path + "/j.ndjson"]
        )
        _ = try await sut.client().get("/here")
        let outcome = try sut.end()
        #expect(outcome.status == 0)
        #expect(outcome.output.isEmpty)
        #expect(outcome.errors.contains("GET /here → 200"))
        #expect(try folder.read("j.ndjson").split(separator: "\n").count == 1)
    }

    @Test("The HAR file has every exchange, including those that the journal dropped.")
    func har() async throws {
        let options = ["--har", folder.path + "/session.har", "--journal-size", "4KB"]
        let sut = try RunProgram("echo $REHEARSAL_URL; read line; true", options: options)
        let client = try await sut.client()
        for _ in 0..<200 { _ = await client.get("/here") }
        _ = try sut.end()
        let text = try folder.read("session.har")
        #expect(text.split(separator: "\"startedDateTime\"").count == 201)
        #expect(text.hasSuffix("\n    ]\n  }\n}\n"))
    }

    @Test(
        "A run rejects a report and another output with the same file.",
        arguments: ["--har", "--journal", "--trace"]
    )
    func shared(option: String) throws {
        let options = ["--report", "junit=\(folder.path)/./both", option, folder.path + "/both"]
        let outcome = try run(options, "echo started")
        #expect(outcome.status == 2)
        #expect(outcome.output.isEmpty)
        #expect(outcome.errors.contains("\(option) and --report name the same file"))
    }

    @Test(
        "A run rejects an output that would overwrite its scenario.",
        arguments: ["--journal", "--trace", "--log", "--report"]
    )
    func played(option: String) throws {
        let file = try folder.write(
            "played.json",
            #"{ "endpoints": [{ "get": "/", "replies": [{ "status": 204 }] }] }"#
        )
        let value = option == "--report" ? "junit=\(file)" : file
        let outcome = try ChildProgram.run(["run", file, option, value, "--", "true"])
        #expect(outcome.status == 2)
        #expect(outcome.errors.contains("\(option) would overwrite "))
        #expect(try folder.read("played.json").contains("endpoints"))
    }

    @Test("A run rejects two reports with the same file.")
    func sharedReports() throws {
        let path = folder.path + "/both"
        let outcome = try run(["--report", "junit=\(path)", "--report", "json=\(path)"], "echo started")
        #expect(outcome.status == 2)
        #expect(outcome.errors.contains("--report and --report name the same file"))
    }

    @Test("A run ends without a verdict if its journal dropped entries.")
    func forgotten() async throws {
        let sut = try RunProgram("echo $REHEARSAL_URL; read line; true", options: ["--journal-size", "4KB"])
        let client = try await sut.client()
        for _ in 0..<200 { _ = await client.get("/here") }
        let outcome = try sut.end()
        #expect(outcome.status == 2)
        #expect(outcome.errors.contains("\ncould not be judged: 1 of 1 expectation, 200 requests"))
        #expect(outcome.errors.contains("--journal-size"))
    }
}
