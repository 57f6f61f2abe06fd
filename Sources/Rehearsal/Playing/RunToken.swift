/// What makes a run again what it was: the seed of its draws, and which scenario it was of.
///
/// `r1.<seed>.<first eight hexadecimal digits of the scenario's digest>`.
package struct RunToken: Sendable, Hashable {
    package let seed: UInt64
    /// The first half of the digest.
    private let mark: UInt32

    package init(seed: UInt64, digest: UInt64) {
        self.seed = seed
        mark = UInt32(digest >> 32)
    }

    /// nil if the text is no token.
    package init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0] == "r1", let seed = UInt64(parts[1]), parts[2].utf8.count == 8,
            let mark = UInt32(parts[2], radix: 16)
        else { return nil }
        self.seed = seed
        self.mark = mark
    }

    /// Whether it was made by a run of a scenario with this digest.
    package func fits(digest: UInt64) -> Bool { mark == UInt32(digest >> 32) }
}

extension RunToken: CustomStringConvertible {
    package var description: String {
        let digits = String(mark, radix: 16)
        return "r1.\(seed).\(String(repeating: "0", count: 8 - digits.count))\(digits)"
    }
}

extension Scenario {
    /// Whether anything in it differs from run to run unless the seed is the same.
    package var draws: Bool {
        if network.contains(where: { if case .slow(let delay) = $0.state { delay.isRandom } else { false } }) {
            return true
        }
        // Tokens are drawn where a reply repeats one.
        if auth != nil || resources.contains(where: { $0.ids == .uuid }) { return true }
        return endpoints.contains { endpoint in
            endpoint.replies.contains(where: \.draws) || endpoint.overlay.laid(over: Reply()).draws
        }
    }
}

extension Scenario.Reply {
    fileprivate var draws: Bool {
        hasRandomTemplate || delay.isRandom || bodyDelay.isRandom
            || faults.contains { fault in
                if case .delay(let delay) = fault.effect, delay.isRandom { return true }
                return fault.occurrence.chance < 1
            }
    }

    private var hasRandomTemplate: Bool {
        let isInChange = (try? CompiledChange(then))?.needs.contains(.randomness) ?? false
        return isInChange || (try? ReplyTemplate(self))?.needs.contains(.randomness) ?? false
    }
}
