/// A redaction of JSON in one pass over its tokens, without a tree or recursion, for documents of any depth.
///
/// It also processes truncated and malformed documents.
struct JSONRedaction {
    let redaction: Redaction
    let bytes: [UInt8]
    private var output: [UInt8] = []
    private var index = 0
    private var depth = 0
    /// Whether the next value belongs to a secret name.
    private var isSecretNext = false
    /// The depth of the object or array that is the value of a secret name; nil outside of one.
    private var secretDepth: Int?

    init(redaction: Redaction, bytes: [UInt8]) {
        self.redaction = redaction
        self.bytes = bytes
        output.reserveCapacity(bytes.count)
    }

    mutating func run() -> [UInt8] {
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "\""): string()
            case UInt8(ascii: "-"), 0x30...0x39: number()
            case UInt8(ascii: "{"), UInt8(ascii: "["): open()
            case UInt8(ascii: "}"), UInt8(ascii: "]"): close()
            default:
                if bytes[index] == UInt8(ascii: ",") { isSecretNext = false }
                copy(upTo: index + 1)
            }
        }
        return output
    }

    private mutating func open() {
        depth += 1
        if isSecretNext, secretDepth == nil { secretDepth = depth }
        isSecretNext = false
        copy(upTo: index + 1)
    }

    private mutating func close() {
        if secretDepth == depth { secretDepth = nil }
        depth -= 1
        isSecretNext = false
        copy(upTo: index + 1)
    }

    private mutating func string() {
        let content = index + 1
        var end = content
        while end < bytes.count, bytes[end] != UInt8(ascii: "\"") {
            end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1
        }
        let text = bytes[content..<min(end, bytes.count)]
        let next = bytes.dropFirst(end + 1).first { !$0.isJSONSpace }
        if next == UInt8(ascii: ":") {
            isSecretNext = redaction.members.contains(Self.unescaped(text))
            copy(upTo: end + 1)
        } else {
            value(Self.unescaped(text), upTo: end + 1)
        }
    }

    private mutating func number() {
        let text = bytes[index...].prefix { byte in
            switch byte {
            case 0x30...0x39, UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."), UInt8(ascii: "e"),
                UInt8(ascii: "E"):
                true
            default: false
            }
        }
        value(Array(text), upTo: text.endIndex)
    }

    private mutating func value(_ text: [UInt8], upTo end: Int) {
        if isSecretNext || secretDepth != nil, !text.isEmpty {
            output += "\"\(redaction.placeholder(for: text))\"".utf8
            index = end
        } else {
            copy(upTo: end)
        }
        isSecretNext = false
    }

    private mutating func copy(upTo end: Int) {
        output += bytes[index..<min(end, bytes.count)]
        index = end
    }

    /// Returns the text of a JSON string; an invalid escape stays unchanged.
    private static func unescaped(_ text: ArraySlice<UInt8>) -> [UInt8] {
        guard text.contains(UInt8(ascii: "\\")) else { return Array(text) }
        var units: [UInt16] = []
        var rest = String(decoding: text, as: UTF8.self).utf16[...]
        while let unit = rest.popFirst() {
            guard unit == 0x5C, let escape = rest.popFirst() else {
                units.append(unit)
                continue
            }
            let digits = rest.prefix(4).compactMap { UInt8(exactly: $0)?.hexValue }
            if escape == 0x75, digits.count == 4 {
                units.append(digits.reduce(0) { $0 << 4 | UInt16($1) })
                rest = rest.dropFirst(4)
            } else {
                units.append(Self.escapes[escape] ?? escape)
            }
        }
        return Array(String(decoding: units, as: UTF16.self).utf8)
    }

    private static let escapes: [UInt16: UInt16] = [0x62: 0x08, 0x66: 0x0C, 0x6E: 0x0A, 0x72: 0x0D, 0x74: 0x09]
}
