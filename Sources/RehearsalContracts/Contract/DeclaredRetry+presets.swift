import Rehearsal

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
