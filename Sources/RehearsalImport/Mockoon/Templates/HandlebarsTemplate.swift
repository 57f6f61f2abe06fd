import Rehearsal

/// A Handlebars template as a syntax tree.
package struct HandlebarsTemplate {
    let nodes: [Node]

    init(_ text: String) throws(Malformed) {
        var parser = try HandlebarsParser(text)
        nodes = try parser.parse()
    }

    /// A part of a template.
    package indirect enum Node {
        case text(String)
        case output(Output)
        case block(Block)
    }

    /// A tag that outputs a value.
    package struct Output {
        var expression: Expression
        /// Whether the tag has three braces, so that its value is not escaped.
        var isRaw: Bool
        /// The tag including its braces.
        var source: String
    }

    /// A block tag with the nodes up to its closing tag.
    package struct Block {
        var call: Call
        var content: [Node] = []
        /// The nodes after `{{else}}`.
        var elseContent: [Node] = []
        /// The block parameters, as in `as |item index|`.
        var parameters: [String] = []
        /// The opening tag including its braces.
        var source: String
    }

    /// A value in a tag.
    indirect enum Expression {
        case literal(JSON)
        /// A variable: `this.name`, `@index`.
        case name(String)
        case call(Call)
    }

    /// A helper call with its arguments.
    struct Call {
        var name: String
        var arguments: [Expression] = []
        /// The named arguments, written as `name=value`.
        var options: [Option] = []
    }

    struct Option {
        var name: String
        var value: Expression
    }

    /// The reason why a text is not a valid template, or why a tag has no translation.
    struct Malformed: Error {
        /// The tag including its braces.
        var source: String
        var problem: String
    }
}

/// A parser for Handlebars templates that splits a text into tags and then builds the tree of blocks.
struct HandlebarsParser {
    typealias Template = HandlebarsTemplate

    /// The text before each tag, and the text after the last one.
    private var texts: [String] = []
    private var tags: [HandlebarsTag] = []
    private var next = 0
    private var depth = 0

    /// The maximum nesting depth of blocks.
    private static let maximumDepth = 30

    init(_ text: String) throws(Template.Malformed) {
        let bytes = Array(text.utf8)
        var start = 0
        var position = 0
        var pending = ""
        while let opening = Self.opening(in: bytes, from: position) {
            if opening > start, bytes[opening - 1] == UInt8(ascii: "\\") {
                // A backslash escapes a tag.
                pending += String(decoding: bytes[start..<(opening - 1)], as: UTF8.self) + "{{"
                start = opening + 2
                position = start
                continue
            }
            let tag = try HandlebarsTag(bytes, at: opening)
            texts.append(pending + String(decoding: bytes[start..<opening], as: UTF8.self))
            pending = ""
            tags.append(tag)
            start = tag.end
            position = start
        }
        texts.append(pending + String(decoding: bytes[start...], as: UTF8.self))
        trimTexts()
    }

    private static func opening(in bytes: [UInt8], from start: Int) -> Int? {
        var index = start
        while index + 1 < bytes.count {
            if bytes[index] == UInt8(ascii: "{"), bytes[index + 1] == bytes[index] { return index }
            index += 1
        }
        return nil
    }

    /// Removes the white space next to `~`, and lines that contain only a block tag.
    private mutating func trimTexts() {
        let original = texts
        for (index, tag) in tags.enumerated() {
            let (before, after) = (original[index], original[index + 1])
            if tag.trimsBefore {
                texts[index] = texts[index].trimmingEnd()
            }
            if tag.trimsAfter {
                texts[index + 1] = String(after.drop { $0.isWhitespace })
            }
            guard tag.isStandalone, !tag.trimsBefore, !tag.trimsAfter,
                Self.endsLine(before, isFirst: index == 0), Self.beginsLine(after, isLast: index == tags.count - 1)
            else { continue }
            texts[index] = texts[index].trimmingEnd { $0 == " " || $0 == "\t" }
            let rest = after.drop { $0 == " " || $0 == "\t" }
            texts[index + 1] = String(rest.first?.isNewline == true ? rest.dropFirst() : rest)
        }
    }

    /// Whether only spaces and tabs follow the last line break of a text.
    private static func endsLine(_ text: String, isFirst: Bool) -> Bool {
        for character in text.reversed() {
            if character.isNewline { return true }
            if character != " ", character != "\t" { return false }
        }
        return isFirst
    }

    private static func beginsLine(_ text: String, isLast: Bool) -> Bool {
        for character in text {
            if character.isNewline { return true }
            if character != " ", character != "\t" { return false }
        }
        return isLast
    }

    mutating func parse() throws(Template.Malformed) -> [Template.Node] {
        let nodes = try nodes()
        if next < tags.count {
            throw Template.Malformed(source: tags[next].source, problem: "the tag belongs to no open block")
        }
        return nodes
    }

    /// Parses nodes up to the next closing or `else` tag.
    private mutating func nodes() throws(Template.Malformed) -> [Template.Node] {
        var nodes: [Template.Node] = []
        while true {
            if !texts[next].isEmpty { nodes.append(.text(texts[next])) }
            guard next < tags.count else { return nodes }
            let tag = tags[next]
            switch tag.kind {
            case .close, .otherwise: return nodes
            case .comment: next += 1
            case .output(let isRaw):
                next += 1
                var parser = HandlebarsExpressionParser(tag)
                let expression = try parser.parse().expression
                nodes.append(.output(Template.Output(expression: expression, isRaw: isRaw, source: tag.source)))
            case .open(let isInverse): nodes.append(.block(try block(isInverse: isInverse)))
            case .unknown:
                throw Template.Malformed(source: tag.source, problem: "partials and raw blocks are not supported")
            }
        }
    }

    /// Parses the block that the current tag opens.
    private mutating func block(isInverse: Bool) throws(Template.Malformed) -> Template.Block {
        let tag = tags[next]
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.maximumDepth else {
            throw Template.Malformed(source: tag.source, problem: "blocks nest deeper than \(Self.maximumDepth) levels")
        }
        var block = try Self.openedBlock(tag)
        next += 1
        block.content = try nodes()
        try readOtherwise(of: &block)
        guard next < tags.count, case .close = tags[next].kind, tags[next].inner == block.call.name else {
            throw Template.Malformed(source: tag.source, problem: "the block is not closed")
        }
        next += 1
        if isInverse { swap(&block.content, &block.elseContent) }
        return block
    }

    private static func openedBlock(_ tag: HandlebarsTag) throws(Template.Malformed) -> Template.Block {
        var parser = HandlebarsExpressionParser(tag)
        let (expression, names) = try parser.parse()
        guard case .call(let call) = expression else {
            throw Template.Malformed(source: tag.source, problem: "a block must begin with the name of a helper")
        }
        return Template.Block(call: call, parameters: names, source: tag.source)
    }

    /// Parses the nodes after `{{else}}`, and each `{{else if …}}` as a nested block.
    private mutating func readOtherwise(of block: inout Template.Block) throws(Template.Malformed) {
        guard next < tags.count, case .otherwise = tags[next].kind else { return }
        let tag = tags[next]
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.maximumDepth else {
            throw Template.Malformed(source: tag.source, problem: "blocks nest deeper than \(Self.maximumDepth) levels")
        }
        guard !tag.inner.isEmpty else {
            next += 1
            block.elseContent = try nodes()
            return
        }
        var chained = try Self.openedBlock(tag)
        next += 1
        chained.content = try nodes()
        try readOtherwise(of: &chained)
        block.elseContent = [.block(chained)]
    }
}

extension String {
    /// Returns the text without trailing characters that satisfy a test, by default white space.
    func trimmingEnd(_ isTrimmed: (Character) -> Bool = { $0.isWhitespace }) -> String {
        guard let last = lastIndex(where: { !isTrimmed($0) }) else { return "" }
        return String(self[...last])
    }
}

/// A tag of a Handlebars template.
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
    /// The text between the braces, without the prefix that states the kind.
    var inner: String
    /// The tag including its braces.
    var source: String
    /// The offset after the tag.
    var end: Int
    var trimsBefore = false
    var trimsAfter = false

    /// Whether a line with only this tag is removed from the output.
    var isStandalone: Bool {
        switch kind {
        case .output, .unknown: false
        default: true
        }
    }

    /// Parses the tag at an offset.
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

    /// Returns the offset of the closing braces outside of quoted text.
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
