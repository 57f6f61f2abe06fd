/// Whether a value looks drawn by a machine, rather than typed by somebody, counted, or taken from a calendar.
package enum DrawnValue {
    /// Whether it is nothing else by chance, wherever it stands: `order-2024`, `2024-01-15` and `v2beta1` may well be.
    package static func isTelling(_ value: some Collection<UInt8>) -> Bool {
        let look = Look(value)
        if look.isPlain || look.count < 8 { return false }
        if look.count >= 24, look.longestRun >= 20, look.hasDigits || look.hasBothCases { return true }
        return look.hasLetters && (look.count >= 12 && look.turns > 0 || look.turns > 1)
    }

    /// Whether it may be what somebody was given to prove who they are, where its name leaves that open.
    package static func isIssued(_ value: some Collection<UInt8>) -> Bool {
        let look = Look(value)
        if look.isPlain { return false }
        return look.count >= 8 && look.turns > 0 || look.longestRun >= 16 && look.hasLetters
            || look.count >= 16 && look.hasLetters && look.hasDigits
    }

    /// Whether it is what a name before it says, and not a word of a program or a sentence.
    package static func isMeant(_ value: some Collection<UInt8>) -> Bool {
        let look = Look(value)
        return !look.isPlain && look.count >= 8 && look.hasLetters && look.hasDigits
    }

    /// Whether it consists of numbers and of words that go with them: a date, a version, a size on a screen.
    package static func isPlain(_ value: some Collection<UInt8>) -> Bool { Look(value).isPlain }

    /// What can be said of a value after one walk over it.
    private struct Look {
        let count: Int
        var hasDigits = false
        var hasLetters = false
        /// How often a letter follows a digit: people count at the end of a word.
        var turns = 0
        /// Of letters and digits that nothing parts.
        var longestRun = 0
        private(set) var hasBothCases = false
        /// Without letters, or with none but such words; or a place, as `/a/b` and `https://…`.
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
                    if last.isDigit { turns += 1 }
                    words[words.count - 1].append(byte.asciiLowercased)
                } else if words.last?.isEmpty == false {
                    words.append([])
                }
                last = byte
            }
            hasBothCases = cases.count == 2
            let isPlace =
                value.first == UInt8(ascii: "/") && turns == 0
                || value.starts(with: "http".utf8) && value.contains(0x3A)
            isPlain =
                isPlace
                || hasDigits
                    && words.allSatisfy { $0.isEmpty || DrawnValue.words.contains(String(decoding: $0, as: UTF8.self)) }
        }
    }

    /// Letters that stand in dates, versions and sizes.
    private static let words: Set<String> = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec", "mon", "tue", "wed", "thu",
        "fri", "sat", "sun", "gmt", "utc", "t", "z", "am", "pm", "v", "version", "alpha", "beta", "rc", "pre",
        "preview", "dev", "snapshot", "final", "x", "px",
    ]
}
