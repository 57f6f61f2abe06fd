/// The state of all quotas of a session.
struct QuotaStates: Sendable {
    private var books: [QuotaState]

    init(_ quotas: [CompiledQuota]) { books = quotas.map { QuotaState($0) } }

    /// Returns the reply to a request beyond the limit of a quota; nil if no limit is reached.
    func check(
        _ request: ObservedRequest,
        coverage: Policies.ApplicablePolicies,
        pass: inout PolicyEffects,
        at moment: PolicyTime,
    ) -> PolicyReply? {
        let keys = coverage.quotas.map { index in
            let quota = books[index].quota
            return PolicyEffects.CountedQuota(
                quota: index,
                key: request.countingKey(per: quota.source.key, quota.segments) ?? []
            )
        }
        for counted in keys {
            let left = windowState(of: counted, at: moment)
            guard left.remaining < 1 else { continue }
            return limited(books[counted.quota].quota, standing: left, among: keys, at: moment)
        }
        pass.quotas = keys
        return nil
    }

    private func windowState(of counted: PolicyEffects.CountedQuota, at moment: PolicyTime) -> QuotaState.WindowState {
        books[counted.quota].windowState(of: counted.key, at: moment.now)
    }

    private func limited(
        _ quota: CompiledQuota,
        standing: QuotaState.WindowState,
        among all: [PolicyEffects.CountedQuota],
        at moment: PolicyTime,
    ) -> PolicyReply {
        let seconds = standing.seconds
        let detail = "the limit is \(quota.source.limit) requests in \(quota.source.window.displayText)"
        let standard = Scenario.Reply(429, body: .problem(["title": "Too Many Requests", "detail": .string(detail)]))
        var reply = quota.source.reply ?? standard
        let value: String? =
            switch quota.source.retryAfter {
            case .seconds: String(seconds)
            case .date: TimeFormat.httpDate.text(of: (moment.wall + seconds * 1_000 + 999) / 1_000 * 1_000)
            case .none: nil
            }
        if let value, !reply.headers.contains("Retry-After") { reply.headers.append("Retry-After", value) }
        reply.headers.addMissing(fields(all, at: moment))
        return PolicyReply(policy: quota.label, reply: reply, note: "quota: \(detail)")
    }

    /// Counts a request and returns the header fields that report the remaining quotas.
    mutating func count(_ all: [PolicyEffects.CountedQuota], at moment: PolicyTime) -> [Scenario.Headers.Field] {
        for counted in all { books[counted.quota].count(counted.key, at: moment.now) }
        return fields(all, at: moment)
    }

    private func fields(_ all: [PolicyEffects.CountedQuota], at moment: PolicyTime) -> [Scenario.Headers.Field] {
        var fields: [Scenario.Headers.Field] = []
        let standings = all.map { (quota: books[$0.quota].quota, left: windowState(of: $0, at: moment)) }
        let ietf = standings.filter { $0.quota.source.headers == .ietf }
        if !ietf.isEmpty {
            let items = ietf.map(\.quota.policyItem)
            let limits = ietf.map { "\($0.quota.name);r=\($0.left.remaining);t=\($0.left.seconds)" }
            fields.append(.init("RateLimit-Policy", items.joined(separator: ", ")))
            fields.append(.init("RateLimit", limits.joined(separator: ", ")))
        }
        // The legacy fields can report one limit only: the one that is nearest.
        let tightest = standings.filter { $0.quota.source.headers == .legacy }.min {
            $0.left.remaining < $1.left.remaining
        }
        guard let tightest else { return fields }
        fields.append(.init("X-RateLimit-Limit", String(tightest.quota.source.limit)))
        fields.append(.init("X-RateLimit-Remaining", String(tightest.left.remaining)))
        fields.append(.init("X-RateLimit-Reset", String(tightest.left.seconds)))
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

    /// The state of a window.
    struct WindowState {
        /// The number of requests that remain in the window.
        let remaining: Int
        /// The time until the window ends, in nanoseconds.
        let untilReset: Int64

        /// The time until the window ends, in whole seconds for header fields.
        var seconds: Int64 { Duration.nanoseconds(untilReset).wholeSeconds }
    }

    /// The number of windows beyond which expired ones are removed.
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

/// A quota prepared for evaluation.
struct CompiledQuota: Sendable {
    let source: Scenario.Quota
    let segments: [Scenario.PathPattern.Segment]
    /// The quoted name in header fields, a string of RFC 9651 §3.3.3.
    let name: String
    /// The index among all policies.
    let label: Int

    init(_ source: Scenario.Quota, index: Int, label: Int) throws(CompiledScenario.CompilationError) {
        self.source = source
        segments = try Policies.segments(of: source.path, "a quota")
        name = index == 0 ? #""default""# : #""default-\#(index + 1)""#
        self.label = label
        func refuse(_ reason: String) -> CompiledScenario.CompilationError {
            CompiledScenario.CompilationError(subject: "the quota of \"\(source.path.text)\"", reason: reason)
        }
        if source.limit < 1 { throw refuse("\"limit\" must be at least 1, not \(source.limit)") }
        if source.window <= .zero { throw refuse("\"window\" must be longer than zero") }
        if case .capture(let name) = source.key, !segments.hasCapture(capture: name) {
            throw refuse("\"key\" names {\(name)}, which the path does not have")
        }
        if let reason = source.reply?.policyValidationFailure { throw refuse("its reply: \(reason)") }
    }

    /// The item of `RateLimit-Policy`: `"default";q=5;w=10`.
    var policyItem: String { "\(name);q=\(source.limit);w=\(source.window.wholeSeconds)" }
}
