/// The keys of one policy of idempotency, and what their requests were answered.
struct IdempotencyBook: Sendable {
    private var entries: [[UInt8]: Entry] = [:]
    /// The oldest first.
    private var order: [[UInt8]] = []

    private struct Entry {
        let fingerprint: [UInt8]
        var reply: Scenario.Reply?
        /// Whether the exchange that brought the key has ended.
        var hasEnded = false
    }

    /// What there is to say of a request with a key.
    enum Standing {
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

    func standing(of key: [UInt8], _ fingerprint: [UInt8]) -> Standing {
        guard let entry = entries[key] else { return .new }
        guard entry.fingerprint == fingerprint else { return .other }
        guard entry.hasEnded, let reply = entry.reply else { return .outstanding }
        return .saved(reply)
    }

    mutating func begin(_ key: [UInt8], _ fingerprint: [UInt8]) {
        entries[key] = Entry(fingerprint: fingerprint)
        order.append(key)
        guard order.count > Self.mostKeys else { return }
        entries[order.removeFirst()] = nil
    }

    mutating func save(_ key: [UInt8], _ reply: Scenario.Reply) { entries[key]?.reply = reply }

    mutating func end(_ key: [UInt8]) { entries[key]?.hasEnded = true }
}
