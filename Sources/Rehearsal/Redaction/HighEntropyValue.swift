/// A heuristic that distinguishes random values from words, counters and dates.
package enum HighEntropyValue {
    /// Returns whether a value is certainly random in every context, unlike `order-2024`, `2024-01-15` and `v2beta1`.
    package static func isCertainlyRandom(_ value: some Collection<UInt8>) -> Bool {
        let profile = Profile(value)
        if profile.isPlain || profile.count < 8 { return false }
        if profile.count >= 24, profile.longestRun >= 20, profile.hasDigits || profile.hasBothCases { return true }
        return profile.hasLetters
            && (profile.count >= 12 && profile.digitToLetterCount > 0 || profile.digitToLetterCount > 1)
    }

    /// Returns whether a value may be a credential. Callers use it for names whose values are not always secret.
    package static func isLikelyCredential(_ value: some Collection<UInt8>) -> Bool {
        let profile = Profile(value)
        if profile.isPlain { return false }
        return profile.count >= 8 && profile.digitToLetterCount > 0 || profile.longestRun >= 16 && profile.hasLetters
            || profile.count >= 16 && profile.hasLetters && profile.hasDigits
    }

    /// Returns whether a value after a secret name may be the secret, rather than a word of a program or a sentence.
    package static func isLikelyNamedSecret(_ value: some Collection<UInt8>) -> Bool {
        let profile = Profile(value)
        return !profile.isPlain && profile.count >= 8 && profile.hasLetters && profile.hasDigits
    }

    /// Returns whether a value is a path or URL, or consists of numbers and words such as in a date or a version.
    package static func isPathDateOrVersion(_ value: some Collection<UInt8>) -> Bool { Profile(value).isPlain }

    /// The statistics of a value, from one pass over it.
    private struct Profile {
        let count: Int
        var hasDigits = false
        var hasLetters = false
        /// The number of letters that follow a digit. It is small in names, whose digits are usually at the end.
        var digitToLetterCount = 0
        /// The length of the longest run of letters and digits.
        var longestRun = 0
        private(set) var hasBothCases = false
        /// Whether the value is a path or URL, or has digits and no words but those of dates, versions and sizes.
        private(set) var isPlain = false

        init(_ value: some Collection<UInt8>) {
            count = value.count
            var words: [[UInt8]] = [[]]
            var run = 0
            var last: UInt8 = 0
            var cases: Set<Bool> = []
            for byte in value {
                if byte.isAlphanumeric {
                    run += 1
                    longestRun = max(longestRun, run)
                } else {
                    run = 0
                }
                if byte.isDigit { hasDigits = true }
                if byte.isAlphanumeric, !byte.isDigit {
                    hasLetters = true
                    cases.insert(byte == byte.asciiLowercased)
                    if last.isDigit { digitToLetterCount += 1 }
                    words[words.count - 1].append(byte.asciiLowercased)
                } else if words.last?.isEmpty == false {
                    words.append([])
                }
                last = byte
            }
            hasBothCases = cases.count == 2
            let isPathOrURL =
                value.first == UInt8(ascii: "/") && digitToLetterCount == 0
                || value.starts(with: "http".utf8) && value.contains(0x3A)
            isPlain =
                isPathOrURL
                || hasDigits
                    && words.allSatisfy {
                        $0.isEmpty || HighEntropyValue.words.contains(String(decoding: $0, as: UTF8.self))
                    }
        }
    }

    /// Words in dates, versions and sizes.
    private static let words: Set<String> = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec", "mon", "tue", "wed", "thu",
        "fri", "sat", "sun", "gmt", "utc", "t", "z", "am", "pm", "v", "version", "alpha", "beta", "rc", "pre",
        "preview", "dev", "snapshot", "final", "x", "px",
    ]
}
