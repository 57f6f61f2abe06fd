public import Foundation

/// Which requests are sent again, how often, and after which pauses.
///
/// Only what may be repeated is (RFC 9110 §9.2.2): see ``HTTPRequest/isRepeatable``.
public struct RetryPolicy: Sendable {
    /// How many times one request is sent at most, the first time included.
    public var attempts = 3
    /// The pause after the first attempt; each that follows is twice as long.
    public var base = Duration.milliseconds(200)
    /// The longest pause that the client takes on its own.
    public var cap = Duration.seconds(5)
    /// What all pauses for one request may add up to; a server that asks for more is not waited for.
    public var patience = Duration.seconds(60)
    /// The answers that may be other ones in a moment (RFC 6585 §4, RFC 9110 §15.6).
    public var statuses: Set<Int> = [429, 502, 503, 504]
    /// The failures of a connection that another connection may not have.
    public var failures = NetworkError.connectivityCodes
    /// How pauses are spread.
    public var jitter = Jitter.half

    /// What holds where nothing else is said.
    public init() {}

    /// Three attempts.
    public static let standard = RetryPolicy()

    /// One attempt.
    public static let none: RetryPolicy = {
        var policy = RetryPolicy()
        policy.attempts = 1
        return policy
    }()
}

extension RetryPolicy {
    /// What has been spent on a request.
    struct Spent {
        var attempts: Int
        var pauses = Duration.zero
    }

    /// How long to wait before the request is sent again; nil if it is not.
    func pause(after outcome: Result<HTTPResponse, any Error>, spent: Spent, now: Date) -> Duration? {
        guard spent.attempts < attempts else { return nil }
        var pause = jitter.spread(backoff(after: spent.attempts))
        switch outcome {
        case .success(let response):
            guard statuses.contains(response.status) else { return nil }
            // The server may ask for more patience than the client has on its own, not for less.
            if let asked = RetryAfter(of: response) { pause = max(pause, asked.delay(now: now)) }
        case .failure(NetworkError.networkError(let error)):
            guard failures.contains(error.code) else { return nil }
        case .failure: return nil
        }
        return pause <= patience - spent.pauses ? pause : nil
    }

    /// The base, doubled for each attempt after the first, up to the cap.
    private func backoff(after attempt: Int) -> Duration {
        var pause = min(base, cap)
        for _ in 1..<max(attempt, 1) where pause < cap { pause = min(pause * 2, cap) }
        return pause
    }
}

/// How pauses are spread, so that clients that failed together do not come back together.
public struct Jitter: Sendable {
    /// Makes the pause of one client from the pause of the policy.
    public let spread: @Sendable (Duration) -> Duration

    /// A spread of one's own.
    public init(_ spread: @escaping @Sendable (Duration) -> Duration) { self.spread = spread }

    /// Pauses as the policy says: for tests.
    public static let none = Jitter { $0 }

    /// Between half of the pause and the whole: spread, and yet never at once.
    public static let half = Jitter { $0 * Double.random(in: 0.5...1) }
}
