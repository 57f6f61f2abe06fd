/// A parser of templates, which takes linear time.
struct TemplateParser {
    let bytes: [UInt8]
    var position = 0
    /// A byte offset with a known character offset, so that counting continues from one expression to the next.
    private var counted = (byte: 0, character: 0)

    /// Parses a whole template.
    static func parts(of bytes: [UInt8]) throws(Template.Malformed) -> [Template.Part] {
        var parser = TemplateParser(bytes: bytes)
        var parts: [Template.Part] = []
        while let opening = parser.nextOpening() {
            if opening > parser.position { parts.append(.literal(parser.position..<opening)) }
            parser.advance(to: opening)
            parts.append(.expression(try parser.expression()))
        }
        if parser.position < bytes.count { parts.append(.literal(parser.position..<bytes.count)) }
        return parts
    }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    private func nextOpening() -> Int? {
        var index = position
        while index + 1 < bytes.count {
            if bytes[index] == UInt8(ascii: "{"), bytes[index + 1] == bytes[index] { return index }
            index += 1
        }
        return nil
    }

    private mutating func advance(to byte: Int) {
        counted = (byte, counted.character + count(counted.byte..<byte))
        position = byte
    }

    private mutating func expression() throws(Template.Malformed) -> Template.Expression {
        let opening = position
        let phrases = try parsePhrases()
        let whole = opening..<position
        guard let first = phrases.first, let word = first.tokens.first else {
            let fix = #"write an expression, as in {{path.id}}, or {{ "{{" }} for literal braces"#
            throw malformed(whole, "the expression is empty", fix: fix)
        }
        let source = try parseSource(first)
        let (filters, isJSON) = try filters(phrases.dropFirst(), of: source, whole: whole)
        let sourceRange = characters(word.lowerBound..<first.range.upperBound)
        return Template.Expression(
            source: source,
            filters: filters,
            isJSON: isJSON,
            offset: sourceRange.lowerBound,
            length: sourceRange.count,
        )
    }

    /// Returns an error at these bytes.
    func malformed(_ range: Range<Int>, _ problem: String, fix: String) -> Template.Malformed {
        Template.Malformed(.template, characters(range), problem, fix: fix)
    }

    /// Returns the range of characters for a range of bytes.
    private func characters(_ range: Range<Int>) -> Range<Int> {
        let start = counted.character + count(counted.byte..<range.lowerBound)
        return start..<(start + count(range))
    }

    private func count(_ range: Range<Int>) -> Int { bytes[range].count { $0 & 0xC0 != 0x80 } }

    /// Returns the text of these bytes.
    func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    /// Returns the text in quotes for a message, cut after 40 characters.
    func quoted(_ range: Range<Int>) -> String {
        let text = text(range)
        return "\"" + String(text.unicodeScalars.prefix(40)) + (text.unicodeScalars.count > 40 ? "…" : "") + "\""
    }

    /// A part of an expression between bars (`|`): the source, or a filter with its arguments.
    struct Phrase {
        /// The byte ranges of the words and of the quoted texts, including the quotes.
        var tokens: [Range<Int>] = []
        /// The start of the phrase, even if it has no words.
        let start: Int

        /// The range from the first word to the last. Without words, it is the byte before the start.
        var range: Range<Int> {
            guard let first = tokens.first, let last = tokens.last else { return (start - 1)..<start }
            return first.lowerBound..<last.upperBound
        }
    }

    /// Parses the expression at the position and moves past it.
    ///
    /// - Returns: the phrases between the bars; at least one.
    mutating func parsePhrases() throws(Template.Malformed) -> [Phrase] {
        let opening = position
        position += 2
        var phrases = [Phrase(start: position)]
        while position < bytes.count {
            switch bytes[position] {
            case 0x20, 0x09, 0x0A, 0x0D: position += 1
            case UInt8(ascii: "|"):
                position += 1
                phrases.append(Phrase(start: position))
            case UInt8(ascii: "}"):
                try close()
                return phrases
            case UInt8(ascii: "\""), UInt8(ascii: "'"): phrases[phrases.count - 1].tokens.append(try quotation())
            default: phrases[phrases.count - 1].tokens.append(try word(in: opening))
            }
        }
        throw open(opening)
    }

    private mutating func close() throws(Template.Malformed) {
        guard position + 1 < bytes.count, bytes[position + 1] == UInt8(ascii: "}") else {
            let problem = "an expression must end with two braces"
            throw malformed(position..<(position + 1), problem, fix: "write \"}}\"")
        }
        position += 2
    }

    /// Parses a text in single or double quotes; it may contain the other kind.
    private mutating func quotation() throws(Template.Malformed) -> Range<Int> {
        let opening = position
        let quote = bytes[opening]
        guard let end = bytes[(opening + 1)...].firstIndex(of: quote) else {
            let fix = "write \(Character(Unicode.Scalar(quote))) after it"
            throw malformed(opening..<(opening + 1), "the quoted text that begins here is not closed", fix: fix)
        }
        position = end + 1
        return opening..<position
    }

    private mutating func word(in opening: Int) throws(Template.Malformed) -> Range<Int> {
        let start = position
        while position < bytes.count, !Self.endsWord(bytes[position]) {
            if bytes[position] == UInt8(ascii: "{"), position > start, bytes[position - 1] == bytes[position] {
                throw open(opening)
            }
            position += 1
        }
        return start..<position
    }

    private func open(_ opening: Int) -> Template.Malformed {
        let fix = #"write "}}" after it, or {{ "{{" }} for literal braces"#
        return malformed(opening..<(opening + 2), "the expression that opens here is not closed", fix: fix)
    }

    private static func endsWord(_ byte: UInt8) -> Bool {
        byte.isJSONSpace || byte == UInt8(ascii: "|") || byte == UInt8(ascii: "}")
    }

    /// Returns the content of a token that is a quoted text; nil for other tokens.
    func literal(_ token: Range<Int>) -> String? {
        guard [UInt8(ascii: "\""), UInt8(ascii: "'")].contains(bytes[token.lowerBound]) else { return nil }
        return text((token.lowerBound + 1)..<(token.upperBound - 1))
    }
}
