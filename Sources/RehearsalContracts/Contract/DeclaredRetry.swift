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

    /// The same policy with the base that it has after a status.
    package func policy(after status: Int?) -> DeclaredRetry {
        var policy = self
        if let status, let base = bases[status] { policy.base = base }
        return policy
    }
}

/// What libraries do where they are left as they come, so that a client built on one need not spell it out.
extension DeclaredRetry {
    /// Alamofire's `RetryPolicy`: half a second, doubled, without jitter; it does not look at `Retry-After`.
    public static let alamofire = DeclaredRetry(
        base: .milliseconds(500),
        cap: .seconds(86_400),
        statuses: [408, 500, 502, 503, 504],
        methods: [.delete, .get, .head, .options, .put, "TRACE"],
        honorsRetryAfter: false
    )

    /// The standard mode of AWS's SDKs: up to a second, doubled, full jitter.
    public static let aws = aws(base: .seconds(1))

    /// The standard mode of AWS's SDKs from 2026 on: up to 50 milliseconds, doubled, full jitter.
    public static let aws2026 = aws(base: .milliseconds(50))

    /// Azure's SDKs: three tries after the first, 0.8 seconds doubled up to a minute, a fifth less or more.
    public static let azure = DeclaredRetry(
        attempts: 4,
        base: .milliseconds(800),
        cap: .seconds(60),
        jitter: .proportional(0.2),
        statuses: [408, 429, 500, 502, 503, 504],
        methods: anyMethod
    )

    /// gRPC's retry policy (gRFC A6), as gateways apply it to HTTP: up to a tenth of a second, doubled up to one.
    public static let grpc = DeclaredRetry(
        attempts: 4,
        base: .milliseconds(100),
        cap: .seconds(1),
        jitter: .full,
        statuses: [503],
        methods: anyMethod,
        afterTimeout: false,
        honorsRetryAfter: false
    )

    /// Polly's default: two seconds each time, without jitter.
    public static let polly = DeclaredRetry(
        attempts: 4,
        base: .seconds(2),
        factor: 1,
        cap: .seconds(86_400),
        statuses: [408, 429, 500, 502, 503, 504],
        methods: anyMethod
    )

    /// resilience4j's default: half a second each time, without jitter.
    public static let resilience4j = DeclaredRetry(
        base: .milliseconds(500),
        factor: 1,
        cap: .seconds(86_400),
        methods: anyMethod,
        honorsRetryAfter: false
    )

    /// OkHttp, which waits for nothing: what it sends again on another connection is its stack's doing.
    public static let okHTTP = DeclaredRetry(
        attempts: 2,
        base: .zero,
        statuses: [408],
        methods: [.get, .head],
        afterLoss: false,
        afterTimeout: false
    )

    /// urllib3's `Retry`.
    ///
    /// - Parameters:
    ///   - total: how many times it tries again at most.
    ///   - factor: `backoff_factor`; the first time it tries again at once.
    ///   - statuses: `status_forcelist`.
    public static func urllib3(
        total: Int = 10,
        factor: Duration = .zero,
        statuses: Set<Int> = [],
    ) -> DeclaredRetry {
        var retry = DeclaredRetry(
            attempts: total + 1,
            base: factor,
            cap: .seconds(120),
            jitter: .additive(.zero),
            statuses: statuses,
            methods: [.head, .get, .put, .delete, .options, "TRACE"],
            retryAfterCap: .seconds(21_600)
        )
        retry.beginsAtOnce = true
        return retry
    }

    private static let anyMethod: Set<Scenario.Method> = [.get, .head, .post, .put, .patch, .delete, .options]

    private static func aws(base: Duration) -> DeclaredRetry {
        DeclaredRetry(base: base, cap: .seconds(20), jitter: .full, methods: anyMethod, honorsRetryAfter: false)
    }
}
