/// The keys of an idempotency policy, with the replies to their requests.
struct IdempotencyState: Sendable {
    private let policy: Scenario.Idempotency
    /// The index among the idempotency policies.
    private let index: Int
    /// The index among all policies.
    private let label: Int
    private var entries: [[UInt8]: Entry] = [:]
    /// The keys in order of first use.
    private var order: [[UInt8]] = []

    private struct Entry {
        let fingerprint: [UInt8]
        var reply: Scenario.Reply?
        /// Whether the exchange of the first request has ended.
        var hasEnded = false
    }

    init(_ policy: Scenario.Idempotency, index: Int, label: Int) {
        (self.policy, self.index, self.label) = (policy, index, label)
    }

    /// The state of a key.
    private enum Status {
        /// No request has used the key.
        case new
        /// A different request has used the key.
        case other
        /// The first request with the key is still in progress.
        case outstanding
        /// The first request was answered with this reply.
        case saved(Scenario.Reply)
    }

    /// The maximum number of stored keys. The oldest key is removed to store another one.
    private static let maxKeys = 10_000

    /// Returns the reply to a request whose key is missing or already used; nil if the request may proceed.
    func check(_ request: ObservedRequest, _ effects: inout PolicyEffects) -> PolicyReply? {
        guard let key = request.header(policy.header).first, !key.isEmpty else {
            guard policy.isRequired else { return nil }
            let detail = "\(policy.header) is required, but the request has none"
            return refused(400, "\(policy.header) is missing", detail)
        }
        let fingerprint = request.fingerprint
        switch status(of: key, fingerprint) {
        case .new:
            effects.key = PolicyEffects.Key(policy: index, key: key, fingerprint: fingerprint)
            return nil
        case .other:
            return refused(422, "\(policy.header) is already used", "an earlier, different request used the key")
        case .outstanding:
            let detail = "the first request with this key is still in progress"
            return refused(409, "A request is outstanding for this \(policy.header)", detail)
        case .saved(let reply):
            let note = "idempotency: sent the stored reply again"
            return PolicyReply(policy: label, reply: reply, note: note, isVerbatim: true)
        }
    }

    private func refused(_ status: Int, _ title: String, _ detail: String) -> PolicyReply {
        let reply = Scenario.Reply(policy: status, title, detail)
        return PolicyReply(policy: label, reply: reply, note: "idempotency: \(detail)")
    }

    private func status(of key: [UInt8], _ fingerprint: [UInt8]) -> Status {
        guard let entry = entries[key] else { return .new }
        guard entry.fingerprint == fingerprint else { return .other }
        guard entry.hasEnded, let reply = entry.reply else { return .outstanding }
        return .saved(reply)
    }

    mutating func begin(_ key: PolicyEffects.Key) {
        entries[key.key] = Entry(fingerprint: key.fingerprint)
        order.append(key.key)
        guard order.count > Self.maxKeys else { return }
        entries[order.removeFirst()] = nil
    }

    mutating func save(_ key: [UInt8], _ reply: Scenario.Reply) { entries[key]?.reply = reply }

    mutating func end(_ key: [UInt8]) { entries[key]?.hasEnded = true }
}
