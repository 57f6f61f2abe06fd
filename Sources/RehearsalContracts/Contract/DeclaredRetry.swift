public import Rehearsal

/// The declared retry policy of a client.
public struct DeclaredRetry: Sendable, Hashable {
    /// The largest number of requests of one call, including the first.
    public var attempts: Int
    /// The upper bound of the first wait.
    public var base: Duration
    /// The ratio of each bound to the one before.
    public var factor: Double
    /// The longest wait of the client's own policy.
    public var cap: Duration
    /// The jitter of the waits.
    public var jitter: Jitter
    /// The statuses that are retried.
    public var statuses: Set<Int>
    /// The statuses that are retried only if the reply has `Retry-After`.
    public var statusesWithRetryAfter: Set<Int> = []
    /// The upper bound of the first wait after a status, if it is not ``base``.
    public var bases: [Int: Duration] = [:]
    /// The methods that are retried; a request with an idempotency key is retried whatever its method.
    public var methods: Set<Scenario.Method>
    /// The methods that are retried after a lost connection or a timeout, with or without a key.
    ///
    /// Nil means the methods that are retried after a status.
    public var methodsAfterLoss: Set<Scenario.Method>?
    /// Whether a connection that is lost before the reply is retried.
    public var afterLoss: Bool
    /// Whether a refused connection is retried; nil means the same as after a loss.
    public var afterRefusal: Bool?
    /// Whether an attempt that timed out is retried.
    public var afterTimeout: Bool
    /// Whether the client waits as long as the server asks (RFC 9110 §10.2.3).
    public var honorsRetryAfter: Bool
    /// The longest wait that the client accepts from `Retry-After`; nil if only its deadline limits it.
    public var retryAfterCap: Duration?
    /// Whether the first retry follows without a wait (urllib3).
    public var beginsAtOnce = false

    /// The distribution of the waits below their bound.
    public enum Jitter: Sendable, Hashable {
        /// Each wait equals its bound.
        case none
        /// Between 0 and the bound.
        case full
        /// Between half of the bound and the bound.
        case equal
        /// The bound, plus or minus this share of it.
        case proportional(Double)
        /// Between the bound and the bound plus this duration.
        case additive(Duration)
        /// The base to three times the previous wait (AWS), or the base plus three times the previous wait (smithy).
        case decorrelated
        /// Smooth around a median, from zero to just below the next bound (Polly's decorrelated jitter V2).
        case smooth
    }

    /// Creates a policy; the default has three attempts and no jitter.
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

    /// The policy of one attempt.
    public static let none = DeclaredRetry(
        attempts: 1,
        statuses: [],
        methods: [],
        afterLoss: false,
        afterTimeout: false
    )

    /// Returns a policy of doubling waits without jitter.
    public static func exponential(attempts: Int, base: Duration, cap: Duration = .seconds(20)) -> DeclaredRetry {
        DeclaredRetry(attempts: attempts, base: base, cap: cap)
    }

    /// Returns the policy with the base that it has after a status.
    package func policy(after status: Int?) -> DeclaredRetry {
        var policy = self
        if let status, let base = bases[status] { policy.base = base }
        return policy
    }
}

/// The default policies of libraries, for clients that are built on them.
extension DeclaredRetry {
    /// Alamofire's `RetryPolicy`: half a second, doubled, without jitter; it ignores `Retry-After`.
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

    /// Azure's SDKs: three retries, 0.8 seconds doubled up to a minute, plus or minus a fifth.
    public static let azure = DeclaredRetry(
        attempts: 4,
        base: .milliseconds(800),
        cap: .seconds(60),
        jitter: .proportional(0.2),
        statuses: [408, 429, 500, 502, 503, 504],
        methods: anyMethod
    )

    /// gRPC's retry policy (gRFC A6), as proxies apply it to HTTP: up to a tenth of a second, doubled up to one.
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

    /// OkHttp, which does not wait before a retry; its network stack repeats requests on another connection.
    public static let okHTTP = DeclaredRetry(
        attempts: 2,
        base: .zero,
        statuses: [408],
        methods: [.get, .head],
        afterLoss: false,
        afterTimeout: false
    )

    /// Returns the policy of urllib3's `Retry`.
    ///
    /// - Parameters:
    ///   - total: the largest number of retries.
    ///   - factor: `backoff_factor`; the first retry follows without a wait.
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
