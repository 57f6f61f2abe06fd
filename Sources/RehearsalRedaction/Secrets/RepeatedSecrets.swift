import Rehearsal
import RehearsalPlatform

/// The secrets of requests that a reply may repeat, in each form that a template can give them.
///
/// Unlike the secrets of a ``SecretRegistry``, they may be short and are not distinctive. They are therefore searched
/// for only in replies that may repeat them.
package struct RepeatedSecrets: Sendable {
    /// The secrets, the oldest first.
    private var secrets: [[UInt8]] = []
    private var known: Set<[UInt8]> = []
    private var forms = SecretBloomIndex(width: Self.shortest)

    /// The length of the shortest secret in bytes. Unrelated texts contain shorter values.
    static let shortest = 4
    /// The maximum number of secrets. The older half is removed to store another one.
    private static let maximumCount = 1024

    package init() {}

    package var isEmpty: Bool { secrets.isEmpty }

    /// Inserts secrets, except for those that are too short.
    package mutating func insert(_ new: [[UInt8]]) {
        for secret in new where secret.count >= Self.shortest && known.insert(secret).inserted {
            if secrets.count == Self.maximumCount {
                let newest = Array(secrets.suffix(Self.maximumCount / 2))
                self = RepeatedSecrets()
                known.insert(secret)
                insert(newest)
            }
            secrets.append(secret)
            for form in Self.forms(of: secret) { forms.insert(form) }
        }
    }

    /// Returns the ranges of the secrets in some bytes.
    func ranges(in bytes: [UInt8]) -> [Range<Int>] { forms.ranges(in: bytes) }

    /// Returns whether the bytes are exactly one of the secrets.
    func contains(_ bytes: [UInt8]) -> Bool { known.contains(bytes) }

    /// Returns a secret as it is sent and decoded, in the case that each filter gives it, and in Base64.
    private static func forms(of secret: [UInt8]) -> [[UInt8]] {
        let decoded = [secret, PercentEncoding.decoded(secret, plusIsSpace: true)]
        return decoded.flatMap { secret in
            let text = String(decoding: secret, as: UTF8.self)
            return [secret, Array(text.uppercased().utf8), Array(text.lowercased().utf8)]
                + (0..<3).map { base64(of: secret, after: $0) }
        }
    }

    /// Returns the characters of a longer text's Base64 that depend only on a secret in it.
    ///
    /// - Parameter offset: the number of bytes before the secret, modulo 3.
    private static func base64(of secret: [UInt8], after offset: Int) -> [UInt8] {
        let characters = Array(Base64.encoded([UInt8](repeating: 0, count: offset) + secret).utf8)
        // A character has six bits. The first and the last one may share bits with the bytes around the secret.
        return Array(characters[((offset * 8 + 5) / 6)..<((offset + secret.count) * 8 / 6)])
    }
}
