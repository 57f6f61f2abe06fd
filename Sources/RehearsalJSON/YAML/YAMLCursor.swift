/// A position in the bytes of a YAML document.
struct YAMLCursor {
    let bytes: UnsafeBufferPointer<UInt8>
    var position = 0
    /// The offset of the first byte of the line.
    private(set) var lineStart = 0
    /// Whether some characters are allowed in quotes only.
    private let hasUnprintable: Bool

    /// The space before a token.
    struct Gap {
        /// Whether the token is the first on its line.
        var startsLine: Bool
        /// The number of spaces before the first other character of the line.
        var column: Int
        /// Whether a tab is before the token on its line.
        var hasTab: Bool
    }

    /// Creates a cursor before the first byte.
    ///
    /// - Throws: an error if the bytes are not UTF-8 or contain control characters.
    init(_ bytes: UnsafeBufferPointer<UInt8>) throws(JSONSyntaxError) {
        self.bytes = bytes
        hasUnprintable = try Self.checkCharacters(bytes)
    }

    /// The byte at the position; 0, which is not valid in a document, at the end.
    var byte: UInt8 { position < bytes.count ? bytes[position] : 0 }

    /// Returns the byte at a distance from the position; 0 beyond the end.
    func byte(after distance: Int) -> UInt8 {
        position + distance < bytes.count ? bytes[position + distance] : 0
    }

    var isAtEnd: Bool { position >= bytes.count }

    /// Whether the position is before the first byte of a line.
    var isAtLineStart: Bool { position == lineStart }

    /// The number of bytes between the start of the line and the position.
    var column: Int { position - lineStart }

    /// Whether the position is at a line end or at the end of the document.
    var isAtLineEnd: Bool { isAtEnd || bytes[position].isYAMLBreak }

    /// Whether a space, a tab, a line end or the end of the document follows at a distance.
    func isSpace(after distance: Int) -> Bool {
        position + distance >= bytes.count || bytes[position + distance].isYAMLSpace
    }

    /// Whether `---` or `...` is at the position, followed by white space, at the start of a line.
    var isAtMarker: Bool {
        guard isAtLineStart, position + 3 <= bytes.count else { return false }
        let first = bytes[position]
        guard first == UInt8(ascii: "-") || first == UInt8(ascii: ".") else { return false }
        return bytes[position + 1] == first && bytes[position + 2] == first && isSpace(after: 3)
    }

    /// Moves back to the start of the line.
    mutating func returnToLineStart() { position = lineStart }

    /// Consumes a line end, if one is at the position.
    mutating func skipBreak() {
        if byte == 0x0D, byte(after: 1) == 0x0A { position += 1 }
        if position < bytes.count { position += 1 }
        lineStart = position
    }

    mutating func skipBlanks() {
        while position < bytes.count, bytes[position].isBlank { position += 1 }
    }

    /// Skips a byte order mark (U+FEFF).
    mutating func skipByteOrderMark() {
        guard isAtLineStart, bytes[position...].starts(with: [0xEF, 0xBB, 0xBF]) else { return }
        position += 3
        lineStart = position
    }

    /// Skips white space, line ends and comments.
    mutating func skipSpace() throws(JSONSyntaxError) -> Gap {
        var gap = Gap(startsLine: isAtLineStart, column: 0, hasTab: false)
        while true {
            let start = position
            if isAtLineStart {
                while byte == 0x20 { position += 1 }
                gap = Gap(startsLine: true, column: column, hasTab: false)
            }
            while byte.isBlank {
                if byte == 0x09 { gap.hasTab = true }
                position += 1
            }
            if byte == UInt8(ascii: "#"), position > start || isAtLineStart {
                try skipComment()
            }
            guard position < bytes.count, bytes[position].isYAMLBreak else { return gap }
            skipBreak()
        }
    }

    /// Skips the blanks and the comment after a token.
    mutating func skipLineRest() throws(JSONSyntaxError) {
        let start = position
        skipBlanks()
        if byte == UInt8(ascii: "#"), position > start { try skipComment() }
    }

    private mutating func skipComment() throws(JSONSyntaxError) {
        let start = position
        while !isAtLineEnd { position += 1 }
        try requirePrintable(start..<position)
    }
}

extension YAMLCursor {
    /// Checks that all characters are valid in a document.
    ///
    /// - Returns: whether some are allowed in quotes only.
    private static func checkCharacters(_ bytes: UnsafeBufferPointer<UInt8>) throws(JSONSyntaxError) -> Bool {
        var (position, hasUnprintable) = (0, false)
        while position < bytes.count {
            position = bytes.endOfPlainASCII(from: position)
            guard position < bytes.count else { break }
            switch bytes[position] {
            case 0x09, 0x0A, 0x0D: position += 1
            case 0..<0x20:
                throw JSONSyntaxError(
                    offset: position,
                    "found \(bytes.describedToken(at: position)), a control character",
                    fix: #"save the document as UTF-8 text, or write it in double quotes as in "\x07""#,
                    language: .yaml
                )
            default:
                guard let length = bytes.lengthOfCharacter(at: position) else {
                    var error = bytes.invalidCharacter(at: position)
                    error.language = .yaml
                    throw error
                }
                if isUnprintable(bytes[position..<(position + length)]) { hasUnprintable = true }
                position += length
            }
        }
        return hasUnprintable
    }

    /// Returns whether a character is DEL, C1 except NEL, U+FFFE or U+FFFF (YAML 1.2.2 §5.1).
    private static func isUnprintable(_ character: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        let first = character.startIndex
        switch character[first] {
        case 0x7F: return true
        case 0xC2: return character[first + 1] < 0xA0 && character[first + 1] != 0x85
        case 0xEF: return character[first + 1] == 0xBF && character[first + 2] >= 0xBE
        default: return false
        }
    }

    /// Checks that a range without quotes has no characters that are allowed in quotes only.
    func requirePrintable(_ range: Range<Int>) throws(JSONSyntaxError) {
        guard hasUnprintable else { return }
        var position = range.lowerBound
        while position < range.upperBound {
            let length = bytes.lengthOfCharacter(at: position) ?? 1
            if Self.isUnprintable(bytes[position..<(position + length)]) {
                throw error(
                    at: position,
                    "found a control character outside quotes",
                    fix: "remove it, or write the text in double quotes"
                )
            }
            position += length
        }
    }

    /// Returns an error at a position.
    func error(at offset: Int, _ problem: String, fix: String, opening: Int? = nil) -> JSONSyntaxError {
        JSONSyntaxError(offset: min(offset, bytes.count), problem, fix: fix, opening: opening, language: .yaml)
    }

    /// Returns an error about the token at the position: `found "x" where …: …`.
    func unexpected(where expectation: String, fix: String, opening: Int? = nil) -> JSONSyntaxError {
        let found = bytes.describedToken(at: position)
        return error(at: position, "found \(found) where \(expectation)", fix: fix, opening: opening)
    }
}

extension UInt8 {
    /// Whether the byte ends a line (YAML 1.2.2 §5.4).
    @inline(__always) var isYAMLBreak: Bool { self == 0x0A || self == 0x0D }

    /// Whether the byte is a space or a tab, or ends a line.
    @inline(__always) var isYAMLSpace: Bool { isBlank || isYAMLBreak }

    /// Whether the byte is a separator or a bracket of flow collections (YAML 1.2.2 §5.3).
    @inline(__always) var isYAMLFlowIndicator: Bool {
        switch self {
        case UInt8(ascii: ","), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "{"), UInt8(ascii: "}"): true
        default: false
        }
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Returns the first position from `start` of a byte that is not in 0x20 to 0x7E, eight bytes at a time.
    fileprivate func endOfPlainASCII(from start: Int) -> Int {
        let (high, ones): (UInt64, UInt64) = (0x8080_8080_8080_8080, 0x0101_0101_0101_0101)
        var position = start
        while position + 8 <= count, let base = UnsafeRawPointer(baseAddress) {
            let word = base.loadUnaligned(fromByteOffset: position, as: UInt64.self)
            let control = (word &- (ones &* 0x20)) & ~word
            let delete = (word ^ (ones &* 0x7F)) &- ones
            guard (control | word | delete) & high == 0 else { break }
            position += 8
        }
        while position < count, 0x20..<0x7F ~= self[position] { position += 1 }
        return position
    }
}
