import Foundation
import RehearsalTestSupport
import TestAdmission
import Testing

@Suite("rehearsal verify", .limitedConcurrency)
struct VerifyTests {
    /// Runs verify with a client of the reference subject, a program in the folder of `rehearsal`.
    static func verify(
        _ options: [String],
        subject: [String] = ["gallery"],
        environment: [String: String] = [:]
    ) async throws -> ChildProgram.Outcome {
        let program = try Self.subject()
        let quiet = ["GITHUB_ACTIONS": ""].merging(environment) { $1 }
        return try await runBlocking {
            try ChildProgram.run(["verify"] + options + ["--", program] + subject, environment: quiet)
        }
    }

    private static func subject() throws -> String {
        (try ChildProgram.path() as NSString).deletingLastPathComponent + "/reference-subject"
    }

    @Test("A client that follows the rules passes, and verify prints only the verdict.")
    func met() async throws {
        let sut = try await Self.verify(["--only", "REQ-01/**"])
        #expect(sut.status == 0, "\(sut.errors)")
        #expect(sut.output.hasPrefix("met: "))
        #expect(sut.errors.isEmpty)
    }

    @Test("A client that violates a rule fails, and the printed rerun command finds the violation again.")
    func failed() async throws {
        let sut = try await Self.verify(
            ["--only", "REQ-04/createReservation"],
            subject: ["parking", "--defect", "102"]
        )
        #expect(sut.status == 1, "\(sut.errors)")
        let again = try #require(sut.output.firstMatch(of: #/rerun: +rehearsal (.*)/#)?.1)
        let words = again.split(separator: " ").map(String.init)
        let repeated = try await runBlocking { try ChildProgram.run(words) }
        #expect(repeated.status == 1)
        #expect(repeated.output.contains("REQ-04 (MUST, core): A JSON body is sent with Content-Type"))
    }

    @Test("A list of known failures makes a faulty client pass, and fails for a fixed one until its line is removed.")
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
        let fixed = try await Self.verify(reading)
        #expect(fixed.status == 1)
        let error = "REQ-04/createReservation passes, but is listed as a known failure: remove it (\(list):"
        #expect(fixed.output.contains(error))
        try folder.write("known.txt", "# nothing any more\n")
        #expect(try await Self.verify(reading).status == 0)
    }

    @Test("Clauses that depend on a known failure are not verified: the headline shows them, and the status is 3.")
    func blockedByKnown() async throws {
        let words = [
            "--only", "STAT-02/**", "--only", "REQ-08/**", "--only", "REQ-04/**", "--known-failing", "REQ-04/**",
        ]
        let sut = try await Self.verify(words, subject: ["parking", "--defect", "102"])
        #expect(sut.status == 3, "\(sut.errors)")
        #expect(sut.output.hasPrefix("met in part: "), "\(sut.output)")
        #expect(sut.output.contains("2 clauses depend on known failures"), "\(sut.output)")
        #expect(sut.output.contains("REQ-08/createReservation: REQ-04"), "\(sut.output)")
    }

    @Test(
        "The list contains the clauses with a verdict, and counts the cases for the decoding map separately."
    )
    func list() async throws {
        let sut = try await Self.verify(["--list", "--only", "DEC-03/fetchReservations/**"])
        #expect(sut.output.split(separator: "\n").allSatisfy { $0.hasPrefix("DEC-03/fetchReservations/") })
        #expect(sut.errors.contains(" changed replies for the decoding map"), "\(sut.errors)")
    }

    @Test("An expired line is a warning, and an error with --enforce-expiry.")
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

    @Test("The shards of a run together contain all clauses.")
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
        #expect(!one.isEmpty)
        #expect(one.allSatisfy { $0.hasPrefix("RETRY-02/") })
    }

    @Test("A promise is verified with its prerequisites unless they are skipped.")
    func promise() async throws {
        let only = ["--list", "--only", "PARK-02/**"]
        let all = try await Self.verify(only, subject: ["parking"]).output.split(separator: "\n")
        #expect(all.last == "PARK-02/fetchReservations")
        #expect(all.contains { $0.hasPrefix("STAT-01/fetchReservations/") })
        #expect(all.allSatisfy { $0.contains("/fetchReservations") })
        let some = try await Self.verify(only + ["--skip", "STAT-01/**"], subject: ["parking"]).output
        #expect(some.contains("PARK-02/"))
        #expect(!some.contains("STAT-01/"))
    }

    @Test("Verify writes its report as a JSON line and as files of any format.")
    func reports() async throws {
        let folder = try ScratchFolder()
        let sut = try await Self.verify([
            "--only", "REQ-01/fetchReservations/*", "--json", "--report", "junit=\(folder["a.xml"])",
            "--report", "html=\(folder["a.html"])", "--report", "json=\(folder["a.json"])",
        ])
        #expect(sut.status == 0, "\(sut.errors)")
        let document = try JSONSerialization.jsonObject(with: Data(sut.output.utf8)) as? [String: Any]
        #expect(document?["subject"] as? String == "gallery")
        #expect(try folder.read("a.xml").contains("REQ-01"))
        #expect(try folder.read("a.html").contains("<html"))
        #expect(try folder.read("a.json").contains("REQ-01/fetchReservations"))
        #expect(sut.errors.hasPrefix("met: "))
        let names = ["a.xml", "a.html", "a.json"].map { "wrote \(folder[$0])" }
        #expect(sut.errors.split(separator: "\n").suffix(3).map(String.init) == names)
    }

    @Test("Verify writes annotations and a summary in a GitHub Actions job.")
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
