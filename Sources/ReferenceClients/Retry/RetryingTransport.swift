public import Foundation

/// Sends again what was lost or turned away, as a policy says.
public struct RetryingTransport: HTTPTransport {
    private let transport: any HTTPTransport
    private let policy: RetryPolicy
    private let clock: any Clock<Duration>
    private let now: @Sendable () -> Date

    /// A transport over another one.
    ///
    /// - Parameters:
    ///   - clock: what pauses are taken by.
    ///   - now: what dates in `Retry-After` are compared with if the server does not tell its own time.
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

    /// Sends a request until it is answered for good; every attempt is the same request, its idempotency key included.
    ///
    /// - Throws: what the last attempt threw; `CancellationError` at once if the task is cancelled, also in a pause.
    public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        guard request.isRepeatable else { return try await transport.send(request) }
        var spent = RetryPolicy.Spent(attempts: 1)
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
