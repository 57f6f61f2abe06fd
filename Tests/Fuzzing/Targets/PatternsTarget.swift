import Rehearsal

extension FuzzTarget {
    /// Regular expressions. The first line of an input is a pattern (RFC 9485); the rest is the text.
    static let patterns = FuzzTarget("patterns") { bytes in
        let parts = bytes.split(separator: 0x0A, maxSplits: 1, omittingEmptySubsequences: false)
        let text = String(decoding: parts[0], as: UTF8.self)
        // The time of a match grows with pattern length times text length. The fuzzer's time limit grows only with the
        // sum of the lengths.
        guard text.utf8.count <= 256 else { return }
        let subject = Array((parts.count > 1 ? parts[1] : []).prefix(256))
        try checkECMAScript(text, subject)
        let pattern: Scenario.Pattern
        do throws(Scenario.Pattern.Malformed) { pattern = try Scenario.Pattern(text) } catch {
            let count = text.unicodeScalars.count
            try Finding.require(
                0...count ~= error.offset,
                "an error is at offset \(error.offset) of a pattern of \(count) characters"
            )
            try Finding.require(
                error.length > 0 && error.offset + error.length <= count + 1,
                "the range of an error is empty or ends after the pattern"
            )
            return
        }
        let (isWhole, isFound) = (pattern.matchesAll(of: subject), pattern.hasMatch(in: subject))
        try Finding.require(isFound || !isWhole, "\(text) matches a whole text but is not found in it")
        // A larger pattern may exceed the size limit.
        for same in ["(\(text))", "\(text)|\(text)", "(\(text)|\(text))"] {
            guard let other = try? Scenario.Pattern(same) else { continue }
            try Finding.require(other.matchesAll(of: subject) == isWhole, "\(text) and \(same) differ in whole matches")
            try Finding.require(other.hasMatch(in: subject) == isFound, "\(text) and \(same) differ in partial matches")
        }
        if let anchored = try? Scenario.Pattern("^(\(text))$") {
            try Finding.require(anchored.hasMatch(in: subject) == isWhole, "^\(text)$ differs from a whole match")
        }
    }
}

/// Checks the same text as a pattern of ECMA-262.
private func checkECMAScript(_ text: String, _ subject: [UInt8]) throws {
    let pattern: JSON.Pattern
    do throws(JSON.Pattern.Malformed) { pattern = try JSON.Pattern(ecmaScript: text) } catch {
        let count = text.unicodeScalars.count
        try Finding.require(0...count ~= error.offset, "offset \(error.offset) of \(count) characters")
        return
    }
    try Finding.require(JSON.Pattern.isECMAScript(text), "\(text) is compiled, but is not a valid pattern")
    let isFound = pattern.hasMatch(in: subject)
    for same in ["(?:\(text))", "(?<a>\(text))", "\(text)|\(text)"] {
        // A larger pattern may exceed the size limit.
        guard let other = try? JSON.Pattern(ecmaScript: same) else { continue }
        try Finding.require(other.hasMatch(in: subject) == isFound, "\(text) and \(same) differ")
    }
}
