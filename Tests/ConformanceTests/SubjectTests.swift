import RehearsalContracts
import RehearsalDocuments
import RehearsalHarness
import RehearsalTestSupport
import RehearsalVerify
import TestAdmission
import Testing

@Suite("A third-party client, judged by its declaration", .limitedConcurrency)
struct SubjectTests {
    @Test(
        "A client of requests with urllib3's Retry behaves as documented and breaks only BACK-07.",
        .enabled("needs python3 with requests (python3 -m pip install requests)") {
            await PythonModule.isInstalled("requests")
        }
    )
    func requests() async throws {
        let path = Program.file("subjects/requests_subject.py")
        let files = SubjectFileLookup(answer: SubjectFileLookup.none.recordedReply) { source in
            try LoadedScenario(source, referencedBy: path, root: nil).scenario
        }
        let subject = try await ChildProcessSubject.start(SubjectProgram(["python3", path]), files: files)
        var run = ContractRun(subject)
        // A busy machine cannot judge lateness.
        run.timing = .off
        let report = await run.report()
        await subject.finish()
        #expect(subject.protocolViolations == [])
        #expect(subject.warnings == [])

        // An unreadable Retry-After raises an error of urllib3 (`Retry.parse_retry_after`), even after a 503.
        #expect(Set(report.failures.map(\.rule)) == ["BACK-07"])
        #expect(report.failures.allSatisfy { $0.outcomes == [.transport(.badResponse)] && $0.entries.count == 1 })
        #expect(report.count("notJudged") == 0)
        // The promise of its own.
        #expect(holds("MOVE-01/createReservation", report))

        // `status_forcelist`, and for as long as the server asks (`respect_retry_after_header`).
        #expect(holds("RETRY-01/fetchReservations/503", report))
        #expect(holds("BACK-05/fetchReservations/**", report))
        // `allowed_methods`: DELETE is repeated, POST is not.
        #expect(holds("RETRY-01/cancelReservation/503", report))
        #expect(holds("RETRY-04/createReservation/**", report))
        // `total`: the number of retries, followed by the last reply.
        let bounded = report.results.filter { $0.rule == "RETRY-02" && $0.operation == "fetchReservations" }
        #expect(bounded.contains { $0.entries.count == 4 })
        #expect(bounded.allSatisfy { $0.isPassOrMachineBusy })
    }

    /// Whether there are clauses with that name, and none that this machine could judge failed.
    private func holds(_ pattern: String, _ report: ContractReport) -> Bool {
        let results = report.results.filter { ClausePattern(pattern).matches($0.id) }
        return !results.isEmpty && results.allSatisfy { $0.isPassOrMachineBusy }
    }
}
