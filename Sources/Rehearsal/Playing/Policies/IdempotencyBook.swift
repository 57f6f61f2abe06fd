/// The keys of one policy of idempotency, and what their requests were answered.
struct IdempotencyBook: Sendable {
    private let policy: Scenario.Idempotency
    /// Its place among the policies of its kind.
    private let index: Int
    /// Its place among all policies.
    private let label: Int
    private var entries: [[UInt8]: Entry] = [:]
    /// The oldest first.
    private var order: [[UInt8]] = []

    private struct Entry {
        let fingerprint: [UInt8]
        var reply: Scenario.Reply?
        /// Whether the exchange that brought the key has ended.
        var hasEnded = false
    }

    init(_ policy: Scenario.Idempotency, index: Int, label: Int) {
        (self.policy, self.index, self.label) = (policy, index, label)
    }

    /// What there is to say of a request with a key.
    private enum Standing {
        /// Nobody has used it.
        case new
        /// Another request has used it.
        case other
        /// Its request is still being answered.
        case outstanding
        case saved(Scenario.Reply)
    }

    /// The oldest keys beyond that many are forgotten.
    private static let mostKeys = 10_000

    /// The reply to a request whose key is known, or missing; nil if it is answered as usual.
    func screen(_ request: ObservedRequest, _ pass: inout PolicyPass) -> PolicyAnswer? {
        guard let key = request.header(policy.header).first, !key.isEmpty else {
            guard policy.isRequired else { return nil }
            let detail = "\(policy.header) is required here, and the request has none"
            return refused(400, "\(policy.header) is missing", detail)
        }
        let fingerprint = request.fingerprint
        switch standing(of: key, fingerprint) {
        case .new:
            pass.key = PolicyPass.Key(policy: index, key: key, fingerprint: fingerprint)
            return nil
        case .other:
            return refused(422, "\(policy.header) is already used", "the key has come with another request before")
        case .outstanding:
            let detail = "the request that came first with this key is still being answered"
            return refused(409, "A request is outstanding for this \(policy.header)", detail)
        case .saved(let reply):
            return PolicyAnswer(policy: label, reply: reply, note: "idempotency: the saved reply again", isFinal: true)
        }
    }

    private func refused(_ status: Int, _ title: String, _ detail: String) -> PolicyAnswer {
        let reply = Scenario.Reply(policy: status, title, detail)
        return PolicyAnswer(policy: label, reply: reply, note: "idempotency: \(detail)")
    }

    private func standing(of key: [UInt8], _ fingerprint: [UInt8]) -> Standing {
        guard let entry = entries[key] else { return .new }
        guard entry.fingerprint == fingerprint else { return .other }
        guard entry.hasEnded, let reply = entry.reply else { return .outstanding }
        return .saved(reply)
    }

    mutating func begin(_ key: PolicyPass.Key) {
        entries[key.key] = Entry(fingerprint: key.fingerprint)
        order.append(key.key)
        guard order.count > Self.mostKeys else { return }
        entries[order.removeFirst()] = nil
    }

    mutating func save(_ key: [UInt8], _ reply: Scenario.Reply) { entries[key]?.reply = reply }

    mutating func end(_ key: [UInt8]) { entries[key]?.hasEnded = true }
}
