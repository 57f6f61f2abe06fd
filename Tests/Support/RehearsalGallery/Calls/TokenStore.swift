import Rehearsal

/// A store of the access token that refreshes it once for all waiting calls.
actor TokenStore {
    private let first: String?
    private var access: String?
    private var refresh: String?
    private var refreshTask: Task<Result<String, any Error>, Never>?
    private let send: @Sendable (_ refresh: String) async throws -> WireReply
    private let defect: Defect?
    private let watch: Stopwatch
    /// The times of the refreshes within the last 30 s.
    private var refreshTimes: [Duration] = []
    /// The maximum number of refreshes within 30 s.
    private static let limit = 5

    init(
        _ tokens: (access: String?, refresh: String?),
        clock: any Clock<Duration>,
        defect: Defect?,
        send: @escaping @Sendable (_ refresh: String) async throws -> WireReply,
    ) {
        (first, access, refresh) = (tokens.access, tokens.access, tokens.refresh)
        (watch, self.defect, self.send) = (Stopwatch(clock), defect, send)
    }

    /// The access token for the next request.
    var current: String? { defect == .forgetsToken ? first : access }

    /// Returns a newer token than the rejected one; nil if there is no refresh token.
    func token(after refused: String?) async throws -> String? {
        if defect != .refreshesPerCall {
            if access != refused, defect != .refreshesLate { return access }
            if let refreshTask { return try await token(from: refreshTask) }
        }
        let now = watch.elapsed
        refreshTimes.removeAll { now - $0 > .seconds(30) }
        guard let refresh, refreshTimes.count < Self.limit || defect == .refreshesWithoutLimit else { return nil }
        refreshTimes.append(now)
        // The refresh continues if the first caller is cancelled, because others wait for it.
        let refreshTask = Task { await renewed(with: refresh) }
        self.refreshTask = refreshTask
        return try await token(from: refreshTask)
    }

    private func token(from refreshTask: Task<Result<String, any Error>, Never>) async throws -> String {
        guard defect == .cancelsSharedRefresh else { return try await refreshTask.value.get() }
        return try await withTaskCancellationHandler {
            try await refreshTask.value.get()
        } onCancel: {
            refreshTask.cancel()
        }
    }

    private func renewed(with refreshToken: String) async -> Result<String, any Error> {
        defer { refreshTask = nil }
        do {
            let reply = try await send(refreshToken)
            guard reply.isSuccess, let document = try? JSON(parsing: reply.body),
                case .string(let access)? = document["access_token"]
            else {
                let isRejected = 400..<500 ~= reply.status && defect != .keepsRejectedTokens
                if isRejected || defect == .discardsTokens { (self.access, self.refresh) = (nil, nil) }
                return .failure(ParkingError.refreshFailed(reply))
            }
            self.access = access
            if case .string(let next)? = document["refresh_token"], defect != .reusesRefreshToken {
                self.refresh = next
            }
            return .success(access)
        } catch {
            if defect == .discardsTokens { (access, self.refresh) = (nil, nil) }
            return .failure(error)
        }
    }
}
