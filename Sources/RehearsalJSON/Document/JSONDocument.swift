/// A parsed JSON document (RFC 8259) that keeps its bytes and the range of every value.
///
/// The parser stores one entry for each name and value in a flat list, in document order. A large recording costs two
/// allocations, and only values that a caller requests are decoded.
///
/// A YAML document has the same form; ``init(yaml:limits:)`` describes the differences.
package struct JSONDocument: Sendable {
    package let bytes: [UInt8]
    let entries: [Entry]
    /// The texts of the scalars of a YAML document; nil for a JSON document, where each value contains its text.
    let texts: YAMLTexts?

    /// The maximum number of nesting levels.
    package static let depthLimit = 512

    /// Extensions of RFC 8259 that the parser accepts.
    package struct Options: OptionSet, Sendable {
        package let rawValue: UInt8

        package init(rawValue: UInt8) { self.rawValue = rawValue }

        /// Comments (`//` and `/* */`), and a comma after the last member or element, as in hand-written documents.
        package static let relaxed = Options(rawValue: 1)
        /// A byte order mark before the first byte.
        package static let allowsByteOrderMark = Options(rawValue: 2)
    }

    /// The type of a value.
    package enum Kind: UInt8, Sendable, Hashable {
        case null, bool, number, string, array, object
    }

    struct Entry: Sendable {
        var start: UInt32
        var end: UInt32
        /// The index after this node and its descendants.
        var next: UInt32
        var kind: Kind
        var hasEscapes = false
    }

    /// Parses bytes that contain exactly one document.
    ///
    /// - Throws: an error with the first mistake and its byte offset.
    package init(parsing bytes: [UInt8], options: Options = []) throws(JSONSyntaxError) {
        guard bytes.count < UInt32.max else {
            throw JSONSyntaxError(offset: 0, "the document has \(bytes.count) bytes", fix: "the limit is 4 GiB")
        }
        entries = try bytes.withUnsafeBufferPointer { (buffer) throws(JSONSyntaxError) -> [Entry] in
            var parser = JSONParser(buffer, options: options)
            try parser.parse()
            return parser.entries
        }
        self.bytes = bytes
        texts = nil
    }

    /// Creates a document from the entries of a YAML document.
    init(bytes: [UInt8], entries: [Entry], texts: YAMLTexts) {
        (self.bytes, self.entries, self.texts) = (bytes, entries, texts)
    }

    /// The outermost value.
    package var root: Node { Node(document: self, index: 0) }

    /// One value of a document with its position.
    package struct Node: Sendable {
        package let document: JSONDocument
        let index: Int

        private var entry: Entry { document.entries[index] }

        package var kind: Kind { entry.kind }

        /// The bytes of the value, with its quotes or brackets.
        ///
        /// In YAML, an alias has its own range; its members and elements have the ranges of the originals.
        package var range: Range<Int> { Int(entry.start)..<Int(entry.end) }

        /// The members of an object, in document order; empty for other values.
        package var members: Members { Members(node: self, rest: kind == .object ? inside : 0..<0) }

        /// The elements of an array; empty for other values.
        package var elements: Elements { Elements(node: self, rest: kind == .array ? inside : 0..<0) }

        /// The value of the first member with a name.
        package subscript(name: String) -> Node? {
            members.first { $0.name == name }?.value
        }

        /// The decoded text of a string, with U+FFFD for an unpaired surrogate; nil for other values.
        package var string: String? {
            guard kind == .string else { return nil }
            let content = text
            guard entry.hasEscapes else { return String(decoding: content, as: UTF8.self) }
            return JSONEscapes.decode(content)
        }

        /// Returns the byte range of a range of decoded characters of a string; nil if this is not a string.
        package func range(ofCharacters characters: Range<Int>) -> Range<Int>? {
            ranges(ofCharacters: [characters])?.first
        }

        /// Returns the byte ranges of several character ranges, which must be in ascending order, in one pass.
        ///
        /// In YAML, a string with escapes or several lines has its whole range for each.
        package func ranges(ofCharacters list: [Range<Int>]) -> [Range<Int>]? {
            guard kind == .string else { return nil }
            // The text of a YAML string with escapes or several lines is not a part of the document.
            if let texts = document.texts, texts.isDecoded(at: index) { return list.map { _ in range } }
            var rest = text
            var skipped = 0
            return list.map { characters in
                for _ in skipped..<max(skipped, characters.lowerBound) where !rest.isEmpty {
                    JSONEscapes.dropCharacter(from: &rest)
                }
                let start = rest.startIndex
                for _ in characters where !rest.isEmpty { JSONEscapes.dropCharacter(from: &rest) }
                skipped = max(skipped, characters.upperBound)
                return start..<rest.startIndex
            }
        }

        /// The source text of a number; nil for other values.
        package var numberText: String? {
            kind == .number ? String(decoding: text, as: UTF8.self) : nil
        }

        package var bool: Bool? {
            kind == .bool ? text.first.map { $0 | 0x20 == UInt8(ascii: "t") } : nil
        }

        /// The text of a scalar; for a JSON string, the bytes between its quotes.
        private var text: ArraySlice<UInt8> {
            if let texts = document.texts { return texts.text(at: index, in: document.bytes) }
            return kind == .string
                ? document.bytes[(range.lowerBound + 1)..<(range.upperBound - 1)] : document.bytes[range]
        }

        fileprivate var inside: Range<Int> { (index + 1)..<Int(entry.next) }

        fileprivate func sibling(at index: Int) -> Node { Node(document: document, index: index) }

        fileprivate func next(after index: Int) -> Int { Int(document.entries[index].next) }
    }

    /// A member of an object.
    package struct Member: Sendable {
        package let name: String
        /// The bytes of the name, with its quotes.
        package let nameRange: Range<Int>
        package let value: Node
    }

    /// The members of an object in document order.
    package struct Members: Sequence, IteratorProtocol, Sendable {
        fileprivate let node: Node
        fileprivate var rest: Range<Int>

        package mutating func next() -> Member? {
            guard !rest.isEmpty else { return nil }
            let name = node.sibling(at: rest.lowerBound)
            let value = node.sibling(at: rest.lowerBound + 1)
            rest = node.next(after: value.index)..<rest.upperBound
            return Member(name: name.string ?? "", nameRange: name.range, value: value)
        }
    }

    /// The elements of an array in order.
    package struct Elements: Sequence, IteratorProtocol, Sendable {
        fileprivate let node: Node
        fileprivate var rest: Range<Int>

        package mutating func next() -> Node? {
            guard !rest.isEmpty else { return nil }
            let element = node.sibling(at: rest.lowerBound)
            rest = node.next(after: element.index)..<rest.upperBound
            return element
        }
    }
}

extension JSONDocument.Node {
    /// The decoded value with its descendants.
    package var value: JSON {
        // The entries are decoded in reverse order, so that the contents of a container are known before it is built.
        var finished: [DecodedValue] = []
        for index in (self.index..<Int(document.entries[self.index].next)).reversed() {
            let node = JSONDocument.Node(document: document, index: index)
            let end = Int(document.entries[index].next)
            let value: JSON =
                switch node.kind {
                case .null: .null
                case .bool: .bool(node.bool == true)
                case .number: .number(JSON.Number(text: node.numberText ?? ""))
                case .string: .string(node.string ?? "")
                case .array: .array(Self.take(from: &finished, before: end))
                case .object: .object(Self.pairs(Self.take(from: &finished, before: end)))
                }
            finished.append(DecodedValue(index: index, value: value))
        }
        return finished.last?.value ?? .null
    }

    private struct DecodedValue {
        var index: Int
        var value: JSON
    }

    private static func take(from finished: inout [DecodedValue], before end: Int) -> [JSON] {
        var values: [JSON] = []
        while let last = finished.last, last.index < end {
            values.append(last.value)
            finished.removeLast()
        }
        return values
    }

    /// Returns members from a list in which names and values alternate.
    private static func pairs(_ values: [JSON]) -> [JSON.Member] {
        stride(from: 0, to: values.count - 1, by: 2).map { index in
            guard case .string(let name) = values[index] else { return JSON.Member("", values[index + 1]) }
            return JSON.Member(name, values[index + 1])
        }
    }

    /// Returns the byte range of a range of decoded characters of a string or name; nil if it is not a string.
    ///
    /// - Parameter index: The index among the names and values of this node in document order; 0 is the node itself.
    ///   Returns nil if the node has fewer names and values.
    package func range(ofCharacters characters: Range<Int>, atNodeIndex index: Int) -> Range<Int>? {
        ranges(ofCharacters: [characters], atNodeIndex: index)?.first
    }

    /// Returns the byte ranges of several character ranges, which must be in ascending order.
    package func ranges(ofCharacters list: [Range<Int>], atNodeIndex offset: Int) -> [Range<Int>]? {
        guard offset >= 0, index + offset < Int(document.entries[index].next) else { return nil }
        return Self(document: document, index: index + offset).ranges(ofCharacters: list)
    }
}
