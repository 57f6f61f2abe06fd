import Rehearsal
import RehearsalContracts

/// The rules for retries and their delays.
struct RetryPolicy: Sendable {
    let declared: DeclaredRetry
    let defect: Defect?
    /// The share of each bound that a client with a certain defect waits.
    private let share = Double.random(in: 0.5...1)

    init(declared: DeclaredRetry, defect: Defect?) { (self.declared, self.defect) = (declared, defect) }

    /// Returns the delay before the next attempt; nil for no retry.
    func delay(after result: Result<WireReply, WireFailure>, of call: Call, attempt: Int) -> Duration? {
        let attempts = defect == .extraAttempt ? declared.attempts + 1 : declared.attempts
        guard attempt < attempts, mayRepeat(call, after: result), isTransient(result) else { return nil }
        let backoff = defect == .noDelay ? .zero : backoff(attempt)
        guard case .success(let reply) = result, let requested = RetryAfter.delay(in: reply, defect: defect) else {
            return backoff
        }
        return max(backoff, requested)
    }

    private func mayRepeat(_ call: Call, after result: Result<WireReply, WireFailure>) -> Bool {
        switch (result, defect) {
        case (.failure(.connectionLost), .repeatedPost), (.failure(.timedOut), .repeatedTimeout),
            (.failure(.incomplete), .repeatedPartialReply):
            true
        default: call.isIdempotent
        }
    }

    /// Whether another attempt may succeed after this result.
    func isTransient(_ result: Result<WireReply, WireFailure>) -> Bool {
        switch result {
        case .success(let reply) where reply.status == 502: defect != .badGatewayIsFinal
        case .success(let reply) where reply.status == 501: defect == .retriesNotImplemented
        case .success(let reply) where reply.status == 404: defect == .retriesNotFound
        case .success(let reply) where reply.status == 413 && defect == .tooLargeIsFinal: false
        case .success(let reply) where declared.statusesWithRetryAfter.contains(reply.status):
            RetryAfter.delay(in: reply, defect: defect) != nil
        case .success(let reply): declared.statuses.contains(reply.status)
        case .failure(.cannotConnect) where defect == .refusalIsFinal: false
        case .failure(.connectionLost) where defect == .lossIsFinal: false
        case .failure(.cannotConnect), .failure(.connectionLost): declared.afterLoss
        case .failure(.timedOut): declared.afterTimeout && defect != .timeoutIsFinal
        case .failure(.incomplete): defect == .repeatedPartialReply
        case .failure: false
        }
    }

    /// Returns a random delay between half of the bound and the bound, which doubles with each attempt.
    private func backoff(_ attempt: Int) -> Duration {
        var bound = declared.base
        for _ in 1..<attempt { bound = bound * (defect == .steepBackoff ? 8 : declared.factor) }
        return min(bound, declared.cap) * share(attempt)
    }

    /// Returns the share of its bound that a wait has.
    private func share(_ attempt: Int) -> Double {
        switch defect {
        case .noJitter: 0.75
        case .oneShareForAllCalls: share
        // The second wait is as long as the longest first one.
        case .constantWaits: attempt > 1 ? 0.5 : .random(in: 0.7...1)
        default: .random(in: 0.5...1)
        }
    }
}
