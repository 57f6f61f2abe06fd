public import Foundation

/// A policy for retries: the failures to retry, the number of attempts and the pauses.
///
/// Only repeatable requests are retried (RFC 9110 §9.2.2); see ``HTTPRequest/isRepeatable``.
public struct RetryPolicy: Sendable {
    /// The maximum number of attempts of a request, including the first.
    public var attempts = 3
    /// The pause after the first attempt, doubled after each further attempt.
    public var base = Duration.milliseconds(200)
    /// The longest pause, unless the server requests a longer one.
    public var cap = Duration.seconds(5)
    /// The maximum sum of all pauses of a request. A pause that would exceed it ends the retries.
    public var maximumTotalDelay = Duration.seconds(60)
    /// The status codes to retry (RFC 6585 §4, RFC 9110 §15.6).
    public var statuses: Set<Int> = [429, 502, 503, 504]
    /// The connection failures to retry.
    public var failures = NetworkError.connectivityCodes
    /// The random variation of pauses.
    public var jitter = Jitter.half

    /// Creates the standard policy.
    public init() {}

    /// A policy of three attempts.
    public static let standard = RetryPolicy()

    /// A policy without retries.
    public static let none: RetryPolicy = {
        var policy = RetryPolicy()
        policy.attempts = 1
        return policy
    }()
}

extension RetryPolicy {
    /// The attempts and pauses of a request so far.
    struct RetryHistory {
        var attempts: Int
        var pauses = Duration.zero
    }

    /// Returns the pause before the next attempt; nil to end the retries.
    func pause(after outcome: Result<HTTPResponse, any Error>, spent: RetryHistory, now: Date) -> Duration? {
        guard spent.attempts < attempts else { return nil }
        var pause = jitter.spread(backoff(after: spent.attempts))
        switch outcome {
        case .success(let response):
            guard statuses.contains(response.status) else { return nil }
            // The server can lengthen the pause, but not shorten it.
            if let retryAfter = RetryAfter(of: response) { pause = max(pause, retryAfter.delay(now: now)) }
        case .failure(NetworkError.networkError(let error)):
            guard failures.contains(error.code) else { return nil }
        case .failure: return nil
        }
        return pause <= maximumTotalDelay - spent.pauses ? pause : nil
    }

    /// Returns the base pause, doubled for each attempt after the first, up to the cap.
    private func backoff(after attempt: Int) -> Duration {
        var pause = min(base, cap)
        for _ in 1..<max(attempt, 1) where pause < cap { pause = min(pause * 2, cap) }
        return pause
    }
}

/// A random variation of pauses, so that clients do not retry at the same time.
public struct Jitter: Sendable {
    /// A function that returns the varied pause for a pause of the policy.
    public let spread: @Sendable (Duration) -> Duration

    /// Creates a variation.
    public init(_ spread: @escaping @Sendable (Duration) -> Duration) { self.spread = spread }

    /// No variation, for tests.
    public static let none = Jitter { $0 }

    /// A uniform variation between half and all of the pause.
    public static let half = Jitter { $0 * Double.random(in: 0.5...1) }
}
