#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
import Rehearsal
import RehearsalHarness
import RehearsalServer

/// A sender of calls that adds the access token, refreshes it, retries requests and respects the deadline.
final class NotesSender: Sendable {
    private let context: SubjectContext
    private let base: BaseURL
    private let connections: NotesConnections
    private let session: NotesSession
    private let retry: NotesRetry
    private let defect: NotesDefect?

    init(_ context: SubjectContext, store: NoteStore, defect: NotesDefect?) {
        (self.context, self.defect) = (context, defect)
        let base = BaseURL(context.baseURL)
        self.base = base
        connections = NotesConnections(base, store: store, defect: defect)
        let tokenWire = WireClient(base)
        session = NotesSession(access: context.token, refresh: context.refreshToken, defect: defect) { call in
            try await tokenWire.send(base.request(for: call), within: context.timeout)
        }
        retry = NotesRetry(Notes.retry, defect: defect)
    }

    /// Returns the final reply to a call, with any status but 401.
    ///
    /// - Throws: ``NotesError``; `CancellationError` if the task is cancelled.
    func answer(to call: Call) async throws -> NotesAnswer {
        var (call, progress) = (call, CallProgress(Stopwatch(context.clock)))
        let epoch = await session.epoch
        let first = try await session.token(in: epoch)
        while true {
            let isReplaced = defect == .retriesWithReplacedToken && progress.attempt > 1
            let token = isReplaced ? first : try await session.token(in: epoch)
            var result = try await sendOnce(call, token, progress)
            if case .success(let reply) = result, reply.status == 401 {
                guard !progress.hasRefreshed || defect == .refreshesWithUsedToken else {
                    throw NotesError.unauthenticated(reply)
                }
                try await session.replace(token, after: reply, in: epoch, isRepeated: progress.hasRefreshed)
                guard isInTime(progress, .zero) else { throw NotesError.unauthenticated(reply) }
                recordRefresh(&progress, &call)
                continue
            }
            // The server still carries out an earlier attempt with the same key, whose reply was lost.
            if case .success(let reply) = result, reply.status == 409, call.idempotencyKey != nil,
                let loss = progress.loss
            {
                result = .failure(loss)
            }
            guard let wait = retry.wait(after: result, of: call, progress), isInTime(progress, wait) else {
                return try finalAnswer(result, progress)
            }
            progress.record(result)
            try await context.clock.sleep(for: wait)
            progress.attempt += 1
            if defect == .newKeyOnLastAttempt, progress.attempt == Notes.retry.attempts { renewKey(of: &call) }
        }
    }

    /// Ends the session. Sends a logout request if there is a connection.
    ///
    /// - Parameter isOnline: whether there is a connection.
    /// - Throws: ``NotesError`` if the server did not end the session; the tokens are forgotten in any case.
    func logOut(isOnline: Bool) async throws {
        guard let token = await session.end(), isOnline else { return }
        let call = Call(.post, "auth/logout")
        let request = base.request(for: call, token: token)
        switch try await connections.send(request, of: call, attempt: 1, within: context.timeout) {
        case .failure(let failure): throw NotesError.network(failure)
        // A token that is not valid needs no logout.
        case .success(let reply) where reply.isSuccess || reply.status == 401: break
        case .success(let reply): throw NotesError.http(reply)
        }
    }
}

extension NotesSender {
    private func sendOnce(
        _ call: Call,
        _ token: String,
        _ progress: CallProgress,
    ) async throws -> Result<WireReply, WireFailure> {
        // Connections time out in real time, which does not pass on a virtual clock.
        let isVirtual = context.clock is VirtualClock
        let timeout = isVirtual ? context.timeout : min(context.timeout, deadline - progress.watch.elapsed)
        let request = base.request(for: call, token: token)
        return try await connections.send(request, of: call, attempt: progress.attempt, within: timeout)
    }

    private var deadline: Duration { context.deadline ?? Notes.deadline }

    /// Whether a wait ends before the deadline of the call.
    private func isInTime(_ progress: CallProgress, _ wait: Duration) -> Bool {
        progress.watch.elapsed + wait < deadline
    }

    /// Records a token refresh; clients with some defects begin a part of the call anew.
    private func recordRefresh(_ progress: inout CallProgress, _ call: inout Call) {
        progress.hasRefreshed = true
        switch defect {
        case .restartsDeadline: progress.watch = Stopwatch(context.clock)
        case .newKeyAfterRefresh where progress.attempt > 1: renewKey(of: &call)
        case .restartsAttempts: progress.attempt = 1
        default: break
        }
    }

    /// Replaces the idempotency key of a call, which is a defect.
    private func renewKey(of call: inout Call) {
        if call.idempotencyKey != nil { call.idempotencyKey = UUID().uuidString }
    }

    /// Returns the reply of the last attempt.
    private func finalAnswer(
        _ result: Result<WireReply, WireFailure>,
        _ progress: CallProgress,
    ) throws(NotesError) -> NotesAnswer {
        let reply: WireReply
        do throws(WireFailure) { reply = try result.get() } catch {
            retry.recordEnd(at: progress.attempt, hasFailed: true)
            throw .network(error)
        }
        let isError = reply.status >= 400
        retry.recordEnd(at: progress.attempt, hasFailed: isError)
        if defect == .losesStatusAfterLoss, isError, let loss = progress.loss { throw .network(loss) }
        let isBare = defect == .losesDetailsAfterRefresh && isError && progress.hasRefreshed
        return NotesAnswer(
            reply: isBare ? WireReply(reply.status) : reply,
            attempts: progress.attempt,
            mayHaveArrived: progress.mayHaveArrived
        )
    }
}
