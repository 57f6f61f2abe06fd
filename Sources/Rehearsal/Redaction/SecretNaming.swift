/// How a secret is called in the place that it is taken out of.
package protocol SecretNaming: Sendable {
    /// What stands for a secret, which is not empty and no placeholder: the same for the same secret.
    func placeholder(for secret: [UInt8], in place: Placeholder.Place) -> String
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
