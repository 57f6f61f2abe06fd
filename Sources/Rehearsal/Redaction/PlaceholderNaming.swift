/// A scheme that assigns placeholders to secrets.
package protocol PlaceholderNaming: Sendable {
    /// Returns the placeholder for a secret. Equal secrets have equal placeholders.
    ///
    /// The secret is neither empty nor a placeholder.
    func placeholder(for secret: [UInt8], in context: Placeholder.PlaceholderContext) -> String

    /// Records a value that is certainly secret because of its name.
    func recordSecret(named secret: [UInt8])
}

extension PlaceholderNaming {
    package func recordSecret(named secret: [UInt8]) {}
}

/// A scheme that derives placeholders from a keyed hash, so that those of different runs cannot be compared.
struct SaltedNaming: PlaceholderNaming {
    private let hash: SipHash

    init(salt: UInt64) { hash = SipHash(key: salt, ~salt.byteSwapped) }

    func placeholder(for secret: [UInt8], in context: Placeholder.PlaceholderContext) -> String {
        "\(Placeholder.opening)\((hash.hash(secret) >> 32).padded(to: 8, radix: 16))]"
    }
}

/// A redaction that finds secrets by name and by format, in encoded and compressed data, and by comparison with earlier
/// secrets.
///
/// It omits a part that it cannot redact.
package protocol FullRedaction: PlaceholderNaming {
    /// Returns a request target of any form (RFC 9112 §3.2) without secrets.
    func requestTarget(_ raw: String) -> String

    /// Returns the value of a header field without secrets.
    func field(name: String, value: String) -> String

    /// Returns the body of a message with these headers without secrets; empty if redaction is not possible.
    func body(_ bytes: [UInt8], _ headers: Scenario.Headers) -> [UInt8]

    /// Returns a note about an exchange without values that look like secrets.
    func note(_ raw: String) -> String

    /// Returns notes about an exchange without values that look like secrets, and without the secrets of the exchange.
    func notes(_ raw: [String], about entry: Journal.Entry) -> [String]

    /// Returns the result of a closure that redacts several parts.
    ///
    /// It calls the closure again if a part reveals a secret that an earlier part contains.
    func consistently<Value>(_ make: () -> Value) -> Value
}

/// A keyed hash of bytes: SipHash-2-4 (Aumasson and Bernstein, 2012).
///
/// Without a key, the hash of a short secret, such as a PIN, can be reversed by trying all values.
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
                state.absorb(word)
                word = 0
            }
        }
        state.absorb(word | count << 56)
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

        mutating func absorb(_ word: UInt64) {
            d ^= word
            mix(rounds: 2)
            a ^= word
        }

        mutating func finish() -> UInt64 {
            c ^= 0xff
            mix(rounds: 4)
            return a ^ b ^ c ^ d
        }

        private mutating func mix(rounds: Int) {
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
