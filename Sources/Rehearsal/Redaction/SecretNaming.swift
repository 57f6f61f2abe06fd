/// How a secret is called in the place that it is taken out of.
package protocol SecretNaming: Sendable {
    /// What stands for a secret, which is not empty and no placeholder: the same for the same secret.
    func placeholder(for secret: [UInt8], in place: Placeholder.Place) -> String

    /// Remembers a value whose name says for certain that it is a secret, in whatever place it stands.
    func note(certain secret: [UInt8])
}

extension SecretNaming {
    package func note(certain secret: [UInt8]) {}
}

/// Calls secrets by a keyed hash: what is written by one run cannot be compared with what another wrote.
struct SaltedNaming: SecretNaming {
    private let hash: SipHash

    init(salt: UInt64) { hash = SipHash(key: salt, ~salt.byteSwapped) }

    func placeholder(for secret: [UInt8], in place: Placeholder.Place) -> String {
        let digits = String(hash.hash(secret) >> 32, radix: 16)
        return "\(Placeholder.opening)\(String(repeating: "0", count: 8 - digits.count))\(digits)]"
    }
}
