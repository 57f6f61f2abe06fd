package import Rehearsal
import RehearsalPlatform

/// The registry of a recording's secrets, which are numbered in order of occurrence and recognized everywhere.
///
/// It is never written to disk. A reader of the files learns only which secrets are equal.
package final class SecretRegistry: PlaceholderNaming {
    private let secrets: Locked<Secrets>

    /// - Parameter number: the number of the first new secret; secrets of an existing recording keep theirs.
    package init(from number: Int = 1) { secrets = Locked(Secrets(next: number)) }

    private init(_ secrets: Secrets) { self.secrets = Locked(secrets) }

    /// A counter that each new secret increments.
    package var revision: Int { secrets.withLock { $0.revision } }

    /// The number of values redacted since the caller last set it to zero.
    package var redactedCount: Int {
        get { secrets.withLock { $0.redactedCount } }
        set { secrets.withLock { $0.redactedCount = newValue } }
    }

    package func placeholder(for secret: [UInt8], in context: Placeholder.PlaceholderContext) -> String {
        secrets.withLock { $0.placeholder(for: secret, in: context) }
    }

    package func recordSecret(named secret: [UInt8]) { secrets.withLock { $0.learn(secret, isCertain: true) } }

    /// Returns the values that are redacted while a closure runs.
    func collectingRedacted(_ show: () -> Void) -> Set<[UInt8]> {
        secrets.withLock { $0.met = [] }
        show()
        return secrets.withLock { secrets in
            defer { secrets.met = nil }
            return secrets.met ?? []
        }
    }

    /// Returns the recognizable secrets added since the last call.
    package func takeNewSecrets() -> [[UInt8]] {
        secrets.withLock { secrets in
            defer { secrets.fresh = [] }
            return secrets.fresh
        }
    }

    /// Returns a registry with the same secrets.
    package func copy() -> SecretRegistry {
        var copy = secrets.withLock { $0 }
        (copy.redactedCount, copy.met) = (0, nil)
        return SecretRegistry(copy)
    }

    /// Adopts the secrets of a copy, unless this registry has changed since the copy was made.
    package func adopt(_ copy: SecretRegistry, ifStillAt revision: Int) -> Bool {
        var other = copy.secrets.withLock { $0 }
        return secrets.withLock { secrets in
            guard revision == secrets.revision else { return false }
            (other.redactedCount, other.met) = (secrets.redactedCount, secrets.met)
            secrets = other
            return true
        }
    }

    /// Returns whether the name of an entry contains a secret.
    package func occursInName(by name: String) -> Bool {
        let name = Array(FileNameSlug.of(name).utf8)
        return secrets.withLock { !$0.plain.ranges(in: name).isEmpty }
    }

    /// Returns the ranges of known secrets in some bytes.
    package func occurrences(in bytes: [UInt8]) -> [Range<Int>] { secrets.withLock { $0.index.ranges(in: bytes) } }
}

/// The secrets of a registry and their counters.
private struct Secrets: Sendable {
    private var numbers: [[UInt8]: Int] = [:]
    private var next: Int
    var index = SecretBloomIndex()
    /// The index of secrets in the form that names of entries and files have.
    var plain = SecretBloomIndex()
    /// The recognizable secrets added since the last request for them.
    var fresh: [[UInt8]] = []
    var revision = 0
    var redactedCount = 0
    /// The values redacted since a caller began to collect them; nil if none collects.
    var met: Set<[UInt8]>?

    init(next: Int) { self.next = next }

    mutating func placeholder(for secret: [UInt8], in context: Placeholder.PlaceholderContext) -> String {
        redactedCount += 1
        met?.insert(secret)
        // Most cookies and parameters are not credentials, whatever their names.
        learn(secret, isCertain: context == .text)
        if let number = numbers[secret] { return Placeholder.numbered(number, in: context) }
        numbers[secret] = next
        next += 1
        revision += 1
        return Placeholder.numbered(next - 1, in: context)
    }

    /// Registers a value for recognition elsewhere, if it is unlikely to occur by chance.
    mutating func learn(_ secret: [UInt8], isCertain: Bool) {
        if Self.isTelling(secret, isCertain) { remember(secret) }
        // A client that sends name and password as one value (RFC 7617) may also send the password alone.
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
        plain.insert(Array(FileNameSlug.of(String(decoding: secret, as: UTF8.self)).utf8))
    }

    /// Returns whether a value is distinctive enough for recognition: `light-theme` and `2024-01-15` are not.
    ///
    /// - Parameter isCertain: whether the value's name or shape marks it as a secret.
    private static func isTelling(_ secret: [UInt8], _ isCertain: Bool) -> Bool {
        if HighEntropyValue.isCertainlyRandom(secret) { return true }
        guard isCertain else { return false }
        let digits = secret.count(where: \.isDigit)
        // A card number, or a phone number that a rule names.
        if digits >= 12, secret.count <= 24, TimestampFormat(secret) == nil,
            !secret.contains(where: \.isLetter)
        {
            return true
        }
        if HighEntropyValue.isPathDateOrVersion(secret) { return false }
        return secret.count >= 24 || secret.count >= 12 && digits > 0 && digits < secret.count
            || HighEntropyValue.isLikelyCredential(secret)
    }
}

/// An index that finds any of many known values in a text, with one lookup for each byte.
///
/// The first bytes are the key of a value. A Bloom filter with one hash function rules out most offsets.
package struct SecretBloomIndex {
    private var values: [UInt64: [[UInt8]]] = [:]
    private var bits = [UInt64](repeating: 0, count: 1 << 10)

    /// The number of bytes of a key, 1 to 8.
    private let width: Int

    package init(width: Int = 8) { self.width = width }

    /// Inserts a value that is at least as long as a key.
    ///
    /// - Returns: whether the value is new.
    @discardableResult
    package mutating func insert(_ value: [UInt8]) -> Bool {
        guard value.count >= width else { return false }
        let key = key(value, 0)
        if values[key]?.contains(value) == true { return false }
        values[key, default: []].append(value)
        // The longer of two values with a common prefix takes precedence.
        values[key]?.sort { $0.count > $1.count }
        let bit = Self.bit(of: key)
        bits[bit >> 6] |= 1 << UInt64(bit & 63)
        return true
    }

    package func ranges(in bytes: [UInt8]) -> [Range<Int>] {
        guard !values.isEmpty, bytes.count >= width else { return [] }
        var found: [Range<Int>] = []
        var key = key(bytes, 0)
        let mask = UInt64.max >> UInt64(64 - 8 * width)
        var index = 0
        while true {
            let bit = Self.bit(of: key)
            if bits[bit >> 6] & 1 << UInt64(bit & 63) != 0, let end = end(of: key, at: index, in: bytes) {
                found.append(index..<end)
            }
            guard index + width < bytes.count else { return found }
            key = (key << 8 | UInt64(bytes[index + width])) & mask
            index += 1
        }
    }

    private func end(of key: UInt64, at index: Int, in bytes: [UInt8]) -> Int? {
        values[key]?.first { bytes[index...].starts(with: $0) }.map { index + $0.count }
    }

    private func key(_ bytes: [UInt8], _ index: Int) -> UInt64 {
        bytes[index..<(index + width)].reduce(0) { $0 << 8 | UInt64($1) }
    }

    private static func bit(of key: UInt64) -> Int { Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> 48) }
}

/// A conversion of texts to file names.
package enum FileNameSlug {
    /// Returns the lower-case letters and digits of a text, with a dash for each run of other characters.
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
