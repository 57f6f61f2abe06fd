/// Plain and quoted scalars (YAML 1.2.2 §7.3).
extension YAMLCursor {
    /// A context of a scalar.
    struct ScalarContext {
        /// The indentation of the collection around it; -1 for the root. Further lines are indented more.
        var indentation: Int
        var isInFlow: Bool
        /// Whether the scalar may continue on further lines.
        var allowsLines = true
    }

    /// Whether a plain scalar can begin at the position.
    func isPlainStart(inFlow: Bool) -> Bool {
        switch byte {
        case UInt8(ascii: "-"), UInt8(ascii: "?"), UInt8(ascii: ":"):
            return !isSpace(after: 1) && !(inFlow && byte(after: 1).isYAMLFlowIndicator)
        case UInt8(ascii: ","), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "{"), UInt8(ascii: "}"),
            UInt8(ascii: "#"), UInt8(ascii: "&"), UInt8(ascii: "*"), UInt8(ascii: "!"), UInt8(ascii: "|"),
            UInt8(ascii: ">"), UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "%"), UInt8(ascii: "@"),
            UInt8(ascii: "`"):
            return false
        default: return !isAtEnd && !byte.isYAMLSpace
        }
    }

    /// Consumes a plain scalar. Decoded text is appended to `decoded`.
    mutating func plainScalar(
        _ context: ScalarContext,
        decoded: inout [UInt8]
    ) throws(JSONSyntaxError) -> YAMLScalar {
        let start = position
        skipPlainLine(inFlow: context.isInFlow)
        var end = position
        let firstLine = start..<end
        let decodedStart = decoded.count
        var isMultiline = false
        while context.allowsLines, let emptyLines = nextPlainLine(context) {
            if !isMultiline { decoded.append(contentsOf: bytes[firstLine]) }
            isMultiline = true
            Self.appendFold(emptyLines, to: &decoded)
            let line = position
            skipPlainLine(inFlow: context.isInFlow)
            end = position
            decoded.append(contentsOf: bytes[line..<end])
        }
        try requirePrintable(start..<end)
        let text =
            isMultiline ? YAMLSlice(decodedStart..<decoded.count, isDecoded: true) : YAMLSlice(firstLine)
        return YAMLScalar(range: start..<end, text: text, style: .plain, isMultiline: isMultiline)
    }

    /// Moves behind the last character of the plain scalar on this line.
    private mutating func skipPlainLine(inFlow: Bool) {
        var end = position
        scan: while position < bytes.count {
            switch bytes[position] {
            case 0x0A, 0x0D: break scan
            case 0x20, 0x09:
                position += 1
                continue
            case UInt8(ascii: ":"):
                if isSpace(after: 1) || inFlow && byte(after: 1).isYAMLFlowIndicator { break scan }
            case UInt8(ascii: "#"):
                if position > end { break scan }
            case UInt8(ascii: ","), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "{"), UInt8(ascii: "}"):
                if inFlow { break scan }
            default: break
            }
            position += 1
            end = position
        }
        position = end
    }

    /// Moves to the next line of a plain scalar.
    ///
    /// - Returns: the number of empty lines before it; nil, without moving, if the scalar ends.
    private mutating func nextPlainLine(_ context: ScalarContext) -> Int? {
        let saved = self
        skipBlanks()
        guard !isAtEnd, byte.isYAMLBreak else {
            self = saved
            return nil
        }
        let (emptyLines, spaces) = skipEmptyLines()
        let isColon =
            byte == UInt8(ascii: ":")
            && (isSpace(after: 1) || context.isInFlow && byte(after: 1).isYAMLFlowIndicator)
        let continues =
            spaces > context.indentation && !isAtEnd && byte != UInt8(ascii: "#") && !isColon && !isMarkerLine
            && !(context.isInFlow && byte.isYAMLFlowIndicator)
        guard continues else {
            self = saved
            return nil
        }
        return emptyLines
    }

    /// Whether the line of the position begins with a document marker.
    private var isMarkerLine: Bool {
        var start = self
        start.returnToLineStart()
        return start.isAtMarker
    }

    /// Skips a line end, empty lines, and the blanks before the next text.
    ///
    /// - Returns: the number of empty lines, and the number of spaces at the start of the last line.
    private mutating func skipEmptyLines() -> (emptyLines: Int, spaces: Int) {
        var count = -1
        var spaces = 0
        while !isAtEnd, byte.isYAMLBreak {
            count += 1
            skipBreak()
            while byte == 0x20 { position += 1 }
            spaces = column
            skipBlanks()
        }
        return (count, spaces)
    }

    /// Appends the space or the line ends that replace a line end and empty lines after it (YAML 1.2.2 §6.5).
    private static func appendFold(_ emptyLines: Int, to decoded: inout [UInt8]) {
        decoded.append(contentsOf: repeatElement(emptyLines == 0 ? 0x20 : 0x0A, count: max(1, emptyLines)))
    }
}

extension YAMLCursor {
    /// Consumes a scalar in single or double quotes. Decoded text is appended to `decoded`.
    mutating func quotedScalar(
        _ context: ScalarContext,
        decoded: inout [UInt8]
    ) throws(JSONSyntaxError) -> YAMLScalar {
        let (start, quote) = (position, byte)
        let decodedStart = decoded.count
        var (copied, isDecoded, isMultiline) = (start + 1, false, false)
        // Blanks before this index are from escapes and are not removed at a line end.
        var fixedEnd = decodedStart
        position += 1
        while true {
            skipQuotedText(quote)
            guard !isAtEnd else { throw unclosed(from: start) }
            if byte == quote, quote == UInt8(ascii: "\"") || byte(after: 1) != quote { break }
            decoded.append(contentsOf: bytes[copied..<position])
            isDecoded = true
            if byte == quote {
                decoded.append(quote)
                position += 2
                fixedEnd = decoded.count
            } else if byte == UInt8(ascii: "\\") {
                if byte(after: 1).isYAMLBreak, position + 1 < bytes.count {
                    isMultiline = true
                    position += 1
                    try nextQuotedLine(context, from: start, isEscaped: true, decoded: &decoded)
                } else {
                    try decodeEscape(into: &decoded)
                }
                fixedEnd = decoded.count
            } else {
                isMultiline = true
                while decoded.count > fixedEnd, decoded[decoded.count - 1].isBlank { decoded.removeLast() }
                try nextQuotedLine(context, from: start, isEscaped: false, decoded: &decoded)
                fixedEnd = decoded.count
            }
            copied = position
        }
        if isDecoded { decoded.append(contentsOf: bytes[copied..<position]) }
        let text =
            isDecoded ? YAMLSlice(decodedStart..<decoded.count, isDecoded: true) : YAMLSlice(copied..<position)
        position += 1
        return YAMLScalar(range: start..<position, text: text, style: .quoted, isMultiline: isMultiline)
    }

    /// Skips characters up to a quote, a line end or, in double quotes, a backslash.
    private mutating func skipQuotedText(_ quote: UInt8) {
        let escape = quote == UInt8(ascii: "\"") ? UInt8(ascii: "\\") : quote
        while position < bytes.count {
            let byte = bytes[position]
            if byte == quote || byte == escape || byte.isYAMLBreak { return }
            position += 1
        }
    }

    /// Moves to the next line of a quoted scalar, and appends the line ends or the space between the lines.
    private mutating func nextQuotedLine(
        _ context: ScalarContext,
        from start: Int,
        isEscaped: Bool,
        decoded: inout [UInt8]
    ) throws(JSONSyntaxError) {
        let (emptyLines, spaces) = skipEmptyLines()
        guard !isAtEnd else { throw unclosed(from: start) }
        if isMarkerLine {
            returnToLineStart()
            throw error(
                at: position,
                "found a document marker inside quotes",
                fix: "close the quotes before it, or indent the line",
                opening: start
            )
        }
        guard spaces > context.indentation else {
            throw error(
                at: position,
                "found a line of a quoted text at column \(spaces + 1)",
                fix: "indent it by at least \(context.indentation + 1) spaces",
                opening: start
            )
        }
        if isEscaped {
            decoded.append(contentsOf: repeatElement(0x0A, count: emptyLines))
        } else {
            Self.appendFold(emptyLines, to: &decoded)
        }
    }

    private func unclosed(from start: Int) -> JSONSyntaxError {
        error(
            at: bytes.count,
            "the document ends inside a quoted text",
            fix: "close it with \(bytes[start] == UInt8(ascii: "'") ? "a single quote" : "a double quote")",
            opening: start
        )
    }
}
