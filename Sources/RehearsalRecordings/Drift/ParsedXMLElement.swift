import RehearsalRedaction

/// An element of an XML document with the parts that matter for its shape.
struct ParsedXMLElement: Sendable, Hashable {
    /// The local name. Namespace prefixes, which each document chooses, are removed from all names.
    var name: String
    var attributes: [Attribute] = []
    var children: [ParsedXMLElement] = []
    /// The character data directly in the element, with the predefined entities decoded.
    var text: [UInt8] = []

    struct Attribute: Sendable, Hashable {
        var name: String
        var value: [UInt8]
    }

    init(_ name: String) { self.name = name }

    /// The children grouped by name, in the order in which each name first occurs.
    var childrenByName: [[ParsedXMLElement]] {
        var places: [String: Int] = [:]
        var groups: [[ParsedXMLElement]] = []
        for child in children {
            if let place = places[child.name] {
                groups[place].append(child)
            } else {
                places[child.name] = groups.count
                groups.append([child])
            }
        }
        return groups
    }
}

extension ParsedXMLElement {
    /// Parses an XML document (XML 1.0 §2.1). Returns nil if tags do not match or text surrounds the root.
    ///
    /// The content of a document type declaration is ignored.
    init?(xml bytes: [UInt8]) {
        var reader = XMLElementParser(bytes)
        guard let root = reader.root() else { return nil }
        self = root
    }
}

/// A parser for an XML document.
private struct XMLElementParser {
    private let bytes: [UInt8]
    private var index = 0
    /// The elements whose end tag was not read yet.
    private var openElements: [ParsedXMLElement] = []
    /// The qualified names of the open elements.
    private var names: [ArraySlice<UInt8>] = []
    private var found: ParsedXMLElement?

    /// The maximum depth; deeper elements are parsed and discarded.
    private static let maximumDepth = 64

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func root() -> ParsedXMLElement? {
        while index < bytes.count {
            guard bytes[index] == UInt8(ascii: "<") ? tag() : text() else { return nil }
        }
        return names.isEmpty ? found : nil
    }

    private mutating func text() -> Bool {
        let text = bytes[index...].prefix { $0 != UInt8(ascii: "<") }
        index = text.endIndex
        if names.isEmpty { return text.allSatisfy { $0 <= 0x20 } }
        appendText(Self.decoded(text))
        return true
    }

    private mutating func appendText(_ text: [UInt8]) {
        if names.count <= Self.maximumDepth, !openElements.isEmpty { openElements[openElements.count - 1].text += text }
    }

    /// Parses markup that begins with `<`. Returns false if the document is malformed.
    private mutating func tag() -> Bool {
        if skip("<!--") { return skip(to: "-->") != nil }
        if skip("<?") { return skip(to: "?>") != nil }
        if !names.isEmpty, skip("<![CDATA[") {
            guard let text = skip(to: "]]>") else { return false }
            appendText(Array(text))
            return true
        }
        if skip("<!DOCTYPE") { return found == nil && names.isEmpty && skipDeclaration() }
        return skip("</") ? end() : start()
    }

    /// Skips the rest of a document type declaration, including its internal subset in brackets.
    private mutating func skipDeclaration() -> Bool {
        var depth = 0
        while index < bytes.count {
            if skip("<!--") {
                guard skip(to: "-->") != nil else { return false }
                continue
            }
            let byte = bytes[index]
            index += 1
            if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                guard skip(to: String(UnicodeScalar(byte))) != nil else { return false }
            } else if byte == UInt8(ascii: "[") || byte == UInt8(ascii: "]") {
                depth += byte == UInt8(ascii: "[") ? 1 : -1
            } else if byte == UInt8(ascii: ">"), depth == 0 {
                return true
            }
        }
        return false
    }

    private mutating func start() -> Bool {
        index += 1
        guard found == nil, let name = name() else { return false }
        var element = ParsedXMLElement(Self.local(name))
        while true {
            let hasSpace = skipSpace()
            if skip("/>") {
                finish(element)
                return true
            }
            if skip(">") { break }
            guard hasSpace, let attribute = attribute() else { return false }
            if let attribute { element.attributes.append(attribute) }
        }
        names.append(name)
        if names.count <= Self.maximumDepth { openElements.append(element) }
        return true
    }

    /// Parses the rest of an end tag, which must match the last open element.
    private mutating func end() -> Bool {
        guard let name = name(), name == names.last else { return false }
        _ = skipSpace()
        guard skip(">") else { return false }
        let element = names.count <= Self.maximumDepth ? openElements.popLast() : nil
        names.removeLast()
        if let element { finish(element) }
        return true
    }

    private mutating func finish(_ element: ParsedXMLElement) {
        if names.isEmpty {
            found = element
        } else if names.count < Self.maximumDepth {
            openElements[openElements.count - 1].children.append(element)
        }
    }

    /// Parses an attribute. Returns nil for malformed input, and `.some(nil)` for a namespace declaration.
    private mutating func attribute() -> ParsedXMLElement.Attribute?? {
        guard let name = name() else { return nil }
        _ = skipSpace()
        guard skip("=") else { return nil }
        _ = skipSpace()
        guard index < bytes.count, let quote = ["\"", "'"].first(where: { bytes[index] == $0.utf8.first }) else {
            return nil
        }
        index += 1
        guard let value = skip(to: quote), !value.contains(UInt8(ascii: "<")) else { return nil }
        if name.elementsEqual("xmlns".utf8) || name.starts(with: "xmlns:".utf8) { return .some(nil) }
        return ParsedXMLElement.Attribute(name: Self.local(name), value: Self.decoded(value))
    }

    private mutating func name() -> ArraySlice<UInt8>? {
        let name = bytes[index...].prefix { byte in byte > 0x20 && !"<>/=\"'&!?".utf8.contains(byte) }
        index = name.endIndex
        return name.isEmpty ? nil : name
    }

    private static func local(_ name: ArraySlice<UInt8>) -> String {
        String(decoding: name.split(separator: UInt8(ascii: ":")).last ?? name, as: UTF8.self)
    }
}

extension XMLElementParser {
    private mutating func skip(_ text: String) -> Bool {
        guard bytes[index...].starts(with: text.utf8) else { return false }
        index += text.utf8.count
        return true
    }

    /// Returns the bytes before a text and skips the text; nil if the text does not follow.
    private mutating func skip(to text: String) -> ArraySlice<UInt8>? {
        guard let end = bytes.start(of: Array(text.utf8), from: index) else { return nil }
        defer { index = end + text.utf8.count }
        return bytes[index..<end]
    }

    private mutating func skipSpace() -> Bool {
        let start = index
        while index < bytes.count, bytes[index] <= 0x20 { index += 1 }
        return index > start
    }

    /// Replaces the five predefined entities (XML 1.0 §4.6); other references are not changed.
    private static func decoded(_ text: ArraySlice<UInt8>) -> [UInt8] {
        guard text.contains(UInt8(ascii: "&")) else { return Array(text) }
        let entities = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"), ("&amp;", "&")]
        let decoded = entities.reduce(String(decoding: text, as: UTF8.self)) { text, entity in
            text.replacing(entity.0, with: entity.1)
        }
        return Array(decoded.utf8)
    }
}
