import RehearsalDocuments
import RehearsalPlatform
import RehearsalRecordings
import RehearsalServer

@testable import RehearsalRecorder

/// A sink that keeps the recorded exchanges in memory.
final class MemorySink: ExchangeSink, @unchecked Sendable {
    // Sendable: the exchanges are accessed under the lock only.
    private let lock = Lock()
    private var kept: [RecordedExchange] = []
    private let failure: RecordingWriter.Failure?

    init(failing failure: RecordingWriter.Failure? = nil) { self.failure = failure }

    var exchanges: [RecordedExchange] { lock.withLock { kept } }

    func append(_ exchange: RecordedExchange) throws(RecordingWriter.Failure) -> RecordingWriter.AppendResult {
        if let failure { throw failure }
        lock.withLock { kept.append(exchange) }
        return RecordingWriter.AppendResult(name: "entry", secrets: 1)
    }
}

extension RecordedExchange {
    /// The reply, if there was one.
    var reply: Reply? { if case .reply(let reply) = outcome { reply } else { nil } }
    /// The failure, if there was no reply.
    var failure: Failure? { if case .failure(let failure, _) = outcome { failure } else { nil } }
}
