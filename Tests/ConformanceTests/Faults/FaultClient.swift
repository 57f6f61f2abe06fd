import Foundation
import Rehearsal
import RehearsalFaultCatalogue
import RehearsalTestSupport
import Testing

/// A client that is driven into faults, each time in a process of its own.
enum FaultClient: String, CaseIterable, Sendable {
    case urlSession = "URLSession"
    case curl
    case urllib3
    case httpx

    /// The timeout of a client in whole seconds: URLSession and Python for the next byte, curl for the whole transfer.
    static let timeout = 2
    /// The seconds after which a client is considered hung.
    static let hangTimeout = 8.0

    /// Whether this machine has the client.
    func isInstalled() async -> Bool {
        switch self {
        case .urlSession: Self.driver != nil
        case .curl: BoundedRun.find("curl") != nil
        case .urllib3, .httpx: await PythonModule.isInstalled(rawValue)
        }
    }

    /// The version of the client in a few words; nil if it is not available.
    func version() async -> String? {
        switch self {
        case .urlSession:
            let text = try? await Program.run("swift", ["--version"]).output
            let words = text?.split(whereSeparator: \.isWhitespace) ?? []
            return words.firstIndex(of: "version").map { "Swift \(words[$0 + 1])" }
        case .curl:
            return (try? await Program.run("curl", ["--version"]).output)?.split(separator: " ").dropFirst().first.map {
                "curl \($0)"
            }
        case .urllib3, .httpx:
            let run = try? await Program.run("python3", ["-c", "import \(rawValue); print(\(rawValue).__version__)"])
            guard let run, run.status == 0 else { return nil }
            return "\(rawValue) \(run.output.trimmingCharacters(in: .newlines))"
        }
    }

    /// The command that sends the requests for a fault.
    func command(
        _ drive: FaultTrigger,
        port: Int,
        upload: String,
        timeout: Int
    ) throws -> (program: String, words: [String]) {
        let url = "\(drive.scheme)://127.0.0.1:\(port)\(drive.path)"
        let pause = Int(drive.pause / .milliseconds(1))
        let words = [
            url, drive.method, "\(timeout)", "\(drive.uploadSize)", "\(drive.requests)", "\(pause)",
            drive.expectsContinue ? "continue" : "-",
        ]
        switch self {
        case .urlSession: return (try #require(Self.driver), words)
        case .curl: return (try #require(BoundedRun.find("curl")), Self.curlWords(drive, url, upload, timeout))
        case .urllib3, .httpx:
            let script = Program.file("../Drivers/faults.py")
            return (try #require(BoundedRun.find("python3")), [script, rawValue] + words)
        }
    }

    private static func curlWords(
        _ drive: FaultTrigger,
        _ url: String,
        _ upload: String,
        _ timeout: Int
    ) -> [String] {
        var words = ["--silent", "--location", "--max-redirs", "20", "--insecure", "--compressed", "--noproxy", "*"]
        words += ["--max-time", "\(timeout)", "--write-out", "%{http_code} %{size_download} %{exitcode}\\n"]
        words += drive.method == "HEAD" ? ["--head"] : ["--request", drive.method]
        if drive.uploadSize > 0 {
            words += ["--data-binary", "@\(upload)", "-H", "Content-Type: application/octet-stream"]
        }
        if drive.expectsContinue { words += ["-H", "Expect: 100-continue"] }
        if drive.pause > .zero { words += ["--rate", "2/s"] }
        for _ in 0..<drive.requests { words += ["--output", "/dev/null", url] }
        return words
    }

    /// The program is next to the bundle of these tests.
    private static let driver: String? = {
        #if os(Linux)
            let tests = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        #else
            let tests = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundlePath ?? ""
        #endif
        let path = URL(fileURLWithPath: tests).deletingLastPathComponent().appendingPathComponent("FaultDriver").path
        return FileManager.default.isExecutableFile(atPath: path) ? path : nil
    }()
}
