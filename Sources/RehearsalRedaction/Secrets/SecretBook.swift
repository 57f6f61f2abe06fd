package import Rehearsal
import RehearsalPlatform

/// The secrets of one recording: each has a number, in the order in which they are met, and is known again wherever it
/// stands.
///
/// The book is never written; what is on disk says that two secrets are equal and nothing more.
package final class SecretBook: SecretNaming {
    private let secrets: Locked<Secrets>

    /// - Parameter number: that of the first new secret: those that a recording has already keep theirs.
    package init(from number: Int = 1) { secrets = Locked(Secrets(next: number)) }

    private init(_ secrets: Secrets) { self.secrets = Locked(secrets) }

    /// Changes with each secret that is new.
    package var revision: Int { secrets.withLock { $0.revision } }

    /// How many values were taken out since somebody set it to zero.
    package var taken: Int {
        get { secrets.withLock { $0.taken } }
        set { secrets.withLock { $0.taken = newValue } }
    }

    package func placeholder(for secret: [UInt8], in place: Placeholder.Place) -> String {
        secrets.withLock { $0.placeholder(for: secret, in: place) }
    }

    package func note(certain secret: [UInt8]) { secrets.withLock { $0.learn(secret, isCertain: true) } }

    /// The values that are taken out while a closure runs.
    func meeting(_ show: () -> Void) -> Set<[UInt8]> {
        secrets.withLock { $0.met = [] }
        show()
        return secrets.withLock { secrets in
            defer { secrets.met = nil }
            return secrets.met ?? []
        }
    }

    /// The secrets that are new since this was asked last, of those that can be known again.
    package func takeFresh() -> [[UInt8]] {
        secrets.withLock { secrets in
            defer { secrets.fresh = [] }
            return secrets.fresh
        }
    }

    /// Another book with the same secrets.
    package func copy() -> SecretBook {
        var copy = secrets.withLock { $0 }
        (copy.taken, copy.met) = (0, nil)
        return SecretBook(copy)
    }

    /// Takes the secrets of a copy, unless this book has changed since it was made.
    package func adopt(_ copy: SecretBook, ifStillAt revision: Int) -> Bool {
        var other = copy.secrets.withLock { $0 }
        return secrets.withLock { secrets in
            guard revision == secrets.revision else { return false }
            (other.taken, other.met) = (secrets.taken, secrets.met)
            secrets = other
            return true
        }
    }

    /// Whether the name of an entry says one.
    package func isTold(by name: String) -> Bool {
        let name = Array(PlainName.of(name).utf8)
        return secrets.withLock { !$0.plain.ranges(in: name).isEmpty }
    }

    /// Where secrets that are known stand in some bytes.
    package func known(in bytes: [UInt8]) -> [Range<Int>] { secrets.withLock { $0.index.ranges(in: bytes) } }
}

/// The secrets of a book, and what was met of them.
private struct Secrets: Sendable {
    private var numbers: [[UInt8]: Int] = [:]
    private var next: Int
    var index = SecretIndex()
    /// As secrets stand in the names of entries and files.
    var plain = SecretIndex()
    /// Those that can be known again, since somebody has asked for them.
    var fresh: [[UInt8]] = []
    var revision = 0
    var taken = 0
    /// The values that were taken out since somebody asked for them; nil where nobody does.
    var met: Set<[UInt8]>?

    init(next: Int) { self.next = next }

    mutating func placeholder(for secret: [UInt8], in place: Placeholder.Place) -> String {
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

    /// Remembers a value as secret wherever it stands alone or inside of something else, if it is nothing else by
    /// chance.
    mutating func learn(_ secret: [UInt8], isCertain: Bool) {
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

    private mutating func remember(_ secret: [UInt8]) {
        guard index.insert(secret) else { return }
        revision += 1
        fresh.append(secret)
        plain.insert(Array(PlainName.of(String(decoding: secret, as: UTF8.self)).utf8))
    }

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

/// Finds any of many known values in a text at the cost of one look a byte.
///
/// The first eight bytes of each value lead to it; a table of bits says of most places that no value begins there.
package struct SecretIndex {
    private var values: [UInt64: [[UInt8]]] = [:]
    private var bits = [UInt64](repeating: 0, count: 1 << 10)

    private static let width = 8

    package init() {}

    /// Takes a value of eight bytes or more.
    ///
    /// - Returns: whether it is a new one.
    @discardableResult
    package mutating func insert(_ value: [UInt8]) -> Bool {
        guard value.count >= Self.width else { return false }
        let key = Self.key(value, 0)
        if values[key]?.contains(value) == true { return false }
        values[key, default: []].append(value)
        // Of two that begin alike the longer one is meant.
        values[key]?.sort { $0.count > $1.count }
        let bit = Self.bit(of: key)
        bits[bit >> 6] |= 1 << UInt64(bit & 63)
        return true
    }

    package func ranges(in bytes: [UInt8]) -> [Range<Int>] {
        guard !values.isEmpty, bytes.count >= Self.width else { return [] }
        var found: [Range<Int>] = []
        var key = Self.key(bytes, 0)
        var index = 0
        while true {
            let bit = Self.bit(of: key)
            if bits[bit >> 6] & 1 << UInt64(bit & 63) != 0, let end = end(of: key, at: index, in: bytes) {
                found.append(index..<end)
            }
            guard index + Self.width < bytes.count else { return found }
            key = key << 8 | UInt64(bytes[index + Self.width])
            index += 1
        }
    }

    private func end(of key: UInt64, at index: Int, in bytes: [UInt8]) -> Int? {
        values[key]?.first { bytes[index...].starts(with: $0) }.map { index + $0.count }
    }

    private static func key(_ bytes: [UInt8], _ index: Int) -> UInt64 {
        bytes[index..<(index + width)].reduce(0) { $0 << 8 | UInt64($1) }
    }

    private static func bit(of key: UInt64) -> Int { Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> 48) }
}

/// A text as a name that a file can have.
package enum PlainName {
    /// The small letters and digits of a text, with a dash for all that is between them.
    package static func of(_ text: String) -> String {
        var output: [UInt8] = []
        for byte in text.utf8.map(\.asciiLowercased) {
            if 0x61...0x7A ~= byte || byte.isDigit {
                output.append(byte)
            } else if output.last != UInt8(ascii: "-"), !output.isEmpty {
                output.append(UInt8(ascii: "-"))
            }
        }
        while output.last == UInt8(ascii: "-") { output.removeLast() }
        return String(decoding: output, as: UTF8.self)
    }
}
