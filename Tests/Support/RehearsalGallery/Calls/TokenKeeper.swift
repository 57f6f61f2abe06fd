import Rehearsal

/// Holds the token, and gets another one: once, for everybody who needs it.
actor TokenKeeper {
    private let first: String?
    private var access: String?
    private var refresh: String?
    private var flight: Task<Result<String, any Error>, Never>?
    private let send: @Sendable (_ refresh: String) async throws -> WireReply
    private let defect: Defect?

    init(
        access: String?,
        refresh: String?,
        defect: Defect?,
        send: @escaping @Sendable (_ refresh: String) async throws -> WireReply,
    ) {
        (first, self.access, self.refresh, self.defect, self.send) = (access, access, refresh, defect, send)
    }

    /// The token to send.
    var current: String? { defect == .forgetsToken ? first : access }

    /// Another token than the one that was refused; nil if there is nothing to get one with.
    func token(after refused: String?) async throws -> String? {
        if defect != .everybodyRefreshes {
            if access != refused, defect != .refreshesLate { return access }
            if let flight { return try await flight.value.get() }
        }
        guard let refresh else { return nil }
        // Whoever asked first may be cancelled; the others wait for the same answer all the same.
        let flight = Task { await renewed(with: refresh) }
        self.flight = flight
        return try await flight.value.get()
    }

    private func renewed(with refresh: String) async -> Result<String, any Error> {
        defer { flight = nil }
        do {
            let reply = try await send(refresh)
            guard reply.isSuccess, let document = try? JSON(parsing: reply.body),
                case .string(let access)? = document["access_token"]
            else {
                if 400..<500 ~= reply.status || defect == .signsOut { (self.access, self.refresh) = (nil, nil) }
                return .failure(ParkingError.refreshFailed(reply))
            }
            self.access = access
            if case .string(let next)? = document["refresh_token"], defect != .reusesRefreshToken {
                self.refresh = next
            }
            return .success(access)
        } catch {
            if defect == .signsOut { (access, self.refresh) = (nil, nil) }
            return .failure(error)
        }
    }
}
