import Foundation
import Rehearsal
import RehearsalContracts
import RehearsalGallery
import RehearsalHarness
import RehearsalTestSupport
import RehearsalVerify
import TestAdmission
import Testing

@testable import ReferenceSubject

@Suite("The reference client in a process of its own", .limitedConcurrency)
struct SwiftSubjectTests {
    @Test("A subject declares its contract and passes a rule that it meets.")
    func passes() async throws {
        let files = SubjectFileLookup { name in
            throw MessageError("", "no answer is asked for by a name, found \(name)")
        } scenario: { _ in
            Scenario("nothing", endpoints: [])
        }
        let program = SubjectProgram([try Self.path(), "parking"])
        let subject = try await ChildProcessSubject.start(program, width: 2, files: files)
        #expect(subject.declaration.hello == Contract.parking.declaration.hello)
        #expect(subject.declaration.isOutOfProcess)
        var run = ContractRun(subject)
        run.plan.clauses.removeAll { !["REQ-01", "STAT-01"].contains($0.rule.id) }
        run.plan.probes = []
        let report = await run.report()
        await subject.finish()
        #expect(report.results.filter { !$0.isPassOrMachineBusy }.map { "\($0.id): \($0.verdict)" } == [])
        #expect(report.results.count >= 6)
        #expect(subject.protocolViolations == [])
        #expect(subject.warnings == [])
    }

    @Test("A client that reads dates in its own time zone fails DEC-20.")
    func localTimes() async throws {
        let defect = try #require(Defect.all.first { $0.rule == "DEC-20" })
        let results = try await Self.timeZoneResults(["gallery", "--defect", "\(defect.number)"])
        #expect(results.contains { $0.operation == "fetchReservations" && $0.verdict == .fail })
        let findings = results.flatMap(\.findings)
        #expect(findings.contains { $0.contains("starts_at") || $0.contains("startsAt") })
    }

    @Test("A client that reads the offset of a date passes DEC-20.")
    func rightTimes() async throws {
        let results = try await Self.timeZoneResults(["gallery"])
        #expect(!results.isEmpty)
        #expect(results.filter { !$0.isPassOrMachineBusy }.map { "\($0.id): \($0.findings)" } == [])
    }

    /// Returns the results of DEC-20 for a client of the gallery.
    private static func timeZoneResults(_ words: [String]) async throws -> [ClauseResult] {
        let files = SubjectFileLookup(answer: SubjectFileLookup.none.recordedReply) { _ in
            Scenario("nothing", endpoints: [])
        }
        let subject = try await ChildProcessSubject.start(
            SubjectProgram([try path()] + words),
            width: 1,
            files: files
        )
        var run = ContractRun(subject, profile: .extended)
        run.plan.clauses.removeAll { $0.rule.id != "DEC-20" }
        run.plan.probes = []
        let results = await run.report().results
        await subject.finish()
        return results
    }

    @Test("A subject lists its defects and exits.")
    func list() async throws {
        let run = try await BoundedRun.run(try Self.path(), ["--list"], seconds: 240)
        #expect(run.end == .exited(0))
        #expect(run.output.contains("\tREQ-01\t"))
        let wrong = try await BoundedRun.run(try Self.path(), ["parking", "--defect", "x"], seconds: 240)
        #expect(wrong.end == .exited(64))
    }

    @Test(
        "An unknown subject is rejected with the nearest valid name, or with all of them.",
        arguments: [
            ("galery", "did you mean gallery?"),
            ("zzz", "valid subjects: users, shop, boundaries, parking, features, gallery, notes"),
        ]
    )
    func unknown(_ name: String, _ hint: String) async throws {
        let run = try await BoundedRun.run(try Self.path(), [name], seconds: 240, withErrors: true)
        #expect(run.end == .exited(64))
        #expect(run.output == "error: unknown subject \"\(name)\"\n  \(hint)\n")
    }

    @Test("The help of the subjects names every form of the command line that selects a defect.")
    func help() async throws {
        let help = try await BoundedRun.run(try Self.path(), ["--help"], seconds: 240)
        #expect(help.end == .exited(0))
        #expect(help.output.contains("gallery --defect N"))
        #expect(help.output.contains("parking --defect N"))
    }

    /// The program is next to the bundle of these tests.
    private static func path() throws -> String {
        let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        return (tests as NSString).deletingLastPathComponent + "/reference-subject"
    }
}
