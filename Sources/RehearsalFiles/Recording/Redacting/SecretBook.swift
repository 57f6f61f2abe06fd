import Rehearsal

/// The secrets of one recording: each has a number, in the order in which they are met, and is known again wherever it
/// stands.
///
/// The book is never written; what is on disk says that two secrets are equal and nothing more.
final class SecretBook: SecretNaming, @unchecked Sendable {
    // Sendable: it belongs to one writer, and is asked while the lock of that writer is held.
    private var numbers: [[UInt8]: Int] = [:]
    private var next: Int
    private var index = SecretIndex()
    /// As secrets stand in the names of entries and files.
    private var plain = SecretIndex()
    /// Those that can be known again, since somebody has asked for them.
    private var fresh: [[UInt8]] = []

    /// How many values were taken out since somebody set it to zero.
    var taken = 0

    /// - Parameter number: that of the first new secret: those that a recording has already keep theirs.
    init(from number: Int = 1) { next = number }

    func placeholder(for secret: [UInt8], in place: Placeholder.Place) -> String {
        taken += 1
        if let number = numbers[secret] { return Placeholder.numbered(number, in: place) }
        numbers[secret] = next
        learn(secret)
        next += 1
        return Placeholder.numbered(next - 1, in: place)
    }

    /// Remembers a value as secret wherever it stands alone or inside of something else, if it is long enough to be
    /// nothing else by chance.
    func learn(_ secret: [UInt8]) {
        if Self.isTelling(secret) { remember(secret) }
        // Who sends a name and a password as one (RFC 7617) may send the password alone.
        if secret.count % 4 == 0, let pair = Base64.decoded(String(decoding: secret, as: UTF8.self)),
            let colon = pair.firstIndex(of: UInt8(ascii: ":")), pair.allSatisfy({ $0 >= 0x20 && $0 != 0x7F })
        {
            let password = Array(pair[(colon + 1)...])
            if Self.isTelling(password) { remember(password) }
        }
    }

    private func remember(_ secret: [UInt8]) {
        guard index.insert(secret) else { return }
        fresh.append(secret)
        plain.insert(Array(EntryName.plain(String(decoding: secret, as: UTF8.self)).utf8))
    }

    /// The secrets that are new since this was asked last, of those that can be known again.
    func takeFresh() -> [[UInt8]] {
        defer { fresh = [] }
        return fresh
    }

    /// Whether the name of an entry says one.
    func isTold(by name: String) -> Bool { !plain.ranges(in: Array(EntryName.plain(name).utf8)).isEmpty }

    /// Where secrets that are known stand in some bytes.
    func known(in bytes: [UInt8]) -> [Range<Int>] { index.ranges(in: bytes) }

    /// Letters and digits together, or long: `light-theme` in a cookie must not be taken out of every page.
    private static func isTelling(_ secret: [UInt8]) -> Bool {
        if secret.count >= 24 { return true }
        let digits = secret.count { 0x30...0x39 ~= $0 }
        return secret.count >= 8 && digits > 0 && digits < secret.count || digits >= 12
    }
}
