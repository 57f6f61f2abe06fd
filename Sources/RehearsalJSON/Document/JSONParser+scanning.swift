extension JSONParser {
    /// The byte at the position; 0 at the end of the document, because no token contains it.
    private var byte: UInt8 { position < bytes.count ? bytes[position] : 0 }

    mutating func skipSpace() throws(JSONSyntaxError) {
        while position < bytes.count {
            switch bytes[position] {
            case 0x20, 0x0A, 0x0D, 0x09: position += 1
            case UInt8(ascii: "/") where isRelaxed: try skipComment()
            default: return
            }
        }
    }

    private mutating func skipComment() throws(JSONSyntaxError) {
        let start = position
        position += 1
        switch byte {
        case UInt8(ascii: "/"):
            while position < bytes.count, bytes[position] != 0x0A { try skipCharacter() }
        case UInt8(ascii: "*"):
            position += 1
            while !(byte == UInt8(ascii: "*") && position + 1 < bytes.count && bytes[position + 1] == UInt8(ascii: "/"))
            {
                guard position < bytes.count else {
                    throw JSONSyntaxError(
                        offset: position,
                        "the document ends inside a comment",
                        fix: "close it with \"*/\"",
                        opening: start,
                    )
                }
                try skipCharacter()
            }
            position += 2
        default:
            position = start
            throw unexpected(where: "a comment may begin", fix: #"write "//" or "/* */""#)
        }
    }

    /// Skips a string with its quotes.
    ///
    /// - Returns: whether it contains escapes.
    mutating func scanString() throws(JSONSyntaxError) -> Bool {
        let start = position
        var hasEscapes = false
        position += 1
        while true {
            skipPlain()
            guard position < bytes.count else { throw unclosedString(from: start) }
            switch bytes[position] {
            case UInt8(ascii: "\""):
                position += 1
                return hasEscapes
            case UInt8(ascii: "\\"):
                hasEscapes = true
                try skipEscape(in: start)
            case 0..<0x20:
                throw controlCharacter(in: start)
            default:
                try skipCharacter()
            }
        }
    }

    /// Skips printable ASCII, eight bytes at a time, up to a quote, a backslash or any other byte.
    private mutating func skipPlain() {
        let high: UInt64 = 0x8080_8080_8080_8080
        let ones: UInt64 = 0x0101_0101_0101_0101
        while position + 8 <= bytes.count, let base = UnsafeRawPointer(bytes.baseAddress) {
            let word = base.loadUnaligned(fromByteOffset: position, as: UInt64.self)
            let quote = word ^ (ones &* 0x22)
            let escape = word ^ (ones &* 0x5C)
            let control = (word &- (ones &* 0x20)) & ~word
            let special = ((quote &- ones) & ~quote) | ((escape &- ones) & ~escape) | control | word
            guard special & high == 0 else { break }
            position += 8
        }
        while position < bytes.count, 0x20..<0x80 ~= bytes[position],
            bytes[position] != UInt8(ascii: "\""), bytes[position] != UInt8(ascii: "\\")
        { position += 1 }
    }

    private mutating func skipEscape(in start: Int) throws(JSONSyntaxError) {
        position += 1
        guard position < bytes.count else { throw unclosedString(from: start) }
        if JSONEscapes.single(bytes[position]) != nil {
            position += 1
        } else if bytes[position] == UInt8(ascii: "u") {
            position += 1
            for _ in 0..<4 {
                guard byte.hexValue != nil else {
                    throw unexpected(where: #""\u" needs four hexadecimal digits"#, fix: #"write it as in "\u00e9""#)
                }
                position += 1
            }
        } else {
            throw unexpected(
                where: #""\" begins an escape"#,
                fix: #"write one of \" \\ \/ \b \f \n \r \t \u, or "\\" for the backslash itself"#
            )
        }
    }

    /// Skips one character of well-formed UTF-8.
    private mutating func skipCharacter() throws(JSONSyntaxError) {
        guard let length = bytes.lengthOfCharacter(at: position) else { throw bytes.invalidCharacter(at: position) }
        position += length
    }

    mutating func scanNumber() throws(JSONSyntaxError) {
        if byte == UInt8(ascii: "-") { position += 1 }
        if byte == UInt8(ascii: "0") {
            position += 1
            if byte.isDigit {
                throw unexpected(where: "a number begins with 0", fix: "leave the leading zero out")
            }
        } else {
            try scanDigits()
        }
        if byte == UInt8(ascii: ".") {
            position += 1
            try scanDigits()
        }
        if byte | 0x20 == UInt8(ascii: "e") {
            position += 1
            if byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") { position += 1 }
            try scanDigits()
        }
    }

    private mutating func scanDigits() throws(JSONSyntaxError) {
        guard byte.isDigit else {
            throw unexpected(where: "a number needs a digit", fix: "write it as in 1, -1.5 or 1e3")
        }
        while byte.isDigit { position += 1 }
    }

    mutating func scanLiteral() throws(JSONSyntaxError) -> JSONDocument.Kind {
        let (word, kind): (StaticString, JSONDocument.Kind) =
            switch bytes[position] {
            case UInt8(ascii: "t"): ("true", .bool)
            case UInt8(ascii: "f"): ("false", .bool)
            case UInt8(ascii: "n"): ("null", .null)
            default: ("", .null)
            }
        let letters = UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
        guard !letters.isEmpty, bytes[position...].starts(with: letters) else { throw invalidValue() }
        position += letters.count
        return kind
    }
}
