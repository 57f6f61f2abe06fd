import Rehearsal
import RehearsalPlatform
import RehearsalTestSupport

@testable import RehearsalDocuments

/// Sample exchanges, and functions that read the files of a recording.
enum RecordingSample {
    /// A time on the morning of 21 November 2026, in milliseconds since 1970.
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

    /// Returns bytes in the format of gzip or zlib, without the checksum.
    static func packed(_ content: some Collection<UInt8>, asGzip: Bool = true) -> [UInt8] {
        // A stored block needs no compressor.
        let low = UInt8(truncatingIfNeeded: content.count)
        let high = UInt8(truncatingIfNeeded: content.count >> 8)
        let head: [UInt8] = asGzip ? [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3] : [0x78, 0x9C]
        return head + [1, low, high, ~low, ~high] + content
    }

    /// Returns the bytes of every file below a folder, by its relative path.
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

    static func scenario(_ path: String) -> ScenarioFiles.LoadResult { ScenarioFiles.load([path]) }
}
