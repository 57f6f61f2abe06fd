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
        "\(Placeholder.opening)\((hash.hash(secret) >> 32).padded(to: 8, radix: 16))]"
    }
}

/// Takes out of the parts of an exchange what names say, what looks like a secret by its form, what is coded or packed,
/// and a known secret wherever it stands again.
///
/// A part is shown without what was taken out of it; a part that cannot be shown without a secret is not shown at all.
package protocol ThoroughRedaction: SecretNaming {
    /// The target of a request, in any of its forms (RFC 9112 §3.2).
    func requestTarget(_ raw: String) -> String

    /// The value of a header field.
    func field(name: String, value: String) -> String

    /// The body of a message with these headers; empty where a secret cannot be taken out of it.
    func body(_ bytes: [UInt8], _ headers: Scenario.Headers) -> [UInt8]

    /// A remark about an exchange, without what looks like a secret.
    func remark(_ raw: String) -> String

    /// Remarks about an exchange, without what looks like a secret and without the secrets of the exchange itself.
    func remarks(_ raw: [String], about entry: Journal.Entry) -> [String]

    /// A value that is made of several parts: made again where a part has a secret that stands in an earlier one too.
    func settled<Value>(_ make: () -> Value) -> Value
}

/// A keyed hash of bytes: SipHash-2-4 (Aumasson and Bernstein, 2012).
///
/// Keyed, because a plain hash of something short, such as a PIN, is undone by trying all of them.
struct SipHash: Sendable {
    private let key: (UInt64, UInt64)

    init(key first: UInt64, _ second: UInt64) { key = (first, second) }

    func hash(_ bytes: some Collection<UInt8>) -> UInt64 {
        var state = State(key)
        var word: UInt64 = 0
        var count: UInt64 = 0
        for byte in bytes {
            word |= UInt64(byte) << (8 * (count & 7))
            count &+= 1
            if count & 7 == 0 {
                state.take(word)
                word = 0
            }
        }
        state.take(word | count << 56)
        return state.finish()
    }

    private struct State {
        var a: UInt64, b: UInt64, c: UInt64, d: UInt64

        init(_ key: (UInt64, UInt64)) {
            a = key.0 ^ 0x736f_6d65_7073_6575
            b = key.1 ^ 0x646f_7261_6e64_6f6d
            c = key.0 ^ 0x6c79_6765_6e65_7261
            d = key.1 ^ 0x7465_6462_7974_6573
        }

        mutating func take(_ word: UInt64) {
            d ^= word
            stir(rounds: 2)
            a ^= word
        }

        mutating func finish() -> UInt64 {
            c ^= 0xff
            stir(rounds: 4)
            return a ^ b ^ c ^ d
        }

        private mutating func stir(rounds: Int) {
            for _ in 0..<rounds {
                a &+= b
                b = b.rotated(13) ^ a
                a = a.rotated(32)
                c &+= d
                d = d.rotated(16) ^ c
                a &+= d
                d = d.rotated(21) ^ a
                c &+= b
                b = b.rotated(17) ^ c
                c = c.rotated(32)
            }
        }
    }
}

extension UInt64 {
    fileprivate func rotated(_ bits: UInt64) -> UInt64 { self << bits | self >> (64 - bits) }
}
