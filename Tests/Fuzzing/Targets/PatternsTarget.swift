import Rehearsal

extension FuzzTarget {
    /// A pattern of text (RFC 9485) in the first line, and after it what it is asked about.
    static let patterns = FuzzTarget("patterns") { bytes in
        let parts = bytes.split(separator: 0x0A, maxSplits: 1, omittingEmptySubsequences: false)
        let text = String(decoding: parts[0], as: UTF8.self)
        // The time is the product of both lengths, and the fuzzer's bound is for their sum.
        guard text.utf8.count <= 256 else { return }
        let subject = Array((parts.count > 1 ? parts[1] : []).prefix(256))
        let pattern: Scenario.Pattern
        do throws(Scenario.Pattern.Malformed) { pattern = try Scenario.Pattern(text) } catch {
            let count = text.unicodeScalars.count
            try Finding.unless(0...count ~= error.offset, "offset \(error.offset) of \(count)")
            try Finding.unless(error.length > 0 && error.offset + error.length <= count + 1, "a mark after the end")
            return
        }
        let (isWhole, isFound) = (pattern.isWhole(of: subject), pattern.isFound(in: subject))
        try Finding.unless(isFound || !isWhole, "\(text) is the whole of a text, and not found in it")
        // A larger pattern may be refused for its size.
        for same in ["(\(text))", "\(text)|\(text)", "(\(text)|\(text))"] {
            guard let other = try? Scenario.Pattern(same) else { continue }
            try Finding.unless(other.isWhole(of: subject) == isWhole, "\(text) and \(same) are wholes of other texts")
            try Finding.unless(other.isFound(in: subject) == isFound, "\(text) and \(same) are found in other texts")
        }
        if let anchored = try? Scenario.Pattern("^(\(text))$") {
            try Finding.unless(anchored.isFound(in: subject) == isWhole, "\(text) between ^ and $ is another whole")
        }
    }
}
