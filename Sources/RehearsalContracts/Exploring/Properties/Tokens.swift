import Rehearsal

/// The use of access tokens and refresh tokens: PROP-07.
struct Tokens {
    static let property = Property(
        "PROP-07",
        "At most one refresh is in flight, a replaced token is never sent again, and a rejected refresh ends in an "
            + "authentication error.",
        source: "RFC 9700 §4.14.2, RFC 6750 §3",
        notApplicable: {
            $0.declaration.features.authRefresh == nil ? "the client declares no token refresh" : nil
        },
    ) { Tokens(history: $0, contract: $1, refreshes: $0.requests.filter($1.isRefresh)).violations }

    let history: History
    let contract: ExploredContract
    /// The refreshes, in order of arrival.
    let refreshes: [History.Request]

    private var violations: [Property.Violation] { overlapping + replaced + ignored }

    /// Returns a violation that a later request shows together with a refresh.
    private func violation(_ sentence: String, by request: History.Request, after refresh: History.Request)
        -> Property.Violation
    {
        Property.Violation(sentence, step: request.step, requests: [refresh.ordinal, request.ordinal])
    }

    private var overlapping: [Property.Violation] {
        zip(refreshes, refreshes.dropFirst()).compactMap { first, second in
            // A client that lost its connection is not waiting for the refresh any more.
            guard let end = first.endedAt, second.at < end, first.action.sendsReply,
                // A cancelled call may have abandoned its refresh.
                first.step == second.step || !history.calls(of: first.step).contains(where: \.wasCancelled)
            else { return nil }
            return violation("a refresh was sent while another one was in progress", by: second, after: first)
        }
    }

    /// The violations of requests with an access token or a refresh token that an earlier refresh has replaced.
    private var replaced: [Property.Violation] {
        refreshes.compactMap { refresh in
            // A cancelled call may have abandoned its refresh, and not have received the new tokens.
            guard let end = refresh.endedAt, let document = refresh.genuineDocument,
                !history.calls(of: refresh.step).contains(where: \.wasCancelled)
            else { return nil }
            let issued = ExploredContract.leaves(of: document)
            let accessTokens = Set(history.requests.filter { $0.at < refresh.at }.compactMap(\.token))
            let used = contract.usedRefreshToken(of: refresh)
            let late = history.requests.first { request in
                guard request.at > end, history.isSequential(request.step), !contract.isInBackground(request),
                    !isOfCancelledCall(request)
                else { return false }
                let token = request.token ?? ""
                if accessTokens.contains(token), !issued.contains(token) { return true }
                return used.map { contract.usedRefreshToken(of: request) == $0 && !issued.contains($0) } ?? false
            }
            return late.map {
                violation("\($0.line) was sent with a token that a refresh had replaced", by: $0, after: refresh)
            }
        }
    }

    /// Whether a request may be one of a cancelled call, whose last request can arrive during the next step.
    private func isOfCancelledCall(_ request: History.Request) -> Bool {
        history.calls.contains { $0.wasCancelled && $0.step <= request.step && request.step <= $0.step + 1 }
    }

    private var ignored: [Property.Violation] {
        history.calls.compactMap { call in
            let requests = history.requests(of: call.step).filter { !contract.isInBackground($0) }
            let own = refreshes.filter { $0.step == call.step && $0.at < call.endedAt }
            // Other statuses say nothing about the refresh token (RFC 6749 §5.2).
            guard let last = own.last, last.wasAnswered, let status = last.status, [400, 401, 403].contains(status),
                !call.wasCancelled,
                !contract.managesSessionOrQueue(call.operation), history.concurrency(of: call.step) == 1,
                requests.last?.ordinal == last.ordinal,
                // A refresh ahead of expiry does not concern the request that has succeeded before it.
                !requests.contains(where: { $0.token != nil && $0.hasSucceeded })
            else { return nil }
            switch call.outcome {
            case .auth: return nil
            case .value(_, let freshness) where freshness.isStale: return nil
            default:
                let sentence = "\(call.operation) ended with \(call.outcome) after its refresh was rejected (\(status))"
                return Property.Violation(sentence, step: call.step, requests: [last.ordinal])
            }
        }
    }
}
