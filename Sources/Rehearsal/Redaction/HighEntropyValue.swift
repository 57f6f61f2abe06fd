/// A heuristic that distinguishes random values from words, counters and dates.
package enum HighEntropyValue {
    /// Returns whether a value is certainly random in every context, unlike `order-2024`, `2024-01-15` and `v2beta1`.
    package static func isCertainlyRandom(_ value: some Collection<UInt8>) -> Bool {
        let look = Profile(value)
        if look.isPlain || look.count < 8 { return false }
        if look.count >= 24, look.longestRun >= 20, look.hasDigits || look.hasBothCases { return true }
        return look.hasLetters && (look.count >= 12 && look.digitToLetterCount > 0 || look.digitToLetterCount > 1)
    }

    /// Returns whether a value may be a credential, for names that do not decide it.
    package static func isLikelyCredential(_ value: some Collection<UInt8>) -> Bool {
        let look = Profile(value)
        if look.isPlain { return false }
        return look.count >= 8 && look.digitToLetterCount > 0 || look.longestRun >= 16 && look.hasLetters
            || look.count >= 16 && look.hasLetters && look.hasDigits
    }

    /// Returns whether a value after a secret name may be the secret, rather than a word of a program or a sentence.
    package static func isLikelyNamedSecret(_ value: some Collection<UInt8>) -> Bool {
        let look = Profile(value)
        return !look.isPlain && look.count >= 8 && look.hasLetters && look.hasDigits
    }

    /// Returns whether a value consists of numbers and related words: a date, a version or a screen size.
    package static func isPlain(_ value: some Collection<UInt8>) -> Bool { Profile(value).isPlain }

    /// The statistics of a value, from one pass over it.
    private struct Profile {
        let count: Int
        var hasDigits = false
        var hasLetters = false
        /// The number of letters that follow a digit; in names, digits are usually at the end.
        var digitToLetterCount = 0
        /// The length of the longest run of letters and digits.
        var longestRun = 0
        private(set) var hasBothCases = false
        /// Whether it has digits and only related words as letters, or is a path or URL.
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
            let isPlace =
                value.first == UInt8(ascii: "/") && digitToLetterCount == 0
                || value.starts(with: "http".utf8) && value.contains(0x3A)
            isPlain =
                isPlace
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
