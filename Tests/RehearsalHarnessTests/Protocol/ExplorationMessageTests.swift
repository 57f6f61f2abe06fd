import Rehearsal
import RehearsalContracts
import RehearsalHarness
import TestAdmission
import Testing

@Suite("Searches and reports as lines", .limitedConcurrency)
struct ExplorationMessageTests {
    private static let report = {
        var finding = ExplorationFinding()
        (finding.property, finding.sentence, finding.source) = ("PROP-03", "It ends.", "RFC 9110 §9.2.2")
        (finding.violation, finding.step, finding.operation) = ("it did not end", 1, "getUser")
        finding.schedule = Schedule([
            .init(.call(.init("getUser")), [.status(429, retryAfter: 2)]), .init(.pause(.seconds(2))),
        ])
        finding.events = [
            HistoryEvent(.client, "getUser", step: 0), HistoryEvent(.wire, "GET /", step: 1, isEvidence: true),
        ]
        var report = ExplorationReport(subject: "users", seed: .max)
        (report.findings, report.schedulesToFirst) = ([finding], 12)
        report.flaky = [.init(finding, failed: 3, runs: 10)]
        (report.checked, report.notApplicable) = (["PROP-03"], [.init(property: "PROP-07", reason: "no token")])
        (report.progress.schedules, report.progress.behaviors, report.progress.findings) = (40, 7, 1)
        report.progress.elapsed = .milliseconds(1_250)
        report.undeclaredRequests = ["GET /flags"]
        return report
    }()

    @Test("A report and a progress message are read back unchanged.")
    func answers() throws {
        guard case .report(let report) = try ExplorationAnswer(message: ExplorationAnswer.report(Self.report).message)
        else {
            Issue.record("the report is read as another message")
            return
        }
        #expect(report == Self.report)
        let progress = ExplorationAnswer.progress(Self.report.progress).message
        guard case .progress(let read) = try ExplorationAnswer(message: progress) else {
            Issue.record("the progress is read as another message")
            return
        }
        #expect(read == Self.report.progress)
    }

    @Test("A search and a replay are read back unchanged.")
    func requests() throws {
        var options = Explorer.Options()
        (options.schedules, options.duration, options.seed) = (nil, .seconds(60), .max)
        options.properties = ["PROP-03", "APP-01"]
        let start = ExplorationRequest.start(options)
        #expect(try ExplorationRequest(message: start.message)?.message == start.message)
        #expect(start.properties == ["PROP-03", "APP-01"])
        var replay = ExplorationRequest.ReplayOptions()
        (replay.schedule, replay.runs) = (Self.report.findings[0].schedule, 100)
        let message = ExplorationRequest.replay(replay).message
        #expect(try ExplorationRequest(message: message)?.message == message)
        #expect(try ExplorationRequest(message: ["case": "a"]) == nil)
    }

    @Test("A report without a required member is rejected with the path of the member.")
    func incomplete() {
        let error = #expect(throws: MessageError.self) {
            try ExplorationAnswer(message: ["report": ["subject": "a", "seed": 1, "progress": [:], "findings": [[:]]]])
        }
        #expect(error?.place == "report.findings[0].property")
    }

    @Test("The hello of a subject that can search has a member that is not reported as unknown.")
    func hello() throws {
        let operation: JSON = ["op": "a", "method": "GET", "path": "/", "void": true]
        let hello: JSON = ["hello": 1, "explores": true, "ops": [operation]]
        #expect(try Declaration(hello: hello).remarks.isEmpty)
    }
}
