extension SourceText {
    /// What a person is shown of a line.
    package struct Excerpt: Sendable, Hashable {
        /// The line, or the part of a very long one, with control characters as spaces.
        package var text: String
        /// Where in the text the mark begins, from 1.
        package var column: Int
        package var length: Int
    }

    private static let widest = 110
    private static let before = 40

    package func excerpt(of range: Range<Int>) -> Excerpt {
        let bounds = bounds(ofLine: line(of: range.lowerBound))
        let start = min(range.lowerBound, bounds.upperBound)
        // At most four bytes a character: what is farther away is never shown, however long the line is.
        let left = shown(max(bounds.lowerBound, start - 4 * Self.before)..<start)
        let right = shown(start..<min(bounds.upperBound, start + 4 * Self.widest))
        let end = max(start, min(range.upperBound, bounds.upperBound, start + 4 * Self.widest))
        var head = left[...]
        var isCut = start - 4 * Self.before > bounds.lowerBound
        if left.count + right.count > Self.widest, left.count > Self.before { isCut = true }
        if isCut { head = ["…"] + left.suffix(Self.before) }
        let tail = right.prefix(Self.widest - head.count)
        let isTailCut = tail.count < right.count || start + 4 * Self.widest < bounds.upperBound
        return Excerpt(
            text: String(String.UnicodeScalarView(head + tail + (isTailCut ? ["…"] : []))),
            column: head.count + 1,
            length: max(1, min(shown(start..<end).count, tail.count)),
        )
    }

    private func shown(_ range: Range<Int>) -> [Unicode.Scalar] {
        // A slice may begin inside a character, whose rest would be shown as replacement characters.
        let whole = bytes[range].drop { $0 & 0xC0 == 0x80 }
        return String(decoding: whole, as: UTF8.self).unicodeScalars.map { scalar in
            scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value) ? " " : scalar
        }
    }

    /// Says something about a part of this file.
    package func diagnostic(
        _ severity: Diagnostic.Severity,
        _ code: Diagnostic.Code,
        at range: Range<Int>,
        _ message: String,
        hint: String? = nil,
        see: String? = nil,
    ) -> Diagnostic {
        var diagnostic = Diagnostic(severity, code, path: path, message: message, hint: hint, see: see)
        diagnostic.position = position(of: range)
        diagnostic.excerpt = excerpt(of: range)
        return diagnostic
    }
}
