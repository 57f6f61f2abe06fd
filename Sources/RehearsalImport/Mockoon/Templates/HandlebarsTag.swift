import Rehearsal

/// A pair of braces in a Handlebars template, with what stands between them.
struct HandlebarsTag {
    enum Kind {
        case output(isRaw: Bool)
        case open(isInverse: Bool)
        case close
        /// `{{else}}`, `{{else if …}}` or `{{^}}`.
        case otherwise
        case comment
        case unknown
    }

    var kind: Kind
    /// The text between the braces, without the sign that says the kind.
    var inner: String
    /// The tag with its braces.
    var source: String
    /// The first byte after the tag.
    var end: Int
    var trimsBefore = false
    var trimsAfter = false

    /// Whether a line that holds only this tag leaves no line behind.
    var standsAlone: Bool {
        switch kind {
        case .output, .unknown: false
        default: true
        }
    }

    /// Reads the tag whose braces begin at a byte.
    init(_ bytes: [UInt8], at opening: Int) throws(HandlebarsTemplate.Malformed) {
        var start = opening + 2
        let isTriple = start < bytes.count && bytes[start] == UInt8(ascii: "{")
        if isTriple { start += 1 }
        if start < bytes.count, bytes[start] == UInt8(ascii: "~") {
            trimsBefore = true
            start += 1
        }
        let isComment = start < bytes.count && bytes[start] == UInt8(ascii: "!")
        let isLongComment = isComment && bytes[start...].starts(with: "!--".utf8)
        let closing = isTriple ? "}}}" : isLongComment ? "--}}" : "}}"
        guard let close = Self.close(bytes, from: start, closing, skippingQuotes: !isComment) else {
            let text = String(decoding: bytes[opening...].prefix(60), as: UTF8.self)
            throw HandlebarsTemplate.Malformed(source: text, problem: "the tag is not closed")
        }
        end = close + closing.utf8.count
        source = String(decoding: bytes[opening..<end], as: UTF8.self)
        var content = bytes[start..<close]
        if content.last == UInt8(ascii: "~") {
            trimsAfter = true
            content = content.dropLast()
        }
        (kind, inner) = isComment ? (.comment, "") : Self.kind(Self.trimmed(content), isRaw: isTriple)
    }

    /// The first byte of the braces that close a tag, outside of texts in quotes.
    private static func close(_ bytes: [UInt8], from start: Int, _ closing: String, skippingQuotes: Bool) -> Int? {
        var index = start
        var quote: UInt8?
        while index < bytes.count {
            let byte = bytes[index]
            if let open = quote {
                if byte == open { quote = nil }
            } else if skippingQuotes, byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\"") {
                quote = byte
            } else if byte == UInt8(ascii: "}") || byte == UInt8(ascii: "-"),
                bytes[index...].starts(with: closing.utf8)
            {
                return index
            }
            index += 1
        }
        return nil
    }

    private static func trimmed(_ bytes: ArraySlice<UInt8>) -> String {
        String(decoding: bytes.trimming { $0 == 0x20 || 0x09...0x0D ~= $0 }, as: UTF8.self)
    }

    private static func kind(_ text: String, isRaw: Bool) -> (Kind, String) {
        let rest = trimmed(Array(text.utf8).dropFirst())
        switch text.first {
        case "#":
            return text.hasPrefix("#*") || text.hasPrefix("#>") ? (.unknown, text) : (.open(isInverse: false), rest)
        case "/": return (.close, rest)
        case "^": return rest.isEmpty ? (.otherwise, "") : (.open(isInverse: true), rest)
        case ">", "*", "{": return (.unknown, text)
        case "&": return (.output(isRaw: true), rest)
        default: break
        }
        if text == "else" { return (.otherwise, "") }
        if text.hasPrefix("else ") { return (.otherwise, trimmed(Array(text.utf8).dropFirst(5))) }
        return (.output(isRaw: isRaw), text)
    }
}
