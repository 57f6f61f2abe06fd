import Rehearsal
import RehearsalContracts
import RehearsalPlatform

/// The retry policy of the notes client.
final class NotesRetry: Sendable {
    private let declared: DeclaredRetry
    private let defect: NotesDefect?
    /// The number of waits of the last call if it failed, for a client with a defect.
    private let waitsOfLastCall = Locked(0)

    init(_ declared: DeclaredRetry, defect: NotesDefect?) { (self.declared, self.defect) = (declared, defect) }

    /// Returns the wait before the next attempt; nil for no retry.
    func wait(
        after result: Result<WireReply, WireFailure>,
        of call: Call,
        _ progress: CallProgress,
    ) -> Duration? {
        guard progress.attempt < declared.attempts, call.isIdempotent, isTransient(result) else { return nil }
        return max(backoff(progress.attempt), requested(in: result, progress) ?? .zero)
    }

    /// Records the end of a call after an attempt.
    func recordEnd(at attempt: Int, hasFailed: Bool) {
        waitsOfLastCall.withLock { $0 = hasFailed ? attempt - 1 : 0 }
    }

    /// Whether another attempt may succeed after this result.
    private func isTransient(_ result: Result<WireReply, WireFailure>) -> Bool {
        switch result {
        case .success(let reply): declared.statuses.contains(reply.status)
        case .failure(.cannotConnect), .failure(.connectionLost): declared.afterLoss
        case .failure(.timedOut): declared.afterTimeout
        case .failure: false
        }
    }

    /// Returns the wait of the policy, which doubles with each attempt.
    private func backoff(_ attempt: Int) -> Duration {
        let doublings = attempt - 1 + (defect == .continuesBackoff ? waitsOfLastCall.withLock { $0 } : 0)
        var wait = declared.base
        for _ in 0..<doublings { wait = wait * declared.factor }
        return min(wait, declared.cap)
    }

    /// Returns the wait that the server requests; nil for none.
    private func requested(in result: Result<WireReply, WireFailure>, _ progress: CallProgress) -> Duration? {
        if defect == .ignoresRetryAfterAfterLoss, progress.loss != nil { return nil }
        guard case .success(let reply) = result else { return nil }
        return RetryAfter.delay(in: reply, defect: nil)
    }
}
