import Foundation
import RehearsalTestSupport
import TestAdmission
import Testing

@Suite("rehearsal verify", .admitted)
struct VerifyTests {
    /// Runs it over a client of the gallery; the program lies beside `rehearsal`.
    static func verify(
        _ options: [String],
        subject: [String] = ["gallery"],
        environment: [String: String] = [:]
    ) async throws -> ChildProgram.Outcome {
        let program = try Self.subject()
        let quiet = ["GITHUB_ACTIONS": ""].merging(environment) { $1 }
        return try await onThread {
            try ChildProgram.run(["verify"] + options + ["--", program] + subject, environment: quiet)
        }
    }

    private static func subject() throws -> String {
        (try ChildProgram.path() as NSString).deletingLastPathComponent + "/reference-subject"
    }

    @Test("A client that does as it must is held to it, and that is all.")
    func held() async throws {
        let sut = try await Self.verify(["--only", "REQ-01/**"])
        #expect(sut.status == 0, "\(sut.errors)")
        #expect(sut.output.hasPrefix("held: "))
        #expect(sut.errors.isEmpty)
    }

    @Test("A client that does not fails, and the line that repeats the finding finds it again.")
    func failed() async throws {
        let sut = try await Self.verify(
            ["--only", "REQ-04/createReservation"],
            subject: ["parking", "--defect", "102"]
        )
        #expect(sut.status == 1, "\(sut.errors)")
        let again = try #require(sut.output.firstMatch(of: #/rerun: +rehearsal (.*)/#)?.1)
        let words = again.split(separator: " ").map(String.init)
        let repeated = try await onThread { try ChildProgram.run(words) }
        #expect(repeated.status == 1)
        #expect(repeated.output.contains("REQ-04 (MUST): A JSON body is sent with Content-Type"))
    }

    @Test("A client with faults is green in one step, and mending one turns it red until its line is gone.")
    func known() async throws {
        let folder = try ScratchFolder()
        let list = folder["known.txt"]
        let faulty = ["parking", "--defect", "102"]
        let only = ["--only", "REQ-04/**"]
        #expect(try await Self.verify(only + ["--write-known-failing", list], subject: faulty).status == 0)
        let lines = try folder.read("known.txt").split(separator: "\n").filter { !$0.hasPrefix("#") }
        #expect(lines.map { $0.split(separator: " ")[0] } == ["REQ-04/createReservation", "REQ-04/extendReservation"])
        #expect(lines.allSatisfy { $0.contains("Content-Type") }, "\(lines)")
        let reading = only + ["--known-failing", "@\(list)"]
        #expect(try await Self.verify(reading, subject: faulty).status == 0)
        #expect(try await Self.verify(only, subject: faulty).status == 1)
        let mended = try await Self.verify(reading)
        #expect(mended.status == 1)
        #expect(mended.output.contains("REQ-04/createReservation passes, and is said to fail: take it out (\(list):"))
        try folder.write("known.txt", "# nothing any more\n")
        #expect(try await Self.verify(reading).status == 0)
    }

    @Test("What depends on a known failure is not held: the headline says so, and the exit status is 3.")
    func blockedByKnown() async throws {
        let words = [
            "--only", "STAT-02/**", "--only", "REQ-08/**", "--only", "REQ-04/**", "--known-failing", "REQ-04/**",
        ]
        let sut = try await Self.verify(words, subject: ["parking", "--defect", "102"])
        #expect(sut.status == 3, "\(sut.errors)")
        #expect(sut.output.hasPrefix("held in part: "), "\(sut.output)")
        #expect(sut.output.contains("2 clauses depend on known failures"), "\(sut.output)")
        #expect(sut.output.contains("REQ-08/createReservation: REQ-04"), "\(sut.output)")
    }

    @Test(
        "The list of clauses is the list of those that have a verdict; what is tried for the map is counted beside it."
    )
    func list() async throws {
        let sut = try await Self.verify(["--list", "--only", "DEC-03/fetchReservations/**"])
        #expect(sut.output.split(separator: "\n").allSatisfy { $0.hasPrefix("DEC-03/fetchReservations/") })
        #expect(sut.errors.contains(" changed replies for the decoding map"), "\(sut.errors)")
    }

    @Test("A line whose last day has passed is a warning, and an error where that is asked for.")
    func expiry() async throws {
        let list = try ScratchFolder()
        let path = try list.write("known.txt", "REQ-04/** expires: 2020-12-31 soon\n")
        let words = ["--only", "REQ-04/**", "--known-failing", "@\(path)"]
        let faulty = ["parking", "--defect", "102"]
        let warned = try await Self.verify(words, subject: faulty)
        #expect(warned.status == 0)
        #expect(warned.output.contains("\(path):1: REQ-04/** has expired"))
        #expect(try await Self.verify(words + ["--enforce-expiry"], subject: faulty).status == 1)
    }

    @Test("The parts of a run are the whole of it.")
    func shards() async throws {
        let all = try await Self.verify(["--list"]).output.split(separator: "\n")
        var parts: Set<Substring> = []
        for part in 1...3 {
            parts.formUnion(try await Self.verify(["--list", "--shard", "\(part)/3"]).output.split(separator: "\n"))
        }
        #expect(parts == Set(all))
        #expect(all.count > 300)
        let one = try await Self.verify(["--list", "--only", "RETRY-02/**", "--shard", "1/2"]).output.split(
            separator: "\n"
        )
        #expect(!one.isEmpty && one.allSatisfy { $0.hasPrefix("RETRY-02/") })
    }

    @Test("What a promise rests on is tried with it, unless it is left out.")
    func promise() async throws {
        let only = ["--list", "--only", "PARK-02/**"]
        let all = try await Self.verify(only, subject: ["parking"]).output.split(separator: "\n")
        #expect(all.last == "PARK-02/fetchReservations")
        #expect(all.contains { $0.hasPrefix("STAT-01/fetchReservations/") })
        #expect(all.allSatisfy { $0.contains("/fetchReservations") })
        let some = try await Self.verify(only + ["--skip", "STAT-01/**"], subject: ["parking"]).output
        #expect(some.contains("PARK-02/") && !some.contains("STAT-01/"))
    }

    @Test("The report is a line of JSON where that is asked for, and files of any form.")
    func reports() async throws {
        let folder = try ScratchFolder()
        let sut = try await Self.verify([
            "--only", "REQ-01/fetchReservations/*", "--json", "--report", "junit=\(folder["a.xml"])",
            "--report", "html=\(folder["a.html"])", "--report", "json=\(folder["a.json"])",
        ])
        #expect(sut.status == 0, "\(sut.errors)")
        let document = try JSONSerialization.jsonObject(with: Data(sut.output.utf8)) as? [String: Any]
        #expect(document?["subject"] as? String == "parking")
        #expect(try folder.read("a.xml").contains("REQ-01"))
        #expect(try folder.read("a.html").contains("<html"))
        #expect(try folder.read("a.json").contains("REQ-01/fetchReservations"))
        #expect(sut.errors.hasPrefix("held: "))
    }

    @Test("In a job of GitHub Actions it leaves annotations and a summary.")
    func gitHub() async throws {
        let folder = try ScratchFolder()
        let sut = try await Self.verify(
            ["--only", "REQ-04/createReservation"],
            subject: ["parking", "--defect", "102"],
            environment: ["GITHUB_ACTIONS": "true", "GITHUB_STEP_SUMMARY": folder["summary.md"]]
        )
        #expect(sut.errors.contains("::error title=REQ-04 failed"), "\(sut.errors)")
        #expect(try folder.read("summary.md").contains("REQ-04"))
    }
}
