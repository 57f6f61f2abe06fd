/// A token with which a run can be repeated: the seed, and a part of the digest of the scenario.
///
/// The format is `r1.<seed>.<first eight hexadecimal digits of the scenario's digest>`.
package struct RunToken: Sendable, Hashable {
    package let seed: UInt64
    /// The first half of the digest of the scenario.
    private let digestPrefix: UInt32

    package init(seed: UInt64, digest: UInt64) {
        self.seed = seed
        digestPrefix = UInt32(digest >> 32)
    }

    /// Parses a token; returns nil if the text is not valid.
    package init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0] == "r1", let seed = UInt64(parts[1]), parts[2].utf8.count == 8,
            let prefix = UInt32(parts[2], radix: 16)
        else { return nil }
        self.seed = seed
        self.digestPrefix = prefix
    }

    /// Returns whether the token is from a run of a scenario with this digest.
    package func matches(digest: UInt64) -> Bool { digestPrefix == UInt32(digest >> 32) }
}

extension RunToken: CustomStringConvertible {
    package var description: String { "r1.\(seed).\(digestPrefix.padded(to: 8, radix: 16))" }
}
