public import Rehearsal

/// What a client says of how it tries again.
public struct DeclaredRetry: Sendable, Hashable {
    /// How many times one request is sent at most, the first time included.
    public var attempts: Int
    /// The bound of the first wait.
    public var base: Duration
    /// What each bound is of the one before.
    public var factor: Double
    /// The longest wait that it takes on its own.
    public var cap: Duration
    /// How waits are spread below their bound.
    public var jitter: Jitter
    /// The statuses that it tries again after.
    public var statuses: Set<Int>
    /// The statuses that it tries again after only if the reply has `Retry-After`.
    public var statusesWithRetryAfter: Set<Int> = []
    /// The bound of the first wait after a status, where it is not ``base``.
    public var bases: [Int: Duration] = [:]
    /// The methods that it sends again; a request with an idempotency key too, whatever its method.
    public var methods: Set<Scenario.Method>
    /// The methods that it sends again after a lost connection or a timeout, with or without a key; nil if it does what
    /// it does after a status.
    public var methodsAfterLoss: Set<Scenario.Method>?
    /// Whether it tries again when the connection was lost before the answer.
    public var afterLoss: Bool
    /// Whether it tries again when no connection was made; nil if it does what it does after a loss.
    public var afterRefusal: Bool?
    /// Whether it tries again when an attempt timed out.
    public var afterTimeout: Bool
    /// Whether it waits as long as the server asks (RFC 9110 §10.2.3).
    public var honorsRetryAfter: Bool
    /// The longest wait that it lets the server ask for; nil if it gives up on what its deadline does not allow.
    public var retryAfterCap: Duration?
    /// Whether it tries again at once the first time, and waits only from the second on (urllib3).
    public var beginsAtOnce = false

    /// How waits are spread.
    public enum Jitter: Sendable, Hashable {
        /// Each is its bound.
        case none
        /// 0 to the bound.
        case full
        /// Half of the bound to the bound.
        case equal
        /// The bound, less or more by that share of it.
        case proportional(Double)
        /// The bound to that much more.
        case additive(Duration)
        /// The base to three times the wait before (AWS), or the base and three times that (smithy).
        case decorrelated
        /// Smooth around a median, from nothing to a little under the next bound (Polly's decorrelated jitter V2).
        case smooth
    }

    /// A policy; three attempts and no jitter where nothing else is said.
    public init(
        attempts: Int = 3,
        base: Duration = .milliseconds(200),
        factor: Double = 2,
        cap: Duration = .seconds(20),
        jitter: Jitter = .none,
        statuses: Set<Int> = [500, 502, 503, 504],
        methods: Set<Scenario.Method> = [.get, .head, .put, .delete, .options],
        afterLoss: Bool = true,
        afterTimeout: Bool = true,
        honorsRetryAfter: Bool = true,
        retryAfterCap: Duration? = nil,
    ) {
        (self.attempts, self.base, self.factor, self.cap, self.jitter) = (attempts, base, factor, cap, jitter)
        (self.statuses, self.methods) = (statuses, methods)
        (self.afterLoss, self.afterTimeout) = (afterLoss, afterTimeout)
        (self.honorsRetryAfter, self.retryAfterCap) = (honorsRetryAfter, retryAfterCap)
    }

    /// One attempt.
    public static let none = DeclaredRetry(
        attempts: 1,
        statuses: [],
        methods: [],
        afterLoss: false,
        afterTimeout: false
    )

    /// Waits that double, without jitter.
    public static func exponential(attempts: Int, base: Duration, cap: Duration = .seconds(20)) -> DeclaredRetry {
        DeclaredRetry(attempts: attempts, base: base, cap: cap)
    }
}
