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
    /// Changes with each secret that is new.
    private(set) var revision = 0

    /// How many values were taken out since somebody set it to zero.
    var taken = 0
    /// The values that were taken out since somebody asked for them; nil where nobody does.
    var met: Set<[UInt8]>?

    /// - Parameter number: that of the first new secret: those that a recording has already keep theirs.
    init(from number: Int = 1) { next = number }

    func placeholder(for secret: [UInt8], in place: Placeholder.Place) -> String {
        taken += 1
        met?.insert(secret)
        // Most cookies and parameters are no credentials, whatever they are called.
        learn(secret, isCertain: place == .text)
        if let number = numbers[secret] { return Placeholder.numbered(number, in: place) }
        numbers[secret] = next
        next += 1
        revision += 1
        return Placeholder.numbered(next - 1, in: place)
    }

    func note(certain secret: [UInt8]) { learn(secret, isCertain: true) }

    /// Remembers a value as secret wherever it stands alone or inside of something else, if it is nothing else by
    /// chance.
    private func learn(_ secret: [UInt8], isCertain: Bool) {
        if Self.isTelling(secret, isCertain) { remember(secret) }
        // Who sends a name and a password as one (RFC 7617) may send the password alone.
        if numbers[secret] == nil, secret.count % 4 == 0,
            let pair = Base64.decoded(String(decoding: secret, as: UTF8.self)),
            let colon = pair.firstIndex(of: UInt8(ascii: ":")), pair.allSatisfy({ $0 >= 0x20 && $0 != 0x7F })
        {
            let password = Array(pair[(colon + 1)...])
            if Self.isTelling(password, true) { remember(password) }
        }
    }

    private func remember(_ secret: [UInt8]) {
        guard index.insert(secret) else { return }
        revision += 1
        fresh.append(secret)
        plain.insert(Array(EntryName.plain(String(decoding: secret, as: UTF8.self)).utf8))
    }

    /// The secrets that are new since this was asked last, of those that can be known again.
    func takeFresh() -> [[UInt8]] {
        defer { fresh = [] }
        return fresh
    }

    /// Another book with the same secrets.
    func copy() -> SecretBook {
        let copy = SecretBook(from: next)
        copy.become(self)
        return copy
    }

    /// Takes the secrets of a copy, unless this book has changed since it was made.
    func adopt(_ copy: SecretBook, ifStillAt revision: Int) -> Bool {
        guard revision == self.revision else { return false }
        become(copy)
        return true
    }

    private func become(_ other: SecretBook) {
        (numbers, next, index, plain) = (other.numbers, other.next, other.index, other.plain)
        (fresh, revision) = (other.fresh, other.revision)
    }

    /// Whether the name of an entry says one.
    func isTold(by name: String) -> Bool { !plain.ranges(in: Array(EntryName.plain(name).utf8)).isEmpty }

    /// Where secrets that are known stand in some bytes.
    func known(in bytes: [UInt8]) -> [Range<Int>] { index.ranges(in: bytes) }

    /// `light-theme` in a cookie must not be taken out of every page, nor `2024-01-15` out of every document.
    ///
    /// - Parameter isCertain: whether its name or its form says that it is a secret.
    private static func isTelling(_ secret: [UInt8], _ isCertain: Bool) -> Bool {
        if DrawnValue.isTelling(secret) { return true }
        guard isCertain else { return false }
        let digits = secret.count(where: \.isDigit)
        // The number of a card, or of a phone that somebody has named.
        if digits >= 12, secret.count <= 24, WrittenMoment(secret) == nil,
            !secret.contains(where: \.isLetter)
        {
            return true
        }
        if DrawnValue.isPlain(secret) { return false }
        return secret.count >= 24 || secret.count >= 12 && digits > 0 && digits < secret.count
            || DrawnValue.isIssued(secret)
    }
}
