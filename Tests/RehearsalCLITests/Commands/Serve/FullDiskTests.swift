import Foundation
import RehearsalTestSupport
import TestAdmission
import Testing

/// Tests that use `ulimit -f` as a full disk: a write beyond the limit fails like one to a full disk.
@Suite("Output files of rehearsal serve on a full disk", .limitedConcurrency)
@BlockingThread
struct FullDiskTests {
    private nonisolated static let requests = 400

    /// Runs a server with files of at most 16 KiB, sends more requests than they hold, and returns the final output.
    private func play(_ option: String, to path: String) async throws -> (errors: String, stopped: [String: Any]) {
        let words = ["serve", "--port", "0", "--json", "--no-control", option, path]
        let sut = try ChildProgram(words, fileBlocks: 32)
        let ready = try JSONSerialization.jsonObject(with: Data(sut.line().utf8)) as? [String: Any]
        let client = try await RawClient(port: try #require(ready?["port"] as? Int))
        for _ in 0..<Self.requests { #expect(await client.get("/api/v1/reservations")?.status == 200) }
        sut.signal(SIGTERM)
        let end = try sut.end()
        #expect(end.status == 0)
        let stopped = try JSONSerialization.jsonObject(with: Data(end.output.utf8)) as? [String: Any]
        return (sut.errors, try #require(stopped))
    }

    /// Returns the number in "12 exchanges are missing from …: File too large".
    private func missing(_ errors: String, from name: String) throws -> Int {
        let line = errors.split(separator: "\n").last { $0.contains("missing from \(name): File too large") }
        return try #require(line?.split(separator: " ").first.flatMap { Int($0) })
    }

    @Test("A journal on a full disk ends with a whole line, and the missing exchanges are counted with the reason.")
    func journal() async throws {
        let folder = try ScratchFolder()
        let (errors, _) = try await play("--journal", to: folder.path + "/journal")
        let text = try folder.read("journal")
        #expect(text.hasSuffix("\n"))
        let lines = text.split(separator: "\n")
        let exchanges = try lines.filter { line in
            let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            return object?["method"] != nil
        }
        #expect(try exchanges.count + missing(errors, from: "the journal") == Self.requests)
        #expect(errors.contains("cannot write the journal: File too large"))
        #expect(!errors.contains("slowly"))
    }

    @Test("A log on a full disk ends with a whole line, and the missing exchanges are counted with the reason.")
    func log() async throws {
        let folder = try ScratchFolder()
        let path = folder.path + "/log"
        let (errors, _) = try await play("--log", to: path)
        let text = try folder.read("log")
        #expect(text.hasSuffix("\n"))
        // A line that counts missing exchanges is short and may fit after the last exchange.
        let lines = text.split(separator: "\n").filter { !$0.hasPrefix("…") }
        #expect(lines.allSatisfy { $0.contains("GET /api/v1/reservations → 200") })
        #expect(try lines.count + missing(errors, from: path) == Self.requests)
    }

    @Test("A HAR file on a full disk stays valid, and the last line of output counts the missing exchanges.")
    func har() async throws {
        let folder = try ScratchFolder()
        let path = folder.path + "/session.har"
        let (errors, stopped) = try await play("--har", to: path)
        let text = try Data(contentsOf: URL(fileURLWithPath: path))
        let document = try JSONSerialization.jsonObject(with: text) as? [String: [String: Any]]
        let entries = try #require(document?["log"]?["entries"] as? [Any])
        let lacking = try #require(stopped["har"] as? [String: Any])
        #expect(lacking["reason"] as? String == "File too large")
        #expect(entries.count + (lacking["missing"] as? Int ?? 0) == Self.requests)
        #expect(try missing(errors, from: path) == lacking["missing"] as? Int)
    }
}
