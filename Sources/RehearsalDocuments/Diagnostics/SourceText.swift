package import Rehearsal

/// The text of a file, with an index of its lines for positions in diagnostics.
package struct SourceText: Sendable {
    /// The path of the file, as the caller named it.
    package let path: String
    package let bytes: [UInt8]
    private let lineStarts: [Int]
    /// The number of characters before each block of bytes, from which columns in long lines are computed.
    private let charactersBefore: [Int]

    private static let block = 1_024

    package init(path: String, bytes: [UInt8]) {
        self.path = path
        self.bytes = bytes
        lineStarts = bytes.withUnsafeBufferPointer { buffer in
            var starts = [0]
            for index in buffer.indices where buffer[index] == 0x0A { starts.append(index + 1) }
            return starts
        }
        charactersBefore = bytes.withUnsafeBufferPointer { buffer in
            var (counts, count) = ([0], 0)
            for index in buffer.indices {
                if buffer[index] & 0xC0 != 0x80 { count += 1 }
                if (index + 1) % Self.block == 0 { counts.append(count) }
            }
            return counts
        }
    }

    /// A position in a file; lines and columns count from 1.
    package struct Position: Sendable, Hashable {
        package var line: Int
        /// The column in characters (Unicode scalars), not bytes.
        package var column: Int
        /// The length in characters, at most to the end of the line.
        package var length: Int

        package init(line: Int, column: Int, length: Int) {
            (self.line, self.column, self.length) = (line, column, length)
        }
    }

    /// Returns the line that contains a byte, from 1.
    package func line(of offset: Int) -> Int {
        var low = 0
        var high = lineStarts.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if lineStarts[middle] <= offset { low = middle } else { high = middle }
        }
        return low + 1
    }

    package func position(of range: Range<Int>) -> Position {
        let line = line(of: range.lowerBound)
        let bounds = bounds(ofLine: line)
        let start = min(range.lowerBound, bounds.upperBound)
        return Position(
            line: line,
            column: characters(in: bounds.lowerBound..<start) + 1,
            length: max(1, characters(in: start..<max(start, min(range.upperBound, bounds.upperBound)))),
        )
    }

    /// Returns the range of a line's bytes without its line end.
    package func bounds(ofLine line: Int) -> Range<Int> {
        let start = lineStarts[line - 1]
        var end = line < lineStarts.count ? lineStarts[line] - 1 : bytes.count
        if end > start, bytes[end - 1] == 0x0D { end -= 1 }
        return start..<max(start, end)
    }

    private func characters(in range: Range<Int>) -> Int {
        characters(before: range.upperBound) - characters(before: range.lowerBound)
    }

    private func characters(before offset: Int) -> Int {
        let block = offset / Self.block
        return bytes.withUnsafeBufferPointer { buffer in
            buffer[(block * Self.block)..<offset].reduce(charactersBefore[block]) { $1 & 0xC0 == 0x80 ? $0 : $0 + 1 }
        }
    }
}

extension SourceText {
    /// The part of a line that a diagnostic displays.
    package struct Excerpt: Sendable, Hashable {
        /// The line, or a part of a long line, with control characters replaced by spaces.
        package var text: String
        /// The column, from 1, at which the underline of the text begins.
        package var column: Int
        package var length: Int
    }

    private static let maxExcerptWidth = 110
    private static let maxLeadingWidth = 40

    package func excerpt(of range: Range<Int>) -> Excerpt {
        let bounds = bounds(ofLine: line(of: range.lowerBound))
        let start = min(range.lowerBound, bounds.upperBound)
        // A character has at most four bytes, so bytes farther away are never displayed.
        let left = displayed(max(bounds.lowerBound, start - 4 * Self.maxLeadingWidth)..<start)
        let right = displayed(start..<min(bounds.upperBound, start + 4 * Self.maxExcerptWidth))
        let end = max(start, min(range.upperBound, bounds.upperBound, start + 4 * Self.maxExcerptWidth))
        var head = left[...]
        var isCut = start - 4 * Self.maxLeadingWidth > bounds.lowerBound
        if left.count + right.count > Self.maxExcerptWidth, left.count > Self.maxLeadingWidth { isCut = true }
        if isCut { head = ["…"] + left.suffix(Self.maxLeadingWidth) }
        let tail = right.prefix(Self.maxExcerptWidth - head.count)
        let isTailCut = tail.count < right.count || start + 4 * Self.maxExcerptWidth < bounds.upperBound
        return Excerpt(
            text: String(String.UnicodeScalarView(head + tail + (isTailCut ? ["…"] : []))),
            column: head.count + 1,
            length: max(1, min(displayed(start..<end).count, tail.count)),
        )
    }

    private func displayed(_ range: Range<Int>) -> [Unicode.Scalar] {
        // A slice may begin inside a character, whose remaining bytes would become replacement characters.
        let whole = bytes[range].drop { $0 & 0xC0 == 0x80 }
        return String(decoding: whole, as: UTF8.self).unicodeScalars.map { scalar in
            scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value) ? " " : scalar
        }
    }

    /// Creates a diagnostic for a range of this file.
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

extension SourceText {
    /// Parses the file as a JSON document; returns nil after adding the syntax errors to `diagnostics`.
    package func document(options: JSONDocument.Options, diagnostics: inout [Diagnostic]) -> JSONDocument? {
        do throws(JSONSyntaxError) {
            return try JSONDocument(parsing: bytes, options: options)
        } catch {
            diagnostics.append(contentsOf: syntaxDiagnostics(error))
            return nil
        }
    }

    /// Parses the file as a YAML document; returns nil after adding the syntax errors to `diagnostics`.
    package func yamlDocument(diagnostics: inout [Diagnostic]) -> JSONDocument? {
        do throws(JSONSyntaxError) {
            return try JSONDocument(yaml: bytes)
        } catch {
            diagnostics.append(contentsOf: syntaxDiagnostics(error))
            return nil
        }
    }

    private func syntaxDiagnostics(_ error: JSONSyntaxError) -> [Diagnostic] {
        var offset = error.offset
        // An error at the end of the document is shown on its last line that is not blank.
        if offset == bytes.count {
            while offset > 0, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[offset - 1]) { offset -= 1 }
        }
        var found = [diagnostic(.error, .syntax, at: offset..<(offset + 1), error.problem, hint: error.fix)]
        if let opening = error.opening, line(of: opening) != line(of: offset) {
            found.append(diagnostic(.note, .syntax, at: opening..<(opening + 1), "opened here"))
        }
        return found
    }
}
