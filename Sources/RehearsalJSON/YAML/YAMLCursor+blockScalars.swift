/// Literal and folded scalars (YAML 1.2.2 §8.1).
extension YAMLCursor {
    /// The first line of a block scalar: `|2-`.
    private struct BlockHeader {
        /// A rule for the line ends after the last line with text.
        enum Chomping {
            case strip, clip, keep
        }

        var isFolded: Bool
        var chomping = Chomping.clip
        /// The explicit indentation, 1 to 9; nil if the first line decides.
        var indentation: Int?
    }

    /// Consumes a block scalar, and appends its text to `decoded`.
    ///
    /// - Parameter parent: The indentation of the collection around it; -1 for the root.
    mutating func blockScalar(inside parent: Int, decoded: inout [UInt8]) throws(JSONSyntaxError) -> YAMLScalar {
        let start = position
        let decodedStart = decoded.count
        let header = try blockHeader()
        var end = position
        skipBreak()
        let indentation: Int
        if let explicit = header.indentation {
            indentation = max(parent, 0) + explicit
        } else {
            indentation = try detectIndentation(inside: parent)
        }
        // The number of line ends since the last line with text, and whether that line begins with white space.
        var (breaks, hasText, wasSpaced) = (0, false, false)
        while try startBlockLine(indentation) {
            if isAtLineEnd {
                breaks += 1
                skipBreak()
                continue
            }
            let isSpaced = byte.isBlank
            let isFold = header.isFolded && hasText && !wasSpaced && !isSpaced
            if isFold {
                Self.appendBreaks(breaks - 1, or: 0x20, to: &decoded)
            } else {
                Self.appendBreaks(breaks, or: nil, to: &decoded)
            }
            let line = position
            while !isAtLineEnd { position += 1 }
            try requirePrintable(line..<position)
            decoded.append(contentsOf: bytes[line..<position])
            end = position
            // The end of the document counts as a line end, also in the last line.
            (breaks, hasText, wasSpaced) = (1, true, isSpaced)
            skipBreak()
        }
        switch header.chomping {
        case .strip: break
        case .clip: Self.appendBreaks(hasText ? min(breaks, 1) : 0, or: nil, to: &decoded)
        case .keep: Self.appendBreaks(breaks, or: nil, to: &decoded)
        }
        let text = YAMLSlice(decodedStart..<decoded.count, isDecoded: true)
        return YAMLScalar(range: start..<end, text: text, style: .block, isMultiline: true)
    }

    private static func appendBreaks(_ count: Int, or other: UInt8?, to decoded: inout [UInt8]) {
        if count > 0 {
            decoded.append(contentsOf: repeatElement(0x0A, count: count))
        } else if let other {
            decoded.append(other)
        }
    }

    private mutating func blockHeader() throws(JSONSyntaxError) -> BlockHeader {
        var header = BlockHeader(isFolded: byte == UInt8(ascii: ">"))
        var hasChomping = false
        position += 1
        while true {
            switch byte {
            case UInt8(ascii: "-") where !hasChomping: (header.chomping, hasChomping) = (.strip, true)
            case UInt8(ascii: "+") where !hasChomping: (header.chomping, hasChomping) = (.keep, true)
            case UInt8(ascii: "1")...UInt8(ascii: "9") where header.indentation == nil:
                header.indentation = Int(byte - UInt8(ascii: "0"))
            default:
                try skipLineRest()
                if isAtLineEnd { return header }
                throw unexpected(
                    where: "the line of a block text ends",
                    fix: "write only an indentation of 1 to 9, \"+\" or \"-\" there, and the text on the next lines"
                )
            }
            position += 1
        }
    }

    /// Returns the indentation of the first line with text; if there is none, that of the longest line.
    private func detectIndentation(inside parent: Int) throws(JSONSyntaxError) -> Int {
        var cursor = self
        var longest = parent + 1
        while true {
            while cursor.byte == 0x20 { cursor.position += 1 }
            if cursor.isAtEnd { return max(longest, cursor.column) }
            guard cursor.isAtLineEnd else { break }
            longest = max(longest, cursor.column)
            cursor.skipBreak()
        }
        if cursor.column <= parent { return longest }
        if longest > max(cursor.column, parent + 1) {
            throw cursor.error(
                at: cursor.position,
                "found the first line of a block text at column \(cursor.column + 1) after a longer line of spaces",
                fix: "remove the spaces from the empty lines before it"
            )
        }
        return cursor.column
    }

    /// Moves behind the indentation of the next line of a block scalar.
    ///
    /// - Returns: whether the line belongs to the scalar; otherwise the position is unchanged.
    private mutating func startBlockLine(_ indentation: Int) throws(JSONSyntaxError) -> Bool {
        if isAtEnd || isAtMarker { return false }
        let start = position
        while column < indentation, byte == 0x20 { position += 1 }
        if column == indentation || isAtLineEnd { return !isAtEnd || position > start }
        if byte == 0x09 {
            throw error(
                at: position,
                "found a tab where a block text is indented by \(indentation) spaces",
                fix: "indent with spaces"
            )
        }
        position = start
        return false
    }
}
