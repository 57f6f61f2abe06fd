#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
import Rehearsal
import RehearsalContracts
import RehearsalHarness
import RehearsalPlatform

/// A sender of calls that adds tokens, refreshes them, retries requests, and respects the deadline.
final class CallSender: Sendable {
    private let trial: SubjectContext
    private let base: BaseURL
    private let wire: WireClient
    private let tokens: TokenStore
    private let policy: RetryPolicy
    private let allowance: RetryAllowance
    private let defect: Defect?
    private let lastSuccess = Locked<WireReply?>(nil)
    /// The number of calls that have not ended.
    private let openCalls = Locked(0)

    init(_ trial: SubjectContext, retry: DeclaredRetry, defect: Defect?) {
        (self.trial, self.defect) = (trial, defect)
        let base = BaseURL(trial.baseURL)
        let wire = WireClient(host: base.host, port: base.port, isSecure: base.isSecure, defect: defect)
        (self.base, self.wire) = (base, wire)
        policy = RetryPolicy(declared: retry, defect: defect)
        allowance = RetryAllowance(retry.budget ?? .max, defect: defect)
        let tokens = (access: trial.token, refresh: trial.refreshToken)
        self.tokens = TokenStore(tokens, clock: trial.clock, defect: defect) { refresh in
            let call = Call(.post, "auth/refresh", body: ["refresh_token": .string(refresh)])
            let request = Self.request(call, target: base.target(of: call, defect: defect), token: nil, defect)
            return try await wire.send(request, within: trial.timeout)
        }
    }

    /// The progress of a call over its attempts.
    private struct Progress {
        /// The number of the current attempt.
        var attempt = 1
        /// The number of attempts without a reply.
        var losses = 0
        /// Whether the server may have received an attempt that it did not answer.
        var mayHaveArrived = false
        /// The number of token refreshes that the call may still cause.
        var refreshes = 1
        /// Whether the server answered 421, so that the request was sent again on a new connection.
        var isMisdirected = false
        /// Whether the attempts were counted anew after a refresh, which is a defect.
        var hasRestarted = false
    }

    /// Returns the reply to a call, with any status.
    func reply(to call: Call) async throws -> WireReply {
        openCalls.withLock { $0 += 1 }
        defer { openCalls.withLock { $0 -= 1 } }
        let watch = Stopwatch(trial.clock)
        let id = Self.newID()
        let first = await tokens.current
        var (call, token, progress) = (call, first, Progress())
        progress.refreshes = defect == .neverRefreshes ? 0 : defect == .refreshesRepeatedly ? 5 : 1
        while true {
            call.headers.fields.removeAll { $0.name == Gallery.correlationID }
            call.headers.append(Gallery.correlationID, defect == .newIDPerAttempt ? Self.newID() : id)
            if defect == .resendsWithoutBody, token != first { call.body = nil }
            let result = try await attemptOnce(call, token, watch, onNewConnection: progress.isMisdirected)
            if case .success(let reply) = result {
                if isRefused(reply), progress.refreshes > 0, let other = try await tokens.token(after: token) {
                    (token, progress.refreshes) = (other, progress.refreshes - 1)
                    continue
                }
                if reply.status == 421, !progress.isMisdirected {
                    progress.isMisdirected = true
                    continue
                }
                if defect == .newKeyAfterConflict, reply.status == 409 { call.idempotencyKey = UUID().uuidString }
            } else if case .failure(let failure) = result {
                progress.losses += 1
                progress.mayHaveArrived = progress.mayHaveArrived || failure.mayHaveArrived
            }
            guard let wait = wait(after: result, of: call, progress), isInTime(watch.elapsed, wait), allowance.take()
            else {
                if defect == .restartsAfterRefresh, token != first, !progress.hasRestarted, policy.isTransient(result) {
                    (progress.attempt, progress.hasRestarted) = (1, true)
                    continue
                }
                return try await final(result, of: call, progress)
            }
            try await trial.clock.sleep(for: wait)
            if !RetryAfter.isPast(in: result) || defect != .pastDateIsFree { progress.attempt += 1 }
        }
    }

    /// Returns the reply; with a defect, the last reply to any call.
    private func lastReply(_ reply: WireReply) async throws -> WireReply {
        guard defect == .confusesReplies, reply.isSuccess else { return reply }
        lastSuccess.withLock { $0 = reply }
        if openCalls.withLock({ $0 > 1 }) { try await trial.clock.sleep(for: .milliseconds(200)) }
        return lastSuccess.withLock { $0 } ?? reply
    }

    /// Returns the reply of the last attempt, or a success if an earlier one has deleted the resource.
    private func final(
        _ result: Result<WireReply, WireFailure>,
        of call: Call,
        _ progress: Progress,
    ) async throws -> WireReply {
        let reply = try result.get()
        let isGone = call.method == .delete && [404, 410].contains(reply.status) && progress.mayHaveArrived
        if isGone, defect != .deletesTwice { return WireReply(204) }
        if reply.isSuccess { allowance.give(back: progress.attempt - 1) }
        if defect == .waitsAfterAnyReply, reply.isSuccess, let wait = RetryAfter.delay(in: reply, defect: defect) {
            try await trial.clock.sleep(for: wait)
        }
        return try await lastReply(reply)
    }

    /// Returns the delay before the next attempt; nil for no retry.
    private func wait(
        after result: Result<WireReply, WireFailure>,
        of call: Call,
        _ progress: Progress,
    ) -> Duration? {
        var attempt = progress.attempt
        if defect == .countsFailuresApart {
            if case .failure = result { attempt = progress.losses } else { attempt -= progress.losses }
        }
        return policy.delay(after: result, of: call, attempt: attempt)
    }

    private func isRefused(_ reply: WireReply) -> Bool {
        reply.status == 401 || defect == .refreshesWhenForbidden && reply.status == 403
    }

    private func isInTime(_ elapsed: Duration, _ wait: Duration) -> Bool {
        if defect == .unboundedRetryAfter, wait > .seconds(60) { return true }
        let elapsed = defect == .deadlineOfEachWait && wait > .seconds(1) ? .zero : elapsed
        return trial.deadline.map { elapsed + wait < $0 } ?? true
    }

    /// Sends the request once. Throws `CancellationError`, and returns any other failure.
    private func attemptOnce(
        _ call: Call,
        _ token: String?,
        _ watch: Stopwatch,
        onNewConnection isNew: Bool,
    ) async throws -> Result<WireReply, WireFailure> {
        let left = defect == .unboundedAttempts ? nil : trial.deadline.map { $0 - watch.elapsed }
        let request = Self.request(call, target: base.target(of: call, defect: defect), token: token, defect)
        let timeout = min(self.timeout, left ?? self.timeout)
        let start = SystemClock.now()
        do {
            let isNew = isNew && defect != .repeatsOnSameConnection
            let reply = try await follow(request, within: timeout, onNewConnection: isNew)
            let isSlow = SystemClock.now() - start > timeout.nanoseconds / 2
            if defect == .discardsSlowReplies, isSlow { return .failure(.timedOut) }
            return .success(reply)
        } catch let failure as WireFailure {
            return .failure(failure)
        }
    }

    /// The timeout of one attempt.
    private var timeout: Duration {
        switch defect {
        case .slowTimeout: trial.timeout * 3
        case .truncatedTimeout: .seconds(trial.timeout.components.seconds)
        default: trial.timeout
        }
    }

    /// Returns the reply to a request after all redirects.
    private func follow(
        _ request: WireRequest,
        within timeout: Duration,
        onNewConnection isNew: Bool,
    ) async throws -> WireReply {
        var reply = try await wire.send(request, within: timeout, onNewConnection: isNew)
        var (host, port, request) = (base.host, base.port, request)
        for _ in 0..<Redirect.maximum(defect) {
            guard let next = Redirect(reply, after: request, host: host, port: port, defect: defect) else { break }
            let isSame = next.host == base.host && next.port == base.port
            let wire = isSame ? wire : WireClient(host: next.host, port: next.port, defect: defect)
            (host, port, request) = (next.host, next.port, next.request)
            reply = try await wire.send(request, within: timeout)
        }
        return reply
    }

    /// Returns an identifier of 128 random bits. On Linux, `UUID()` opens a device file for them, which is slow.
    private static func newID() -> String {
        (0..<2).map { _ in String(UInt64.random(in: .min ... .max), radix: 16) }.joined(separator: "-")
    }

    /// Returns the value of the field `Idempotency-Key`, a string in quotation marks.
    private static func keyed(_ key: String, _ defect: Defect?) -> String {
        switch defect {
        case .newKeyPerAttempt: "\"\(UUID().uuidString)\""
        case .sameKeyForAllCalls: "\"0\""
        case .bareKey: key
        default: "\"\(key)\""
        }
    }

    private static func request(_ call: Call, target: String, token: String?, _ defect: Defect?) -> WireRequest {
        var request = WireRequest(
            call.method.rawValue,
            target,
            headers: ["Accept": defect == .acceptsAnything ? "*/*" : "application/json"]
        )
        request.headers.fields += call.headers.fields
        request.countsCharacters = defect == .countsCharacters
        if WireReply.acceptsGZip { request.headers.append("Accept-Encoding", "gzip") }
        if token != nil || defect == .emptyToken {
            request.headers.append("Authorization", "Bearer \(token ?? "")")
        }
        if let key = call.idempotencyKey {
            request.headers.append("Idempotency-Key", keyed(key, defect))
        }
        if let body = call.body {
            if defect != .missingContentType { request.headers.append("Content-Type", "application/json") }
            request.body = body.bytes()
        }
        return request
    }
}
