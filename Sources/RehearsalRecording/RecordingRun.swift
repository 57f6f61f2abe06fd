import RehearsalBackend
import RehearsalDocuments
import RehearsalPlatform
import RehearsalRecorder
import RehearsalRecordings
import RehearsalServer

/// The exchanges of one test with a real backend, which are written when the test has passed.
///
/// They stay in memory until then, so a test that fails or crashes leaves no file.
final class RecordingRun: ExchangeSink {
    /// The path of the HAR file.
    let path: String
    private let exchanges = Locked<[RecordedExchange]>([])

    /// The paths of the recordings that this process has made.
    private static let madePaths = Locked<Set<String>>([])

    /// The maximum time for one reply of the real backend.
    private static let timeout = Duration.seconds(60)

    init(into path: String) { self.path = path }

    /// Whether this process has made the recording at a path.
    static func hasMade(_ path: String) -> Bool { madePaths.withLock { $0.contains(path) } }

    /// Regards the recording at a path as one of an earlier run.
    static func forget(_ path: String) { madePaths.withLock { _ = $0.remove(path) } }

    /// Keeps an exchange. Its name and its secrets are determined when it is written.
    func append(_ exchange: RecordedExchange) -> RecordingWriter.AppendResult {
        exchanges.withLock { $0.append(exchange) }
        return RecordingWriter.AppendResult(name: "")
    }

    /// Returns the scenario that forwards each request to the real backend and records it.
    ///
    /// - Throws: `Backend.ScenarioNotPlayed` if the URL is not valid, or if it needs TLS and OpenSSL is not installed.
    func scenario(of named: NamedRecording) throws(Backend.ScenarioNotPlayed) -> Scenario {
        let proxy: Proxy
        do {
            let upstream = try Upstream(named.upstream, named: "of:")
            proxy = try Proxy(upstream, timeout: Self.timeout, replaying: nil, into: self)
        } catch {
            throw Backend.ScenarioNotPlayed(description: "the recording \"\(named.name)\" cannot be made: \(error)")
        }
        let reply = Scenario.Reply.later { request in await Self.forward(request, over: proxy) }
        return Scenario(named.name, endpoints: [.any("/**", replies: [reply])])
    }

    private static func forward(_ request: Journal.Entry, over proxy: Proxy) async -> Scenario.Reply {
        await withCheckedContinuation { continuation in
            do throws(SystemError) {
                try Thread.start { continuation.resume(returning: proxy.reply(to: request)) }.detach()
            } catch {
                continuation.resume(returning: Scenario.Reply(503, body: .text("\(error)\n")))
            }
        }
    }

    /// A summary of a recording that was written.
    struct Summary {
        var exchanges = 0
        /// The number of redacted values.
        var secrets = 0
    }

    /// Writes the exchanges. The first recording of this process replaces an older one, and later ones add to it.
    func write() throws(RecordingWriter.Failure) -> Summary {
        let exchanges = exchanges.withLock { $0 }
        guard !exchanges.isEmpty else { return Summary() }
        // The lock also prevents that two tests write to one file.
        return try Self.madePaths.withLock { (made) throws(RecordingWriter.Failure) in
            let start: RecordingWriter.Options.ExistingRecordingPolicy = made.contains(path) ? .appending : .replacing
            let writer = try RecordingWriter(path, options: RecordingWriter.Options(start: start))
            var summary = Summary(exchanges: exchanges.count)
            for exchange in exchanges { summary.secrets += try writer.append(exchange).secrets }
            try writer.close()
            made.insert(path)
            return summary
        }
    }
}
