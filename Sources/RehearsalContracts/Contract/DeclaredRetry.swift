public import Rehearsal

/// The declared retry policy of a client.
public struct DeclaredRetry: Sendable, Hashable {
    /// The maximum number of requests of one call, including the first.
    public var attempts: Int
    /// The upper bound of the first wait.
    public var base: Duration
    /// The factor by which the bound grows from one wait to the next.
    public var factor: Double
    /// The maximum wait of the client's own policy, without `Retry-After`.
    public var cap: Duration
    /// The jitter of the waits.
    public var jitter: Jitter
    /// The statuses after which the client retries.
    public var statuses: Set<Int>
    /// The statuses after which the client retries only if the reply has `Retry-After`.
    public var statusesWithRetryAfter: Set<Int> = []
    /// The upper bound of the first wait after a status, where it differs from ``base``.
    public var bases: [Int: Duration] = [:]
    /// The methods that the client retries. It also retries a request with an idempotency key, whatever its method.
    public var methods: Set<Scenario.Method>
    /// The methods that the client retries after a lost connection or a timeout, with or without an idempotency key.
    ///
    /// If nil, these are the same requests that it retries after a status.
    public var methodsAfterLoss: Set<Scenario.Method>?
    /// Whether the client retries if the connection is lost before the reply.
    public var afterLoss: Bool
    /// Whether the client retries if the connection is refused; if nil, ``afterLoss`` applies.
    public var afterRefusal: Bool?
    /// Whether the client retries after an attempt that timed out.
    public var afterTimeout: Bool
    /// Whether the client waits for the time in `Retry-After` before a retry (RFC 9110 §10.2.3).
    public var honorsRetryAfter: Bool
    /// The maximum wait that the client accepts from `Retry-After`; nil if only its deadline limits the wait.
    public var retryAfterCap: Duration?
    /// Whether the client does not wait before the first retry, as urllib3.
    public var firstRetryIsImmediate = false
    /// The maximum number of retries of one client over all its calls while every attempt fails; nil for no limit.
    ///
    /// A token bucket of 500 tokens, of which a retry costs 5, is a budget of 100 (AWS SDKs).
    public var budget: Int?

    /// The distribution of the waits relative to their bound.
    public enum Jitter: Sendable, Hashable {
        /// Each wait equals its bound.
        case none
        /// Each wait is between 0 and the bound.
        case full
        /// Each wait is between half of the bound and the bound.
        case equal
        /// Each wait is the bound, plus or minus this fraction of the bound.
        case proportional(Double)
        /// Each wait is between the bound and the bound plus this duration.
        case additive(Duration)
        /// Each wait is between the base and three times the previous wait (AWS), to which smithy adds the base.
        case decorrelated
        /// The waits are distributed smoothly from zero to just below the next bound (Polly's decorrelated jitter V2).
        case smooth
    }

    /// Creates a policy. By default it has three attempts, waits of 0.2 s and 0.4 s, and no jitter.
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

    /// The policy of a client that never retries.
    public static let none = DeclaredRetry(
        attempts: 1,
        statuses: [],
        methods: [],
        afterLoss: false,
        afterTimeout: false
    )

    /// Returns a policy without jitter, in which each wait is twice the previous one.
    public static func exponential(attempts: Int, base: Duration, cap: Duration = .seconds(20)) -> DeclaredRetry {
        DeclaredRetry(attempts: attempts, base: base, cap: cap)
    }

    /// Returns the policy with the base that applies after a status.
    package func policy(after status: Int?) -> DeclaredRetry {
        var policy = self
        if let status, let base = bases[status] { policy.base = base }
        return policy
    }
}

/// The default retry policies of libraries, for clients that use them.
extension DeclaredRetry {
    /// Alamofire's `RetryPolicy`: a base of 0.5 s, doubled, without jitter; it ignores `Retry-After`.
    public static let alamofire = DeclaredRetry(
        base: .milliseconds(500),
        cap: .seconds(86_400),
        statuses: [408, 500, 502, 503, 504],
        methods: [.delete, .get, .head, .options, .put, "TRACE"],
        honorsRetryAfter: false
    )

    /// The standard mode of the AWS SDKs: a base of 1 s, doubled, with full jitter.
    public static let aws = aws(base: .seconds(1))

    /// The standard mode of the AWS SDKs from 2026 on: a base of 50 ms, doubled, with full jitter.
    public static let aws2026 = aws(base: .milliseconds(50))

    /// The policy of the Azure SDKs: three retries, a base of 0.8 s, doubled up to 60 s, plus or minus 20 %.
    public static let azure = DeclaredRetry(
        attempts: 4,
        base: .milliseconds(800),
        cap: .seconds(60),
        jitter: .proportional(0.2),
        statuses: [408, 429, 500, 502, 503, 504],
        methods: anyMethod
    )

    /// gRPC's retry policy (gRFC A6), as proxies apply it to HTTP: 0.1 s, doubled up to 1 s, with full jitter.
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

    /// Polly's default: a wait of 2 s before each retry, without jitter.
    public static let polly = DeclaredRetry(
        attempts: 4,
        base: .seconds(2),
        factor: 1,
        cap: .seconds(86_400),
        statuses: [408, 429, 500, 502, 503, 504],
        methods: anyMethod
    )

    /// resilience4j's default: a wait of 0.5 s before each retry, without jitter.
    public static let resilience4j = DeclaredRetry(
        base: .milliseconds(500),
        factor: 1,
        cap: .seconds(86_400),
        methods: anyMethod,
        honorsRetryAfter: false
    )

    /// The policy of OkHttp, which does not wait before a retry.
    ///
    /// Retries after a lost connection are not declared, because the network stack makes them by itself.
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
    ///   - total: the maximum number of retries.
    ///   - factor: the parameter `backoff_factor`. The first retry is sent without a wait.
    ///   - statuses: the parameter `status_forcelist`.
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
        retry.firstRetryIsImmediate = true
        return retry
    }

    private static let anyMethod: Set<Scenario.Method> = [.get, .head, .post, .put, .patch, .delete, .options]

    private static func aws(base: Duration) -> DeclaredRetry {
        DeclaredRetry(base: base, cap: .seconds(20), jitter: .full, methods: anyMethod, honorsRetryAfter: false)
    }
}
