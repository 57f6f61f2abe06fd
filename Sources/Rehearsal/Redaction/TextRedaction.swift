/// A redaction of free text in one pass over its words.
struct TextRedaction {
    let redaction: Redaction
    let bytes: [UInt8]
    private var output: [UInt8] = []
    private var index = 0
    /// Whether the text contains the path of a secret member, such as `$.user.pin`.
    private let isAboutSecret: Bool

    init(redaction: Redaction, bytes: [UInt8]) {
        (self.redaction, self.bytes) = (redaction, bytes)
        let pieces = bytes.split(separator: UInt8(ascii: "$"), omittingEmptySubsequences: false)
        isAboutSecret = pieces.dropFirst().contains { piece in
            let names = piece.prefix { !$0.endsPath }.split { !$0.isInSecretName }
            return names.contains { redaction.members.contains($0) }
        }
    }

    mutating func run() -> [UInt8] {
        while index < bytes.count {
            let word = bytes[index...].prefix(while: \.isInSecretName)
            if word.isEmpty {
                copyNonWord()
            } else if word.isWebToken || isAboutSecret && isNumber(word) {
                redact(upTo: bytes[index...].prefix(while: \.isInToken).endIndex)
            } else {
                copy(upTo: word.endIndex)
                if let value = valueStart(of: word) {
                    redactValue(from: value, of: word)
                } else {
                    redactCredentials(after: word)
                }
            }
        }
        return output
    }

    /// Copies a byte that is not part of a word. Redacts the user information or the quoted text after it.
    private mutating func copyNonWord() {
        let isURL = bytes[index...].starts(with: "://".utf8)
        let isQuoted = isAboutSecret && bytes[index].isQuote
        copy(upTo: index + (isURL ? 3 : 1))
        if isURL {
            let authority = bytes[index...].prefix { !$0.endsWord && !"/?#".utf8.contains($0) }
            if let at = authority.lastIndex(of: UInt8(ascii: "@")) { redact(upTo: at) }
        } else if isQuoted {
            redact(upTo: quoteEnd(bytes[index - 1], isEscaped: false))
            copy(upTo: index + 1)
        }
    }

    /// Returns whether a word is a number, but neither an array index nor the status of a reply (`status 200`).
    private func isNumber(_ word: ArraySlice<UInt8>) -> Bool {
        guard word.startIndex > 0, bytes[word.startIndex - 1] == 0x20 else { return false }
        let isStatus = word.count == 3 && bytes[..<word.startIndex].suffix(8).elementsEqual(" status ".utf8)
        return !isStatus && word.allSatisfy { $0.isDigit || $0 == UInt8(ascii: "-") }
    }

    /// Returns the start of the value after a secret name; nil if the word is not a secret name.
    private func valueStart(of word: ArraySlice<UInt8>) -> Int? {
        var position = word.endIndex
        while position < bytes.count, bytes[position] == UInt8(ascii: "\\") { position += 1 }
        if position < bytes.count, bytes[position].isQuote { position += 1 }
        while position < bytes.count, bytes[position] == 0x20 { position += 1 }
        guard position < bytes.count else { return nil }
        guard bytes[position] == UInt8(ascii: "=") || bytes[position] == UInt8(ascii: ":") else { return nil }
        // Short names such as `code` and `key` are secret only in a query; elsewhere they are ordinary words.
        let isParameter = word.startIndex > 0 && "?&".utf8.contains(bytes[word.startIndex - 1])
        let names = isParameter ? redaction.query.union(redaction.members) : redaction.members
        guard names.contains(word) || redaction.headers.contains(word) else { return nil }
        position += 1
        while position < bytes.count, bytes[position] == 0x20 { position += 1 }
        return position
    }

    private mutating func redactValue(from start: Int, of name: ArraySlice<UInt8>) {
        copy(upTo: start)
        let slashes = bytes[start...].prefix { $0 == UInt8(ascii: "\\") }
        guard let first = bytes[slashes.endIndex...].first else { return }
        if first.isQuote {
            copy(upTo: slashes.endIndex + 1)
            redact(upTo: quoteEnd(first, isEscaped: !slashes.isEmpty))
        } else if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") {
            redact(upTo: bracketEnd())
        } else {
            redactWord(isList: SecretNames.folded(String(decoding: name, as: UTF8.self)).hasSuffix("cookie"))
        }
    }

    /// - Parameter isList: whether the value continues after a semicolon, as in `Cookie: a=1; b=2`.
    private mutating func redactWord(isList: Bool) {
        let word = bytes[index...].prefix { !$0.endsWord }
        if ["null", "true", "false", "nil"].contains(where: { word.elementsEqual($0.utf8) }) { return }
        if Redaction.isAuthenticationScheme(word), word.endIndex < bytes.count { copy(upTo: word.endIndex + 1) }
        redact(upTo: bytes[index...].prefix { !$0.endsWord || isList && ($0 == 0x20 || $0 == 0x3B) }.endIndex)
    }

    /// Redacts the word in `Bearer abc…`, unless it looks like an ordinary word.
    private mutating func redactCredentials(after word: ArraySlice<UInt8>) {
        let name = String(decoding: word, as: UTF8.self).lowercased()
        guard name == "bearer" || name == "basic", bytes[index...].first == 0x20 else { return }
        let value = bytes[(index + 1)...].prefix(while: \.isInToken)
        guard value.count > 3, value.count > 15 || value.contains(where: \.isDigit) else { return }
        copy(upTo: index + 1)
        redact(upTo: value.endIndex)
    }

    /// Returns the end of a quoted text, or the position at which the text is truncated.
    private func quoteEnd(_ quote: UInt8, isEscaped: Bool) -> Int {
        var position = index
        while position < bytes.count, bytes[position] != 0x0A {
            if bytes[position] == UInt8(ascii: "\\"), isEscaped { break }
            if bytes[position] == quote || bytes[position...].starts(with: "…".utf8) { break }
            position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
        }
        return min(position, bytes.count)
    }

    /// Returns the end of a bracketed text, in which brackets can be nested.
    private func bracketEnd() -> Int {
        var depth = 0
        for position in index..<bytes.count {
            switch bytes[position] {
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            default: break
            }
            if depth == 0 { return position + 1 }
        }
        return bytes.count
    }

    private mutating func copy(upTo end: Int) {
        output += bytes[index..<min(end, bytes.count)]
        index = min(end, bytes.count)
    }

    private mutating func redact(upTo end: Int) {
        output += redaction.placeholder(for: bytes[index..<end]).utf8
        index = end
    }
}

extension UInt8 {
    fileprivate var isInSecretName: Bool { isAlphanumeric(or: "-_") }

    fileprivate var isInToken: Bool { isInSecretName || ".~+/=".utf8.contains(self) }
    fileprivate var isQuote: Bool { self == UInt8(ascii: "\"") || self == UInt8(ascii: "'") }
    /// Whether the byte ends the path of a field.
    fileprivate var endsPath: Bool { self <= 0x20 || "\"',:;)".utf8.contains(self) }
    /// Whether the byte ends a value without quotation marks.
    fileprivate var endsWord: Bool { self <= 0x20 || "\"'&,;)}]".utf8.contains(self) }
}

extension ArraySlice<UInt8> {
    /// Whether the bytes start as a JSON Web Token does (RFC 7519): with `{"` in Base64.
    fileprivate var isWebToken: Bool { count > 15 && starts(with: "eyJ".utf8) }
}
