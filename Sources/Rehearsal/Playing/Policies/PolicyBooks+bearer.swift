extension PolicyBooks {
    /// Why a request is not let in, or gets no tokens; nil if nothing speaks against it.
    func screenToken(
        _ request: ObservedRequest,
        _ coverage: Policies.Coverage,
        _ pass: inout PolicyPass,
        _ moment: Moment,
    ) -> PolicyAnswer? {
        guard let policy = policies.bearer else { return nil }
        if let index = coverage.issue {
            pass.issue = index
            return policy.issues[index].takes.flatMap { screenRefresh(request, at: $0, index, &pass) }
        }
        guard coverage.isProtected, !request.isPreflight else { return nil }
        guard let token = request.bearerToken else { return denied("no token was sent", hasToken: false) }
        switch bearer.standing(of: token, policy.lasts, at: moment.now) {
        case .good:
            pass.token = token
            return nil
        case .unknown, .used: return denied("the token was not issued in this run", hasToken: true)
        case .expired: return denied("the token has expired", hasToken: true)
        case .revoked: return denied("the token is revoked: its refresh token was used twice", hasToken: true)
        }
    }

    private func denied(_ reason: String, hasToken: Bool) -> PolicyAnswer {
        let standard = Scenario.Reply(401, body: .problem(["title": "Unauthorized", "detail": .string(reason)]))
        var reply = policies.bearer?.denied ?? standard
        if !reply.headers.names("WWW-Authenticate") {
            // RFC 6750 §3.1: a request without a token is told no error.
            reply.headers.append("WWW-Authenticate", hasToken ? #"Bearer error="invalid_token""# : "Bearer")
        }
        return PolicyAnswer(policy: 0, reply: reply, note: "auth: \(reason)")
    }

    private func screenRefresh(
        _ request: ObservedRequest,
        at pointer: JSON.Pointer,
        _ issue: Int,
        _ pass: inout PolicyPass,
    ) -> PolicyAnswer? {
        guard let token = request.refreshToken(at: pointer) else {
            return refused("no refresh token was sent at \(pointer)")
        }
        switch bearer.standing(ofRefresh: token) {
        case .good:
            pass.refresh = token
            return nil
        case .unknown, .expired: return refused("the refresh token was not issued in this run")
        case .revoked: return refused("the refresh token is revoked: one of its family was used twice")
        case .used:
            var answer = refused("a rotated refresh token was used again: its family is revoked (RFC 9700 §4.14.2)")
            answer.revoked = bearer.family(ofRefresh: token)
            return answer
        }
    }

    /// RFC 6749 §5.2.
    private func refused(_ reason: String) -> PolicyAnswer {
        let problem: JSON = ["title": "invalid_grant", "detail": .string(reason), "error": "invalid_grant"]
        let reply = Scenario.Reply(400, headers: ["Cache-Control": "no-store"], body: .problem(problem))
        return PolicyAnswer(policy: 0, reply: reply, note: "auth: \(reason)")
    }

    /// Enters the tokens of a reply, with fresh ones where it repeats what was issued before.
    mutating func issue(
        in reply: Scenario.Reply,
        _ ticket: PolicyTicket,
        at moment: Moment,
        _ concluded: inout Concluded,
    ) {
        guard let policy = policies.bearer, let issue = ticket.issue else { return }
        guard (200..<300).contains(reply.status) else {
            // Nothing came of it, so what it was asked with is still good.
            if let refresh = ticket.refresh { bearer.setUsed(refresh, false) }
            return
        }
        let rotates = policy.issues[issue].rotates
        if let refresh = ticket.refresh, !rotates { bearer.setUsed(refresh, false) }
        let family = ticket.refresh.flatMap { bearer.family(ofRefresh: $0) } ?? bearer.newFamily()
        var edited = EditedBody(reply.body)
        guard let token = newToken(at: policy.token, in: &edited) else {
            concluded.note = "auth: the reply has no string at \(policy.token), so no token was issued"
            return
        }
        bearer.enter(token: token, family: family, at: moment.now)
        for pointer in policy.refreshPlaces {
            // A refresh token that does not rotate stays what it is.
            if !rotates, let refresh = ticket.refresh, edited.string(at: pointer) == refresh { continue }
            guard let refresh = newToken(at: pointer, in: &edited) else { continue }
            bearer.enter(refresh: refresh, family: family)
        }
        if edited.isChanged { concluded.reply = edited.laid(into: reply) }
    }

    /// The string at a place of a reply or, if it is not new, a fresh one that is put there; nil if there is none.
    private mutating func newToken(at pointer: JSON.Pointer, in body: inout EditedBody) -> String? {
        guard let text = body.string(at: pointer) else { return nil }
        guard text.isEmpty || bearer.isKnown(text) else { return text }
        let fresh = bearer.draw(seed)
        body.set(fresh, at: pointer)
        return fresh
    }

    /// The reply to a request for tokens that no endpoint answers (RFC 6749 §5.1); tokens are put into it later.
    func ownReply(to index: Int, _ request: ObservedRequest) -> Scenario.Reply? {
        guard let policy = policies.bearer else { return nil }
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
