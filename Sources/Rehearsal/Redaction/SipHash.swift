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
