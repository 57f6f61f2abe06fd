public import Foundation

/// A transport that retries failed requests by a policy.
public struct RetryingTransport: HTTPTransport {
    private let transport: any HTTPTransport
    private let policy: RetryPolicy
    private let clock: any Clock<Duration>
    private let now: @Sendable () -> Date

    /// Creates a transport that wraps another one.
    ///
    /// - Parameters:
    ///   - clock: the clock for pauses.
    ///   - now: returns the time from which a date in `Retry-After` is counted if the response has no `Date`.
    public init(
        _ transport: any HTTPTransport,
        policy: RetryPolicy = .standard,
        clock: any Clock<Duration> = ContinuousClock(),
        now: @escaping @Sendable () -> Date = { Date() },
    ) {
        self.transport = transport
        self.policy = policy
        self.clock = clock
        self.now = now
    }

    /// Sends a request until the policy ends the retries. All attempts are identical, with the same idempotency key.
    ///
    /// - Throws: the error of the last attempt; `CancellationError` as soon as the task is cancelled.
    public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        guard request.isRepeatable else { return try await transport.send(request) }
        var spent = RetryPolicy.RetryHistory(attempts: 1 + request.failedAttempts)
        var outcome = await outcome(of: request)
        while let pause = policy.pause(after: outcome, spent: spent, now: now()) {
            try await clock.sleep(for: pause)
            spent.pauses += pause
            outcome = await self.outcome(of: request)
            spent.attempts += 1
        }
        var response = try outcome.get()
        response.attempts = spent.attempts
        return response
    }

    private func outcome(of request: HTTPRequest) async -> Result<HTTPResponse, any Error> {
        do {
            return .success(try await transport.send(request))
        } catch {
            return .failure(error)
        }
    }
}
