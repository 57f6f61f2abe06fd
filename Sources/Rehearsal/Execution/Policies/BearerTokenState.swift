/// The tokens that a session has issued, with their state.
struct BearerTokenState: Sendable {
    private let policy: Scenario.Auth.Bearer
    /// The seed for random tokens.
    private let seed: UInt64
    private var tokens: [String: Token] = [:]
    private var refreshes: [String: Refresh] = [:]
    /// The families that were revoked because a refresh token was used twice.
    private var revoked: Set<Int> = []
    /// The number of token families, one for each login.
    private var families = 0
    /// The number of random tokens that were generated.
    private var draws = 0
    /// The number of releases of the name in `"until"`. Each ends the lifetime of the tokens issued before.
    private var releases = 0

    init(_ policy: Scenario.Auth.Bearer, seed: UInt64) {
        (self.policy, self.seed) = (policy, seed)
    }

    private struct Token {
        let family: Int
        let issuedAt: Int64
        let releases: Int
        var uses = 0
    }

    private struct Refresh {
        let family: Int
        var isUsed = false
    }

    /// The state of a token.
    private enum Status {
        case good, unknown, expired, revoked, used
    }

    private func status(of token: String, at now: Int64) -> Status {
        guard let known = tokens[token] else { return .unknown }
        if revoked.contains(known.family) { return .revoked }
        let hasExpired =
            switch policy.lasts {
            case .forever: false
            case .uses(let limit): known.uses >= limit
            case .time(let duration): now - known.issuedAt >= duration.nanoseconds
            case .untilReleased: known.releases != releases
            }
        return hasExpired ? .expired : .good
    }

    private func status(ofRefresh token: String) -> Status {
        guard let known = refreshes[token] else { return .unknown }
        if known.isUsed { return .used }
        return revoked.contains(known.family) ? .revoked : .good
    }

    private func isKnown(_ text: String) -> Bool { tokens[text] != nil || refreshes[text] != nil }

    /// Returns the number of issued tokens by state.
    func usage(at now: Int64) -> PolicyState.TokenUsage {
        var usage = PolicyState.TokenUsage()
        for token in tokens.keys {
            switch status(of: token, at: now) {
            case .good: usage.valid += 1
            case .revoked: usage.revoked += 1
            case .expired, .unknown, .used: usage.expired += 1
            }
        }
        usage.refreshable = refreshes.keys.count { status(ofRefresh: $0) == .good }
        return usage
    }

    /// Records the use of the token and the refresh token of a request that is answered.
    mutating func record(_ effects: PolicyEffects) {
        if let token = effects.token { tokens[token]?.uses += 1 }
        if let refresh = effects.refresh { refreshes[refresh]?.isUsed = true }
    }

    /// Revokes a family of tokens: all tokens that descend from one login.
    mutating func revoke(_ family: Int) { revoked.insert(family) }

    /// Records the release of a name, which may end the lifetime of all tokens.
    mutating func recordRelease(_ name: String) {
        if policy.lasts == .untilReleased(name) { releases += 1 }
    }

    /// Returns a random token that was not issued before.
    private mutating func draw() -> String {
        while true {
            var random = RandomSource(seed: seed, endpoint: Self.stableID, request: draws)
            draws += 1
            let token = [random.next(), random.next()].map(\.hexadecimal).joined()
            if !isKnown(token) { return token }
        }
    }

    private static let stableID = StableHash.of("policy auth")
}

extension BearerTokenState {
    /// Returns the reply to a request without a valid token; nil if the request may proceed.
    func check(
        _ request: ObservedRequest,
        applicable: Policies.ApplicablePolicies,
        effects: inout PolicyEffects,
        at time: PolicyTime,
    ) -> PolicyReply? {
        if let index = applicable.tokenRequestIndex {
            effects.tokenRequestIndex = index
            return policy.issues[index].takes.flatMap { checkRefreshToken(request, at: $0, index, &effects) }
        }
        guard applicable.isProtected, !request.isPreflight else { return nil }
        guard let token = request.bearerToken else { return denied("no token was sent", hasToken: false) }
        switch status(of: token, at: time.now) {
        case .good:
            effects.token = token
            return nil
        case .unknown, .used: return denied("the token was not issued in this run", hasToken: true)
        case .expired: return denied("the token has expired", hasToken: true)
        case .revoked: return denied("the token is revoked: its refresh token was used twice", hasToken: true)
        }
    }

    private func denied(_ reason: String, hasToken: Bool) -> PolicyReply {
        let standard = Scenario.Reply(401, body: .problem(["title": "Unauthorized", "detail": .string(reason)]))
        var reply = policy.denied ?? standard
        if !reply.headers.contains("WWW-Authenticate") {
            // RFC 6750 §3.1: the challenge for a request without a token has no error code.
            reply.headers.append("WWW-Authenticate", hasToken ? #"Bearer error="invalid_token""# : "Bearer")
        }
        return PolicyReply(policy: 0, reply: reply, note: "auth: \(reason)")
    }

    private func checkRefreshToken(
        _ request: ObservedRequest,
        at pointer: JSON.Pointer,
        _ issue: Int,
        _ effects: inout PolicyEffects,
    ) -> PolicyReply? {
        guard let token = request.refreshToken(at: pointer) else {
            return invalidGrant("no refresh token was sent at \(pointer)")
        }
        switch status(ofRefresh: token) {
        case .good:
            effects.refresh = token
            return nil
        case .unknown, .expired: return invalidGrant("the refresh token was not issued in this run")
        case .revoked: return invalidGrant("the refresh token is revoked: a token of its family was used twice")
        case .used:
            var answer = invalidGrant(
                "a rotated refresh token was used again: its family is revoked (RFC 9700 §4.14.2)"
            )
            answer.revokedFamily = refreshes[token]?.family
            return answer
        }
    }

    /// Returns an OAuth error reply (RFC 6749 §5.2).
    private func invalidGrant(_ reason: String) -> PolicyReply {
        let problem: JSON = ["title": "invalid_grant", "detail": .string(reason), "error": "invalid_grant"]
        let reply = Scenario.Reply(400, headers: ["Cache-Control": "no-store"], body: .problem(problem))
        return PolicyReply(policy: 0, reply: reply, note: "auth: \(reason)")
    }

    /// Records the tokens in a reply as issued. A token that was issued before is replaced by a random one.
    mutating func issueTokens(
        in reply: Scenario.Reply,
        _ work: PendingPolicyWork,
        at time: PolicyTime,
        _ finished: inout PolicyState.FinishedReply,
    ) {
        guard let issue = work.issue else { return }
        guard (200..<300).contains(reply.status) else {
            // The request failed, so its refresh token stays valid.
            if let refresh = work.refresh { refreshes[refresh]?.isUsed = false }
            return
        }
        let rotates = policy.issues[issue].rotates
        if let refresh = work.refresh, !rotates { refreshes[refresh]?.isUsed = false }
        let family = work.refresh.flatMap { refreshes[$0]?.family } ?? families + 1
        families = max(families, family)
        var edited = EditedBody(reply.body)
        guard let token = newToken(at: policy.token, in: &edited) else {
            finished.note = "auth: the reply has no string at \(policy.token), so no token was issued"
            return
        }
        tokens[token] = Token(family: family, issuedAt: time.now, releases: releases)
        for pointer in policy.refreshPlaces {
            // Without rotation, the reply repeats the refresh token of the request.
            if !rotates, let refresh = work.refresh, edited.string(at: pointer) == refresh { continue }
            guard let refresh = newToken(at: pointer, in: &edited) else { continue }
            refreshes[refresh] = Refresh(family: family)
        }
        if edited.isChanged { finished.reply = edited.applied(into: reply) }
    }

    /// Returns the token at a pointer; nil if the body has no string at that pointer.
    ///
    /// A token that is empty or was issued before is replaced by a random one.
    private mutating func newToken(at pointer: JSON.Pointer, in body: inout EditedBody) -> String? {
        guard let text = body.string(at: pointer) else { return nil }
        guard text.isEmpty || isKnown(text) else { return text }
        let fresh = draw()
        body.set(fresh, at: pointer)
        return fresh
    }

    /// Returns the reply to a token request that no endpoint answers (RFC 6749 §5.1). Its tokens are still empty.
    func defaultTokenReply(to index: Int, _ request: ObservedRequest) -> Scenario.Reply {
        var document = JSON.object([]).setting("", at: policy.token.tokens[...])
        document = document.setting("Bearer", at: ["token_type"])
        if case .time(let duration) = policy.lasts {
            let seconds = duration.secondsRoundedUp
            document = document.setting(.integer(seconds), at: ["expires_in"])
        }
        let issue = policy.issues[index]
        let unrotated = issue.rotates ? nil : issue.takes.flatMap { request.refreshToken(at: $0) }
        if let pointer = issue.takes ?? policy.issues.lazy.compactMap(\.takes).first {
            document = document.setting(.string(unrotated ?? ""), at: pointer.tokens[...])
        }
        return Scenario.Reply(
            headers: ["Cache-Control": "no-store"],
            body: .bytes(document.bytes(), type: "application/json")
        )
    }
}

extension Scenario.Auth.Bearer {
    /// Validates the policy.
    func validate() throws(CompiledScenario.CompilationError) {
        func invalid(_ reason: String) -> CompiledScenario.CompilationError {
            CompiledScenario.CompilationError(subject: "auth", reason: reason)
        }
        if issues.isEmpty { throw invalid("\"issues\" is empty, so no client can receive a token") }
        if token.tokens.isEmpty { throw invalid("\"token\" must point to a member, such as \"/access_token\"") }
        for issue in issues {
            if issue.rotates, issue.takes == nil { throw invalid("\"rotates\" requires \"takes\"") }
            if issue.takes?.tokens.isEmpty == true {
                throw invalid("\"takes\" must point to a member of the request body, such as \"/refresh_token\"")
            }
        }
        switch lasts {
        case .uses(let count) where count < 1: throw invalid("\"uses\" in \"lasts\" must be at least 1, not \(count)")
        case .time(let duration) where duration <= .zero:
            throw invalid("the duration in \"lasts\" must be longer than zero")
        case .untilReleased(""): throw invalid("\"until\" in \"lasts\" must be a name for `rehearsal release`")
        default: break
        }
        if let reason = denied?.policyValidationFailure { throw invalid("the reply in \"denied\": \(reason)") }
    }

    /// The distinct locations of refresh tokens in replies.
    fileprivate var refreshPlaces: [JSON.Pointer] {
        issues.compactMap(\.takes).reduce(into: []) { pointers, pointer in
            if pointer != token, !pointers.contains(pointer) { pointers.append(pointer) }
        }
    }
}
