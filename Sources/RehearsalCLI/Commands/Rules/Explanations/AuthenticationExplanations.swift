/// The explanations of the AUTH rules.
enum AuthenticationExplanations {
    static let all: [String: RuleExplanation] = [
        "AUTH-01": RuleExplanation(
            why: """
                A token in a URL ends up in the logs of servers and proxies, and in the history of browsers. An \
                empty token makes the server answer 401 or 400 where a request without a token would be served.
                """,
            fix: #"""
                if let token, !token.isEmpty {
                    request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization")
                }
                """#
        ),
        "AUTH-02": RuleExplanation(
            why: """
                Access tokens expire after minutes. Without a refresh, the app signs its user out in the middle \
                of their work.
                """,
            fix: """
                var reply = try await send(request, token: tokens.access)
                if reply.status == 401 {
                    let token = try await tokens.refresh()
                    reply = try await send(request, token: token)
                }
                return reply
                """
        ),
        "AUTH-03": RuleExplanation(
            why: """
                A screen with several calls receives several 401 replies at once. If each call refreshes the token, \
                the server sees a used refresh token again. It treats this as theft and signs the user out.
                """,
            fix: """
                actor Tokens {
                    private var refreshing: Task<String, any Error>?
                    func refresh() async throws -> String {
                        if let refreshing { return try await refreshing.value }
                        let task = Task { try await requestNewToken() }
                        refreshing = task
                        defer { refreshing = nil }
                        return try await task.value
                    }
                }
                """
        ),
        "AUTH-04": RuleExplanation(
            why: """
                A server that rejects a new token will reject the next one too. A client that refreshes again \
                and again sends requests for ever, and its screen keeps loading.
                """,
            fix: """
                var reply = try await send(request, token: tokens.access)
                if reply.status == 401 {
                    reply = try await send(request, token: try await tokens.refresh())
                }
                // No loop: a second 401 is final.
                if reply.status == 401 { throw APIError.unauthenticated }
                """
        ),
        "AUTH-05": RuleExplanation(
            why: """
                After a refresh token has expired or been revoked, only a new sign-in helps. A client that keeps the \
                tokens repeats the same failure with every call, and may be blocked.
                """,
            fix: """
                let reply = try await send(refreshRequest)
                guard ![400, 401, 403].contains(reply.status) else {
                    (access, refresh) = (nil, nil)  // every waiting call receives this error
                    throw APIError.signedOut
                }
                """
        ),
        "AUTH-06": RuleExplanation(
            why: """
                A 503 of the token service says nothing about the session. If the client discards its tokens, a \
                short outage signs out every user.
                """,
            fix: """
                let reply = try await send(refreshRequest)
                switch reply.status {
                case 200: (access, refresh) = try tokens(from: reply)
                case 400, 401, 403: (access, refresh) = (nil, nil)
                default: throw APIError.unavailable  // keep the tokens for the next call
                }
                """
        ),
        "AUTH-07": RuleExplanation(
            why: """
                A slow 401 can arrive after another call has already refreshed the token. A second refresh is \
                not necessary, and with one-time refresh tokens it can end the session.
                """,
            fix: """
                func token(replacing rejected: String) async throws -> String {
                    // Another call has already refreshed it.
                    if let access, access != rejected { return access }
                    return try await refresh()
                }
                """
        ),
        "AUTH-08": RuleExplanation(
            why: """
                A 403 means that the user may not do this, whatever their token is. A refresh costs time, and \
                may start a loop of refreshes.
                """,
            fix: """
                switch reply.status {
                case 401: return try await refreshAndRepeat(request)
                case 403: throw APIError.forbidden
                default: return reply
                }
                """
        ),
        "AUTH-09": RuleExplanation(
            why: """
                A server that rotates refresh tokens treats a second use of an old one as theft. It then revokes all \
                tokens, and the user must sign in again.
                """,
            fix: """
                let reply = try decoder.decode(TokenReply.self, from: data)
                access = reply.accessToken
                // Keep the old refresh token only if the server sent no new one.
                refresh = reply.refreshToken ?? refresh
                """
        ),
        "AUTH-10": RuleExplanation(
            why: """
                URLSession on Linux never returns after a Basic challenge, for example from a proxy. If the server \
                rejects every new token, each call of the app causes a refresh, until the server locks the account.
                """,
            fix: """
                actor RefreshWindow {
                    private var times: [ContinuousClock.Instant] = []
                    func permitsRefresh() -> Bool {
                        times.removeAll { $0.duration(to: .now) > .seconds(30) }
                        guard times.count < 5 else { return false }
                        times.append(.now)
                        return true
                    }
                }
                """
        ),
    ]
}
