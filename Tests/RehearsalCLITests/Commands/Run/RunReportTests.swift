import Foundation
import RehearsalTestSupport
import TestAdmission
import Testing

@Suite("What rehearsal run leaves behind", .admitted)
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

    @Test("With --json the last line of the output is the verdict, also where the command has not ended its own.")
    func json() throws {
        let outcome = try run(["--json"], "printf unfinished; exit 22")
        let lines = outcome.output.split(separator: "\n")
        #expect(lines.first == "unfinished")
        let verdict = try JSONDecoder().decode(Verdict.self, from: Data(try #require(lines.last).utf8))
        #expect(verdict.verdict == "failed")
        #expect(verdict.command.status == 22 && verdict.command.signal == nil)
        #expect(outcome.status == 1)
    }

    @Test("Every report that is asked for is written, and - is the standard output.")
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

    @Test("Reports are written when the run is interrupted too.")
    func interrupted() throws {
        let sut = try RunProgram("echo go; exec sleep 600", options: ["--report", "json=\(folder.path)/r.json"])
        #expect(try sut.program.line() == "go")
        sut.program.signal(SIGTERM)
        #expect(try sut.end().status == 1)
        let verdict = try JSONDecoder().decode(Verdict.self, from: Data(folder.read("r.json").utf8))
        #expect(verdict.command.signal == "SIGTERM")
    }

    @Test(
        "A report that cannot be is told before anything starts.",
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

    @Test("GitHub Actions gets annotations, at most ten, and a summary below what is there.")
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

    @Test("The log goes to the standard error, and the journal into its file.")
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

    @Test("The HAR has every exchange when the command has ended, also those that the journal forgot.")
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

    @Test("A report does not share its file with another output.", arguments: ["--har", "--journal", "--trace"])
    func shared(option: String) throws {
        let options = ["--report", "junit=\(folder.path)/./both", option, folder.path + "/both"]
        let outcome = try run(options, "echo started")
        #expect(outcome.status == 2)
        #expect(outcome.output.isEmpty)
        #expect(outcome.errors.contains("\(option) and --report name the same file"))
    }

    @Test("Nor is what is played written over.", arguments: ["--journal", "--trace", "--log", "--report"])
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

    @Test("Nor do two reports.")
    func sharedReports() throws {
        let path = folder.path + "/both"
        let outcome = try run(["--report", "junit=\(path)", "--report", "json=\(path)"], "echo started")
        #expect(outcome.status == 2)
        #expect(outcome.errors.contains("--report and --report name the same file"))
    }

    @Test("A journal that forgot what it had cannot be judged by.")
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
