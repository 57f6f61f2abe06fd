/// The tokens that a session has issued, with their state.
struct BearerTokenState: Sendable {
    private let policy: Scenario.Auth.Bearer
    /// The seed for drawn tokens.
    private let seed: UInt64
    private var tokens: [String: Token] = [:]
    private var refreshes: [String: Refresh] = [:]
    /// The families that were revoked because a refresh token was used twice.
    private var revoked: Set<Int> = []
    private var families = 0
    private var draws = 0
    /// The number of releases of the name that ends tokens.
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
            case .uses(let most): known.uses >= most
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

    /// Records the use of the token and the refresh token of a request that is answered.
    mutating func record(_ pass: PolicyEffects) {
        if let token = pass.token { tokens[token]?.uses += 1 }
        if let refresh = pass.refresh { refreshes[refresh]?.isUsed = true }
    }

    /// Revokes a family of tokens: all that descend from one login.
    mutating func revoke(_ family: Int) { revoked.insert(family) }

    /// Records the release of a name.
    mutating func recordRelease(_ name: String) {
        if policy.lasts == .untilReleased(name) { releases += 1 }
    }

    /// Returns a random token that is not in use.
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
        coverage: Policies.ApplicablePolicies,
        pass: inout PolicyEffects,
        at moment: PolicyTime,
    ) -> PolicyReply? {
        if let index = coverage.issue {
            pass.issue = index
            return policy.issues[index].takes.flatMap { screenRefresh(request, at: $0, index, &pass) }
        }
        guard coverage.isProtected, !request.isPreflight else { return nil }
        guard let token = request.bearerToken else { return denied("no token was sent", hasToken: false) }
        switch status(of: token, at: moment.now) {
        case .good:
            pass.token = token
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

    private func screenRefresh(
        _ request: ObservedRequest,
        at pointer: JSON.Pointer,
        _ issue: Int,
        _ pass: inout PolicyEffects,
    ) -> PolicyReply? {
        guard let token = request.refreshToken(at: pointer) else {
            return refused("no refresh token was sent at \(pointer)")
        }
        switch status(ofRefresh: token) {
        case .good:
            pass.refresh = token
            return nil
        case .unknown, .expired: return refused("the refresh token was not issued in this run")
        case .revoked: return refused("the refresh token is revoked: one of its family was used twice")
        case .used:
            var answer = refused("a rotated refresh token was used again: its family is revoked (RFC 9700 §4.14.2)")
            answer.revoked = refreshes[token]?.family
            return answer
        }
    }

    /// Returns an OAuth error reply (RFC 6749 §5.2).
    private func refused(_ reason: String) -> PolicyReply {
        let problem: JSON = ["title": "invalid_grant", "detail": .string(reason), "error": "invalid_grant"]
        let reply = Scenario.Reply(400, headers: ["Cache-Control": "no-store"], body: .problem(problem))
        return PolicyReply(policy: 0, reply: reply, note: "auth: \(reason)")
    }

    /// Records the tokens in a reply, and replaces those that repeat an earlier token.
    mutating func issueTokens(
        in reply: Scenario.Reply,
        _ ticket: PendingPolicyWork,
        at moment: PolicyTime,
        _ concluded: inout PolicyState.FinishedReply,
    ) {
        guard let issue = ticket.issue else { return }
        guard (200..<300).contains(reply.status) else {
            // The request failed, so its refresh token stays valid.
            if let refresh = ticket.refresh { refreshes[refresh]?.isUsed = false }
            return
        }
        let rotates = policy.issues[issue].rotates
        if let refresh = ticket.refresh, !rotates { refreshes[refresh]?.isUsed = false }
        let family = ticket.refresh.flatMap { refreshes[$0]?.family } ?? families + 1
        families = max(families, family)
        var edited = EditedBody(reply.body)
        guard let token = newToken(at: policy.token, in: &edited) else {
            concluded.note = "auth: the reply has no string at \(policy.token), so no token was issued"
            return
        }
        tokens[token] = Token(family: family, issuedAt: moment.now, releases: releases)
        for pointer in policy.refreshPlaces {
            // A refresh token that does not rotate stays the same.
            if !rotates, let refresh = ticket.refresh, edited.string(at: pointer) == refresh { continue }
            guard let refresh = newToken(at: pointer, in: &edited) else { continue }
            refreshes[refresh] = Refresh(family: family)
        }
        if edited.isChanged { concluded.reply = edited.applied(into: reply) }
    }

    /// Returns the string at a pointer, replaced by a new token if it is not new; nil without a string.
    private mutating func newToken(at pointer: JSON.Pointer, in body: inout EditedBody) -> String? {
        guard let text = body.string(at: pointer) else { return nil }
        guard text.isEmpty || isKnown(text) else { return text }
        let fresh = draw()
        body.set(fresh, at: pointer)
        return fresh
    }

    /// Returns the reply to a token request that no endpoint answers (RFC 6749 §5.1); its tokens are inserted later.
    func defaultTokenReply(to index: Int, _ request: ObservedRequest) -> Scenario.Reply {
        var document = JSON.object([]).setting("", at: policy.token.tokens[...])
        document = document.setting("Bearer", at: ["token_type"])
        if case .time(let duration) = policy.lasts {
            let seconds = duration.wholeSeconds
            document = document.setting(.integer(seconds), at: ["expires_in"])
        }
        let issue = policy.issues[index]
        let kept = issue.rotates ? nil : issue.takes.flatMap { request.refreshToken(at: $0) }
        if let pointer = issue.takes ?? policy.issues.lazy.compactMap(\.takes).first {
            document = document.setting(.string(kept ?? ""), at: pointer.tokens[...])
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
        func refuse(_ reason: String) -> CompiledScenario.CompilationError {
            CompiledScenario.CompilationError(subject: "auth", reason: reason)
        }
        if issues.isEmpty { throw refuse("no request issues tokens, so no request could be authorized") }
        if token.tokens.isEmpty { throw refuse("\"token\" must point to a member, as in \"/access_token\"") }
        for issue in issues {
            if issue.rotates, issue.takes == nil { throw refuse("\"rotates\" requires \"takes\"") }
            if issue.takes?.tokens.isEmpty == true { throw refuse("\"takes\" must point to a member of the body") }
        }
        switch lasts {
        case .uses(let count) where count < 1: throw refuse("a token must last at least one use, not \(count)")
        case .time(let duration) where duration <= .zero: throw refuse("the lifetime must be longer than zero")
        case .untilReleased(""): throw refuse("a token that is valid until a release needs its name")
        default: break
        }
        if let reason = denied?.policyValidationFailure { throw refuse("its reply \"denied\": \(reason)") }
    }

    /// The distinct locations of refresh tokens in replies.
    fileprivate var refreshPlaces: [JSON.Pointer] {
        issues.compactMap(\.takes).reduce(into: []) { places, place in
            if place != token, !places.contains(place) { places.append(place) }
        }
    }
}
