extension PolicyBooks {
    /// The reply to a request whose key is known, or missing; nil if it is answered as usual.
    func screenKey(
        _ request: ObservedRequest,
        _ coverage: Policies.Coverage,
        _ pass: inout PolicyPass,
    ) -> PolicyAnswer? {
        guard let index = coverage.idempotency else { return nil }
        let policy = policies.idempotency[index]
        let label = policies.idempotencyLabel + index
        guard let key = request.header(policy.header).first, !key.isEmpty else {
            guard policy.isRequired else { return nil }
            let detail = "\(policy.header) is required here, and the request has none"
            let reply = Scenario.Reply(policy: 400, "\(policy.header) is missing", detail)
            return PolicyAnswer(policy: label, reply: reply, note: "idempotency: \(detail)")
        }
        let fingerprint = request.fingerprint
        switch idempotency[index].standing(of: key, fingerprint) {
        case .new:
            pass.key = PolicyPass.Key(policy: index, key: key, fingerprint: fingerprint)
            return nil
        case .other:
            let detail = "the key has come with another request before"
            let reply = Scenario.Reply(policy: 422, "\(policy.header) is already used", detail)
            return PolicyAnswer(policy: label, reply: reply, note: "idempotency: \(detail)")
        case .outstanding:
            let detail = "the request that came first with this key is still being answered"
            let reply = Scenario.Reply(policy: 409, "A request is outstanding for this \(policy.header)", detail)
            return PolicyAnswer(policy: label, reply: reply, note: "idempotency: \(detail)")
        case .saved(let reply):
            return PolicyAnswer(policy: label, reply: reply, note: "idempotency: the saved reply again", isFinal: true)
        }
    }
}

extension ObservedRequest {
    /// What makes it the same request: method, target and body.
    fileprivate var fingerprint: [UInt8] {
        let head = asking { $0.bytes(self.head.method) + [0x20] + $0.bytes(self.head.target) + [0x0A] }
        // Long bodies are told apart by number, so that a key costs no more than a short one.
        guard let body = body?.bytes else { return head }
        guard body.count > 256 else { return head + body }
        return head + Array("\(body.count) \(StableHash.of(body).hexadecimal)".utf8)
    }
}

extension Scenario.Reply {
    /// What is kept of a reply that is given again: what it says, not what went wrong or how long it took.
    var saved: Scenario.Reply {
        var reply = Scenario.Reply(status, reason: reason, headers: headers, body: body)
        reply.recordedOrigins = recordedOrigins
        return reply
    }

    /// Problem details that a policy answers with, as bytes: what a client has sent is no template.
    init(policy status: Int, _ title: String, _ detail: String, headers: Scenario.Headers = [:]) {
        let problem: JSON = [
            "type": "about:blank", "title": .string(title), "status": JSON(integerLiteral: status),
            "detail": .string(detail),
        ]
        self.init(status, headers: headers, body: .bytes(problem.bytes(), type: "application/problem+json"))
    }
}
