/// Reads the expressions of a template, from its first byte to its last, each byte a bounded number of times.
struct TemplateParser {
    let bytes: [UInt8]
    var position = 0
    /// A place whose character is known, so that places are counted on from one expression to the next.
    private var counted = (byte: 0, character: 0)

    /// Reads all of a template.
    static func parts(of bytes: [UInt8]) throws(Template.Malformed) -> [Template.Part] {
        var parser = TemplateParser(bytes: bytes)
        var parts: [Template.Part] = []
        while let opening = parser.nextOpening() {
            if opening > parser.position { parts.append(.literal(parser.position..<opening)) }
            parser.goTo(opening)
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

    private mutating func goTo(_ byte: Int) {
        counted = (byte, counted.character + count(counted.byte..<byte))
        position = byte
    }

    private mutating func expression() throws(Template.Malformed) -> Template.Expression {
        let opening = position
        let phrases = try phrases()
        let whole = opening..<position
        guard let first = phrases.first, let word = first.tokens.first else {
            let fix = #"write what is meant, as in {{path.id}}, or {{ "{{" }} for the braces themselves"#
            throw malformed(whole, "nothing stands in the braces", fix: fix)
        }
        let source = try source(first)
        let (filters, isJSON) = try filters(phrases.dropFirst(), of: source, whole: whole)
        let place = characters(word.lowerBound..<first.range.upperBound)
        return Template.Expression(
            source: source,
            filters: filters,
            isJSON: isJSON,
            offset: place.lowerBound,
            length: place.count,
        )
    }
}

extension TemplateParser {
    /// An error about these bytes.
    func malformed(_ range: Range<Int>, _ problem: String, fix: String) -> Template.Malformed {
        .init(characters(range), problem, fix: fix)
    }

    /// The characters that these bytes are.
    private func characters(_ range: Range<Int>) -> Range<Int> {
        let start = counted.character + count(counted.byte..<range.lowerBound)
        return start..<(start + count(range))
    }

    private func count(_ range: Range<Int>) -> Int { bytes[range].count { $0 & 0xC0 != 0x80 } }

    /// What is written in these bytes.
    func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    /// The same for a message: not too long, and in quotes.
    func quoted(_ range: Range<Int>) -> String {
        let text = text(range)
        return "\"" + String(text.unicodeScalars.prefix(40)) + (text.unicodeScalars.count > 40 ? "…" : "") + "\""
    }
}
