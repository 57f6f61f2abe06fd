/// The state of all quotas of a session.
struct QuotaStates: Sendable {
    private var states: [QuotaState]

    init(_ quotas: [CompiledQuota]) { states = quotas.map { QuotaState($0) } }

    /// Returns the reply to a request that exceeds a quota; nil if the request may proceed.
    func check(
        _ request: ObservedRequest,
        applicable: Policies.ApplicablePolicies,
        effects: inout PolicyEffects,
        at time: PolicyTime,
    ) -> PolicyReply? {
        let keys = applicable.quotas.map { index in
            let quota = states[index].quota
            return PolicyEffects.CountedQuota(
                quota: index,
                key: request.countingKey(per: quota.source.key, quota.segments) ?? []
            )
        }
        for counted in keys {
            let window = windowState(of: counted, at: time)
            guard window.remaining < 1 else { continue }
            return limited(states[counted.quota].quota, window: window, among: keys, at: time)
        }
        effects.quotas = keys
        return nil
    }

    private func windowState(of counted: PolicyEffects.CountedQuota, at time: PolicyTime) -> QuotaState.WindowState {
        states[counted.quota].windowState(of: counted.key, at: time.now)
    }

    private func limited(
        _ quota: CompiledQuota,
        window: QuotaState.WindowState,
        among all: [PolicyEffects.CountedQuota],
        at time: PolicyTime,
    ) -> PolicyReply {
        let seconds = window.seconds
        let detail = "the limit is \(quota.source.limit) requests in \(quota.source.window.displayText)"
        let standard = Scenario.Reply(429, body: .problem(["title": "Too Many Requests", "detail": .string(detail)]))
        var reply = quota.source.reply ?? standard
        let value: String? =
            switch quota.source.retryAfter {
            case .seconds: String(seconds)
            case .date: TimeFormat.httpDate.text(of: (time.wall + seconds * 1_000 + 999) / 1_000 * 1_000)
            case .none: nil
            }
        if let value, !reply.headers.contains("Retry-After") { reply.headers.append("Retry-After", value) }
        reply.headers.addMissing(fields(all, at: time))
        return PolicyReply(policy: quota.policyIndex, reply: reply, note: "quota: \(detail)")
    }

    /// Returns the usage of each quota, in the order of the scenario.
    func usages(at now: Int64) -> [PolicyState.QuotaUsage] { states.map { $0.usage(at: now) } }

    /// Counts a request and returns the header fields that report the remaining quotas.
    mutating func count(_ all: [PolicyEffects.CountedQuota], at time: PolicyTime) -> [Scenario.Headers.Field] {
        for counted in all { states[counted.quota].count(counted.key, at: time.now) }
        return fields(all, at: time)
    }

    private func fields(_ all: [PolicyEffects.CountedQuota], at time: PolicyTime) -> [Scenario.Headers.Field] {
        var fields: [Scenario.Headers.Field] = []
        let usages = all.map { (quota: states[$0.quota].quota, window: windowState(of: $0, at: time)) }
        let ietf = usages.filter { $0.quota.source.headers == .ietf }
        if !ietf.isEmpty {
            let items = ietf.map(\.quota.policyItem)
            let limits = ietf.map { "\($0.quota.name);r=\($0.window.remaining);t=\($0.window.seconds)" }
            fields.append(.init("RateLimit-Policy", items.joined(separator: ", ")))
            fields.append(.init("RateLimit", limits.joined(separator: ", ")))
        }
        // The legacy fields can report only one quota: the one with the fewest remaining requests.
        let tightest = usages.filter { $0.quota.source.headers == .legacy }.min {
            $0.window.remaining < $1.window.remaining
        }
        guard let tightest else { return fields }
        fields.append(.init("X-RateLimit-Limit", String(tightest.quota.source.limit)))
        fields.append(.init("X-RateLimit-Remaining", String(tightest.window.remaining)))
        fields.append(.init("X-RateLimit-Reset", String(tightest.window.seconds)))
        return fields
    }
}

/// The windows of a quota, by counting key.
struct QuotaState: Sendable {
    let quota: CompiledQuota
    private var windows: [[UInt8]: Window] = [:]

    init(_ quota: CompiledQuota) { self.quota = quota }

    private struct Window {
        let began: Int64
        var count = 0
    }

    /// The remaining requests and the remaining time of a window.
    struct WindowState {
        /// The number of requests that remain in the window.
        let remaining: Int
        /// The time until the window ends, in nanoseconds.
        let untilReset: Int64

        /// The time until the window ends, in whole seconds for header fields.
        var seconds: Int64 { Duration.nanoseconds(untilReset).secondsRoundedUp }
    }

    /// The number of windows at which expired windows are removed.
    private static let maxWindows = 1_024

    func windowState(of key: [UInt8], at now: Int64) -> WindowState {
        let length = quota.source.window.nanoseconds
        guard let window = windows[key], now - window.began < length else {
            return WindowState(remaining: quota.source.limit, untilReset: length)
        }
        return WindowState(
            remaining: max(0, quota.source.limit - window.count),
            untilReset: window.began + length - now
        )
    }

    /// Returns the usage of the quota. For a quota with a key, it is that of the key with the most requests.
    func usage(at now: Int64) -> PolicyState.QuotaUsage {
        let current = windows.filter { now - $0.value.began < quota.source.window.nanoseconds }
        let fullest = current.max { ($0.value.count, $1.value.began) < ($1.value.count, $0.value.began) }?.key
        return PolicyState.QuotaUsage(
            quota: quota.source,
            keyCount: current.count,
            remaining: fullest.map { windowState(of: $0, at: now).remaining } ?? quota.source.limit,
            untilReset: fullest.map { .nanoseconds(windowState(of: $0, at: now).untilReset) }
        )
    }

    mutating func count(_ key: [UInt8], at now: Int64) {
        let length = quota.source.window.nanoseconds
        if let window = windows[key], now - window.began < length {
            windows[key]?.count = window.count + 1
            return
        }
        if windows.count >= Self.maxWindows { windows = windows.filter { now - $0.value.began < length } }
        windows[key] = Window(began: now, count: 1)
    }
}

/// A compiled quota.
struct CompiledQuota: Sendable {
    let source: Scenario.Quota
    let segments: [Scenario.PathPattern.Segment]
    /// The quoted name in header fields, a structured-field string (RFC 9651 §3.3.3).
    let name: String
    /// The index among all policies.
    let policyIndex: Int

    init(_ source: Scenario.Quota, index: Int, label: Int) throws(CompiledScenario.CompilationError) {
        self.source = source
        segments = try Policies.segments(of: source.path, "a quota")
        name = index == 0 ? #""default""# : #""default-\#(index + 1)""#
        self.policyIndex = label
        func invalid(_ reason: String) -> CompiledScenario.CompilationError {
            CompiledScenario.CompilationError(subject: "the quota of \"\(source.path.text)\"", reason: reason)
        }
        if source.limit < 1 { throw invalid("\"limit\" must be at least 1, not \(source.limit)") }
        if source.window <= .zero { throw invalid("\"window\" must be longer than zero") }
        if case .capture(let name) = source.key, !segments.hasCapture(named: name) {
            throw invalid("\"key\" names {\(name)}, which the path does not have")
        }
        if let reason = source.reply?.policyValidationFailure { throw invalid("its reply: \(reason)") }
    }

    /// The item of `RateLimit-Policy`: `"default";q=5;w=10`.
    var policyItem: String { "\(name);q=\(source.limit);w=\(source.window.secondsRoundedUp)" }
}
