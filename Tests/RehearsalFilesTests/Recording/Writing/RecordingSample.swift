import Rehearsal
import RehearsalPlatform
import RehearsalTestSupport

@testable import RehearsalDocuments

/// Exchanges to record, and what comes of them.
enum RecordingSample {
    /// The 21st of November 2026, some time in the morning.
    static let moment: Int64 = 1_795_251_600_000

    static func exchange(
        _ method: String = "GET",
        _ url: String = "https://api.corp.io/users",
        headers: Scenario.Headers = ["Host": "api.corp.io"],
        body: String = "",
        status: Int = 200,
        answer: Scenario.Headers = ["Content-Type": "application/json", "Date": "Sat, 21 Nov 2026 09:00:00 GMT"],
        content: String = "[]",
    ) -> RecordedExchange {
        RecordedExchange(
            method: method,
            url: url,
            requestHeaders: headers,
            requestBody: Array(body.utf8),
            outcome: .reply(
                RecordedExchange.Reply(status: status, reason: "OK", headers: answer, body: Array(content.utf8))
            ),
            startedAt: moment,
            duration: .milliseconds(12)
        )
    }

    /// Some bytes in the form of gzip or zlib, without the sum at their end.
    static func packed(_ content: some Collection<UInt8>, asGzip: Bool = true) -> [UInt8] {
        // A block that is stored: what is in it needs no tool to be written.
        let low = UInt8(truncatingIfNeeded: content.count)
        let high = UInt8(truncatingIfNeeded: content.count >> 8)
        let head: [UInt8] = asGzip ? [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3] : [0x78, 0x9C]
        return head + [1, low, high, ~low, ~high] + content
    }

    /// Every file of a folder by its name, with what is in it.
    static func files(in folder: String, _ prefix: String = "") throws -> [String: [UInt8]] {
        var files: [String: [UInt8]] = [:]
        for name in FileSystem.names(in: folder) {
            let path = "\(folder)/\(name)"
            if FileSystem.isFolder(path) {
                files.merge(try self.files(in: path, "\(prefix)\(name)/")) { first, _ in first }
            } else {
                files[prefix + name] = try FileSystem.read(path, limit: 1 << 24)
            }
        }
        return files
    }

    static func scenario(_ path: String) -> ScenarioFiles.Loaded { ScenarioFiles.load([path]) }
}
