import Rehearsal

/// The tokens of a user, which are requested and refreshed once for all waiting calls.
///
/// A client without tokens logs in before its first request.
actor NotesSession {
    private var access: String?
    private var refresh: String?
    /// The refresh token before the last refresh.
    private var usedRefresh: String?
    /// The login or the refresh that is in progress.
    private var renewal: Task<Result<String, any Error>, Never>?
    /// The number of logouts. A call that began before a logout ends at its next request.
    private(set) var epoch = 0
    private let send: @Sendable (Call) async throws -> WireReply
    private let defect: NotesDefect?

    /// Creates a session.
    ///
    /// - Parameter send: sends a request for tokens once.
    init(
        access: String?,
        refresh: String?,
        defect: NotesDefect?,
        send: @escaping @Sendable (Call) async throws -> WireReply,
    ) {
        (self.access, self.refresh) = (access, refresh)
        (self.defect, self.send) = (defect, send)
    }

    /// Returns the token for the next request of a call that began in an epoch.
    func token(in epoch: Int) async throws -> String {
        guard epoch == self.epoch else { throw NotesError.loggedOut }
        if let renewal { return try await token(from: renewal, in: epoch) }
        if let access { return access }
        return try await renew(Call(.post, Self.login, body: ["device": "notes"]))
    }

    /// Replaces a token that the server rejected with a reply, unless it is replaced already.
    ///
    /// - Parameter isRepeated: whether the call has caused a refresh before.
    func replace(
        _ rejected: String,
        after reply: WireReply,
        in epoch: Int,
        isRepeated: Bool,
    ) async throws {
        guard epoch == self.epoch else { throw NotesError.loggedOut }
        if let renewal {
            _ = try await token(from: renewal, in: epoch)
            return
        }
        guard let access else { throw NotesError.unauthenticated(reply) }
        if access != rejected { return }
        let isUsed = defect == .refreshesWithUsedToken && isRepeated
        guard let refresh = isUsed ? usedRefresh : refresh else { throw NotesError.unauthenticated(reply) }
        _ = try await renew(Call(.post, Self.refreshing, body: ["refresh_token": .string(refresh)]))
    }

    /// Forgets the tokens. Returns the access token.
    func end() -> String? {
        defer { (access, refresh, renewal) = (nil, nil, nil) }
        epoch += 1
        return access
    }
}

extension NotesSession {
    private static let login = "auth/login"
    private static let refreshing = "auth/refresh"

    private func token(from renewal: Task<Result<String, any Error>, Never>, in epoch: Int) async throws -> String {
        let token = try await renewal.value.get()
        guard epoch == self.epoch else { throw NotesError.loggedOut }
        return token
    }

    /// Requests new tokens. The request continues if the first caller is cancelled, because others wait for it.
    private func renew(_ call: Call) async throws -> String {
        let epoch = epoch
        let task = Task { await renewed(call, in: epoch) }
        renewal = task
        return try await token(from: task, in: epoch)
    }

    private func renewed(_ call: Call, in epoch: Int) async -> Result<String, any Error> {
        let result: Result<String, any Error>
        do { result = .success(try await requestTokens(call, in: epoch)) } catch { result = .failure(error) }
        let isKept = defect == .keepsUnreadableRefresh && call.path == Self.refreshing && result.isUnreadable
        if epoch == self.epoch, !isKept { renewal = nil }
        return result
    }

    /// Requests tokens and keeps them, unless the user has logged out. Returns the access token.
    private func requestTokens(_ call: Call, in epoch: Int) async throws -> String {
        let reply = try await reply(to: call)
        guard reply.isSuccess, let document = try? JSON(parsing: reply.body),
            case .string(let token)? = document["access_token"]
        else {
            guard call.path == Self.refreshing else { throw NotesError.unauthenticated(reply) }
            // After a failure of the server, the next call refreshes again.
            let isRejected = 400..<500 ~= reply.status && ![408, 429].contains(reply.status)
            if isRejected, epoch == self.epoch { (access, refresh) = (nil, nil) }
            throw NotesError.refreshFailed(reply)
        }
        guard epoch == self.epoch else { return token }
        access = token
        if case .string(let next)? = document["refresh_token"] { (usedRefresh, refresh) = (refresh, next) }
        return token
    }

    private func reply(to call: Call) async throws -> WireReply {
        do {
            do { return try await send(call) } catch let failure as WireFailure {
                let isRepeated = call.path == Self.refreshing && failure.mayHaveArrived
                guard isRepeated, defect == .repeatsLostRefresh else { throw failure }
                return try await send(call)
            }
        } catch let failure as WireFailure {
            throw NotesError.network(failure)
        }
    }
}

extension Result where Failure == any Error {
    /// Whether it is the failure of a reply that is a success by its status, but not complete or not valid.
    fileprivate var isUnreadable: Bool {
        switch self {
        case .failure(NotesError.refreshFailed(let reply)): reply.isSuccess
        case .failure(NotesError.network(.incomplete)), .failure(NotesError.network(.malformed)): true
        default: false
        }
    }
}
