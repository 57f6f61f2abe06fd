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
    private let defect: Defect?
    private let lastSuccess = Locked<WireReply?>(nil)

    init(_ trial: SubjectContext, retry: DeclaredRetry, defect: Defect?) {
        (self.trial, self.defect) = (trial, defect)
        let base = BaseURL(trial.baseURL)
        let wire = WireClient(host: base.host, port: base.port, isSecure: base.isSecure, defect: defect)
        (self.base, self.wire) = (base, wire)
        policy = RetryPolicy(declared: retry, defect: defect)
        tokens = TokenStore(access: trial.token, refresh: trial.refreshToken, defect: defect) { refresh in
            let call = Call(.post, "auth/refresh", body: ["refresh_token": .string(refresh)])
            let request = Self.request(call, target: base.target(of: call, defect: defect), token: nil, defect)
            return try await wire.send(request, within: trial.timeout)
        }
    }

    /// Returns the reply to a call, with any status.
    func reply(to call: Call) async throws -> WireReply {
        let watch = Stopwatch(trial.clock)
        let first = await tokens.current
        var token = first
        var attempt = 1
        var refreshes = defect == .neverRefreshes ? 0 : defect == .refreshesRepeatedly ? 5 : 1
        while true {
            var call = call
            if defect == .resendsWithoutBody, token != first { call.body = nil }
            let result = try await attemptOnce(call, token, watch)
            if case .success(let reply) = result, isRefused(reply), refreshes > 0,
                let other = try await tokens.token(after: token)
            {
                (token, refreshes) = (other, refreshes - 1)
                continue
            }
            guard let wait = policy.delay(after: result, of: call, attempt: attempt), isInTime(watch.elapsed + wait)
            else { return try await lastReply(result.get()) }
            try await trial.clock.sleep(for: wait)
            attempt += 1
        }
    }

    /// Returns the reply; with a defect, the last reply to any call.
    private func lastReply(_ reply: WireReply) async throws -> WireReply {
        guard defect == .confusesReplies, reply.isSuccess else { return reply }
        lastSuccess.withLock { $0 = reply }
        try await Task.sleep(for: .milliseconds(20))
        return lastSuccess.withLock { $0 } ?? reply
    }

    private func isRefused(_ reply: WireReply) -> Bool {
        reply.status == 401 || defect == .refreshesWhenForbidden && reply.status == 403
    }

    private func isInTime(_ elapsed: Duration) -> Bool {
        trial.deadline.map { elapsed < $0 || defect == .unboundedRetryAfter } ?? true
    }

    /// Sends the request once. Throws `CancellationError`, and returns any other failure.
    private func attemptOnce(
        _ call: Call,
        _ token: String?,
        _ watch: Stopwatch,
    ) async throws -> Result<WireReply, WireFailure> {
        let left = defect == .unboundedAttempts ? nil : trial.deadline.map { $0 - watch.elapsed }
        let request = Self.request(call, target: base.target(of: call, defect: defect), token: token, defect)
        let timeout = min(self.timeout, left ?? self.timeout)
        let start = ContinuousClock.now
        do {
            let reply = try await wire.send(request, within: timeout)
            if defect == .discardsSlowReplies, .now - start > timeout / 2 { return .failure(.timedOut) }
            guard defect == .forwardsToken, let next = Self.address(in: reply) else { return .success(reply) }
            let other = WireClient(host: next.host, port: next.port)
            let following = WireRequest(call.method.rawValue, next.target, headers: request.headers)
            return .success(try await other.send(following, within: timeout))
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

    /// Returns the destination of a redirect.
    private static func address(in reply: WireReply) -> (host: String, port: Int, target: String)? {
        guard [302, 307].contains(reply.status), let location = reply.headers["Location"],
            let url = URL(string: location), let host = url.host(), let port = url.port
        else { return nil }
        return (host, port, url.path())
    }

    private static func keyed(_ key: String, _ defect: Defect?) -> String {
        switch defect {
        case .newKeyPerAttempt: UUID().uuidString
        case .sameKeyForAllCalls: "0"
        default: key
        }
    }

    private static func request(_ call: Call, target: String, token: String?, _ defect: Defect?) -> WireRequest {
        var request = WireRequest(call.method.rawValue, target, headers: ["Accept": "application/json"])
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
