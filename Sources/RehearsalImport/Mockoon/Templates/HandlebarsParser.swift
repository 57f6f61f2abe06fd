import Rehearsal

/// Reads a Handlebars template: first its tags, then the tree that its blocks are.
struct HandlebarsParser {
    typealias Template = HandlebarsTemplate

    /// The text before each tag, and the text after the last one.
    private var texts: [String] = []
    private var tags: [HandlebarsTag] = []
    private var next = 0
    private var depth = 0

    /// The deepest nesting of blocks that is read.
    private static let deepest = 30

    init(_ text: String) throws(Template.Malformed) {
        let bytes = Array(text.utf8)
        var start = 0
        var position = 0
        var pending = ""
        while let opening = Self.opening(in: bytes, from: position) {
            if opening > start, bytes[opening - 1] == UInt8(ascii: "\\") {
                // A backslash before a tag makes it a text.
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

    /// Removes the white space that `~` asks for, and lines that hold nothing but the tag of a block.
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
            guard tag.standsAlone, !tag.trimsBefore, !tag.trimsAfter,
                Self.endsLine(before, isFirst: index == 0), Self.beginsLine(after, isLast: index == tags.count - 1)
            else { continue }
            texts[index] = texts[index].trimmingEnd { $0 == " " || $0 == "\t" }
            let rest = after.drop { $0 == " " || $0 == "\t" }
            texts[index + 1] = String(rest.first?.isNewline == true ? rest.dropFirst() : rest)
        }
    }

    /// Whether nothing but white space stands between the last line end of a text and its end.
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

    /// The tree of the template.
    mutating func parse() throws(Template.Malformed) -> [Template.Node] {
        let nodes = try nodes()
        if next < tags.count { throw Template.Malformed(source: tags[next].source, problem: "no block is open here") }
        return nodes
    }

    /// The nodes up to a tag that closes or divides a block.
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
                let expression = try parser.whole().expression
                nodes.append(.output(Template.Output(expression: expression, isRaw: isRaw, source: tag.source)))
            case .open(let isInverse): nodes.append(.block(try block(isInverse: isInverse)))
            case .unknown:
                throw Template.Malformed(source: tag.source, problem: "partials and raw blocks are not known here")
            }
        }
    }

    /// The block that the current tag opens.
    private mutating func block(isInverse: Bool) throws(Template.Malformed) -> Template.Block {
        let tag = tags[next]
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.deepest else {
            throw Template.Malformed(source: tag.source, problem: "blocks nest deeper than \(Self.deepest) levels")
        }
        var block = try Self.opened(tag)
        next += 1
        block.content = try nodes()
        try readOtherwise(of: &block)
        guard next < tags.count, case .close = tags[next].kind, tags[next].inner == block.call.name else {
            throw Template.Malformed(source: tag.source, problem: "the block is not closed")
        }
        next += 1
        if isInverse { swap(&block.content, &block.otherwise) }
        return block
    }

    private static func opened(_ tag: HandlebarsTag) throws(Template.Malformed) -> Template.Block {
        var parser = HandlebarsExpressionParser(tag)
        let (expression, names) = try parser.whole()
        guard case .call(let call) = expression else {
            throw Template.Malformed(source: tag.source, problem: "a block begins with the name of a helper")
        }
        return Template.Block(call: call, names: names, source: tag.source)
    }

    /// The nodes after `{{else}}`, and those of each `{{else if …}}` as a block in it.
    private mutating func readOtherwise(of block: inout Template.Block) throws(Template.Malformed) {
        guard next < tags.count, case .otherwise = tags[next].kind else { return }
        let tag = tags[next]
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.deepest else {
            throw Template.Malformed(source: tag.source, problem: "blocks nest deeper than \(Self.deepest) levels")
        }
        guard !tag.inner.isEmpty else {
            next += 1
            block.otherwise = try nodes()
            return
        }
        var chained = try Self.opened(tag)
        next += 1
        chained.content = try nodes()
        try readOtherwise(of: &chained)
        block.otherwise = [.block(chained)]
    }
}

extension String {
    /// The text without characters of a kind at its end.
    func trimmingEnd(_ isTrimmed: (Character) -> Bool = { $0.isWhitespace }) -> String {
        guard let last = lastIndex(where: { !isTrimmed($0) }) else { return "" }
        return String(self[...last])
    }
}
