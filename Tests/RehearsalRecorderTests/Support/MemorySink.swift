import RehearsalDocuments
import RehearsalPlatform
import RehearsalRecordings
import RehearsalServer

@testable import RehearsalRecorder

/// Keeps what is recorded where a test can look at it.
final class MemorySink: ExchangeSink, @unchecked Sendable {
    // Sendable: what changes is reached under the lock.
    private let lock = Lock()
    private var kept: [RecordedExchange] = []
    private let failure: RecordingWriter.Failure?

    init(failing failure: RecordingWriter.Failure? = nil) { self.failure = failure }

    var exchanges: [RecordedExchange] { lock.withLock { kept } }

    func append(_ exchange: RecordedExchange) throws(RecordingWriter.Failure) -> RecordingWriter.Written {
        if let failure { throw failure }
        lock.withLock { kept.append(exchange) }
        return RecordingWriter.Written(name: "entry", secrets: 1)
    }
}

extension RecordedExchange {
    /// The reply, if there was one.
    var reply: Reply? { if case .reply(let reply) = outcome { reply } else { nil } }
    /// Why there was none.
    var failure: Failure? { if case .failure(let failure, _) = outcome { failure } else { nil } }
}
