/// A place inside a JSON document, named from its root (RFC 6901): `/items/0/id`.
package struct JSONPointer: Sendable, Hashable {
    /// As it was written.
    package let text: String
    private let tokens: [String]

    /// Reads a pointer; one that is empty names the whole document.
    ///
    /// Nil if the text neither is empty nor begins with `/`, or holds a `~` that is neither `~0` nor `~1`.
    package init?(_ text: String) {
        self.text = text
        var tokens: [String] = []
        let parts = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard parts.first?.isEmpty ?? true else { return nil }
        for part in parts.dropFirst() {
            guard let token = Self.unescaped(part) else { return nil }
            tokens.append(token)
        }
        self.tokens = tokens
    }

    /// The pointer with these names and indices.
    init(tokens: [String]) {
        self.tokens = tokens
        text = tokens.map { "/" + Self.escaped($0) }.joined()
    }

    /// The value in that place; nil if there is none. Of a name that is repeated, the first is meant.
    package func node(in root: JSONDocument.Node) -> JSONDocument.Node? {
        var node = root
        for token in tokens {
            guard let next = Self.child(of: node, token) else { return nil }
            node = next
        }
        return node
    }

    private static func child(of node: JSONDocument.Node, _ token: String) -> JSONDocument.Node? {
        switch node.kind {
        case .object: return node.members.first { $0.name.utf8.elementsEqual(token.utf8) }?.value
        case .array:
            guard let index = index(token) else { return nil }
            return node.elements.dropFirst(index).first { _ in true }
        case .null, .bool, .number, .string: return nil
        }
    }

    /// Digits, without a zero before others (RFC 6901 §4); `-` names what is never there.
    private static func index(_ token: String) -> Int? {
        guard token.utf8.allSatisfy({ 0x30...0x39 ~= $0 }), token == "0" || token.utf8.first != 0x30 else { return nil }
        return Int(token)
    }

    private static func unescaped(_ part: Substring.UTF8View) -> String? {
        var bytes: [UInt8] = []
        var rest = part
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "~") else {
                bytes.append(byte)
                continue
            }
            switch rest.popFirst() {
            case UInt8(ascii: "0"): bytes.append(UInt8(ascii: "~"))
            case UInt8(ascii: "1"): bytes.append(UInt8(ascii: "/"))
            default: return nil
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func escaped(_ token: String) -> String {
        var bytes: [UInt8] = []
        for byte in token.utf8 {
            switch byte {
            case UInt8(ascii: "~"): bytes += [byte, UInt8(ascii: "0")]
            case UInt8(ascii: "/"): bytes += [UInt8(ascii: "~"), UInt8(ascii: "1")]
            default: bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
