/// A rewriter that changes the white space of a document and, on request, some of its values.
///
/// All other tokens are copied byte by byte, including their escapes and digits.
package struct JSONRewriter {
    /// A token that the caller may replace: a name, a string or a number.
    package struct Token {
        package enum Kind { case name, string, number }

        package let kind: Kind
        /// The bytes of the token, with its quotes.
        package let token: ArraySlice<UInt8>
        /// The names and indices that lead to the value or, for a name, to its object.
        package let path: [Step]

        /// The text of the token, with escapes decoded.
        package var text: String {
            kind == .number
                ? String(decoding: token, as: UTF8.self) : JSONEscapes.decode(token.dropFirst().dropLast())
        }
    }

    /// A name or an index in a path.
    package enum Step: Hashable {
        case name(String)
        case index(Int)
    }

    private let bytes: [UInt8]
    private let spacing: JSONSpacing
    private let replace: ((Token) -> JSON?)?
    private var output: [UInt8] = []
    private var index = 0
    private var path: [Step] = []
    /// Whether each open container is an object.
    private var isObject: [Bool] = []
    private var isNameNext = false

    /// Returns the rewritten document.
    ///
    /// - Parameters:
    ///   - bytes: A valid document without comments.
    ///   - replace: A function that returns a new value for a token; nil to copy the token.
    package static func bytes(
        _ bytes: [UInt8],
        spacing: JSONSpacing,
        replace: ((Token) -> JSON?)? = nil,
    ) -> [UInt8] {
        var rewriting = JSONRewriter(bytes: bytes, spacing: spacing, replace: replace)
        return rewriting.run()
    }

    private init(bytes: [UInt8], spacing: JSONSpacing, replace: ((Token) -> JSON?)?) {
        self.bytes = bytes
        self.spacing = spacing
        self.replace = replace
        output.reserveCapacity(bytes.count + bytes.count / 4)
    }

    private mutating func run() -> [UInt8] {
        while index < bytes.count {
            let byte = bytes[index]
            switch byte {
            case 0x20, 0x09, 0x0A, 0x0D: index += 1
            case UInt8(ascii: "{"), UInt8(ascii: "["): open(byte)
            case UInt8(ascii: "}"), UInt8(ascii: "]"): close(byte)
            case UInt8(ascii: ","): separate()
            case UInt8(ascii: ":"):
                output.append(byte)
                if spacing.indentation != nil || spacing.isSpaced { output.append(0x20) }
                index += 1
            case UInt8(ascii: "\""): string()
            default: scalar()
            }
        }
        if spacing.hasFinalNewline { output.append(0x0A) }
        return output
    }

    private mutating func open(_ byte: UInt8) {
        output.append(byte)
        index += 1
        while index < bytes.count, bytes[index].isJSONSpace { index += 1 }
        if index < bytes.count, bytes[index] == UInt8(ascii: "}") || bytes[index] == UInt8(ascii: "]") {
            output.append(bytes[index])
            index += 1
            return
        }
        isObject.append(byte == UInt8(ascii: "{"))
        isNameNext = isObject.last == true
        if !isNameNext { path.append(.index(0)) }
        startLine()
    }

    private mutating func close(_ byte: UInt8) {
        if isObject.popLast() != nil { _ = path.popLast() }
        startLine()
        output.append(byte)
        index += 1
    }

    private mutating func separate() {
        output.append(UInt8(ascii: ","))
        index += 1
        isNameNext = isObject.last == true
        if isNameNext {
            _ = path.popLast()
        } else if case .index(let last) = path.popLast() {
            path.append(.index(last + 1))
        }
        if spacing.indentation == nil, spacing.isSpaced { output.append(0x20) }
        startLine()
    }

    private mutating func startLine() {
        guard let indentation = spacing.indentation else { return }
        output.append(0x0A)
        output.append(contentsOf: repeatElement(0x20, count: isObject.count * indentation))
    }

    private mutating func string() {
        var end = index + 1
        while end < bytes.count, bytes[end] != UInt8(ascii: "\"") { end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1 }
        let token = bytes[index..<min(end + 1, bytes.count)]
        let isName = isNameNext
        isNameNext = false
        leaf(isName ? .name : .string, token)
        if isName { path.append(.name(JSONEscapes.decode(token.dropFirst().dropLast()))) }
    }

    private mutating func scalar() {
        let token = bytes[index...].prefix { !$0.isJSONSpace && !",]}".utf8.contains($0) }
        let isNumber = token.first.map { $0.isDigit || $0 == UInt8(ascii: "-") } ?? false
        if isNumber {
            leaf(.number, token)
        } else {
            output += token
            index = max(token.endIndex, index + 1)
        }
    }

    private mutating func leaf(_ kind: Token.Kind, _ token: ArraySlice<UInt8>) {
        if let replace, let replacement = replace(Token(kind: kind, token: token, path: path)) {
            output += replacement.bytes()
        } else {
            output += token
        }
        index = token.endIndex
    }
}

/// A style of white space between the tokens of a document.
package struct JSONSpacing: Sendable, Hashable {
    /// The number of spaces for each level, with a line for each member and element; nil for a single line.
    package var indentation: Int?
    /// Whether a space follows each comma and colon, on a single line.
    package var isSpaced: Bool
    package var hasFinalNewline: Bool

    package init(indentation: Int? = nil, isSpaced: Bool = false, endsLine: Bool = false) {
        self.indentation = indentation
        self.isSpaced = isSpaced
        self.hasFinalNewline = endsLine
    }

    /// The style for human readers: two spaces for each level.
    package static let readable = JSONSpacing(indentation: 2, endsLine: true)

    /// The name of the style: `compact`, `spaced` or `indented 4`, followed by `with a line end` if it has one.
    package var name: String {
        let style = indentation.map { "indented \($0)" } ?? (isSpaced ? "spaced" : "compact")
        return hasFinalNewline ? "\(style)\(Self.lineEnd)" : style
    }

    /// Creates the style with a name; nil for an unknown name.
    package init?(name: String) {
        let endsLine = name.hasSuffix(Self.lineEnd)
        let style = String(endsLine ? name.dropLast(Self.lineEnd.count) : name[...])
        switch style {
        case "compact": self.init(endsLine: endsLine)
        case "spaced": self.init(isSpaced: true, endsLine: endsLine)
        default:
            guard style.hasPrefix("indented "), let count = Int(style.dropFirst(9)), 0...16 ~= count else { return nil }
            self.init(indentation: count, endsLine: endsLine)
        }
    }

    private static let lineEnd = " with a line end"

    /// Detects the style of a document; nil if the whole document does not have the same style.
    ///
    /// - Parameter bytes: A valid document.
    package init?(of bytes: [UInt8]) {
        let endsLine = bytes.last == 0x0A
        let secondByte =
            bytes.first == UInt8(ascii: "{") || bytes.first == UInt8(ascii: "[") ? bytes.dropFirst().first : nil
        var candidates = [JSONSpacing(endsLine: endsLine), JSONSpacing(isSpaced: true, endsLine: endsLine)]
        if secondByte == 0x0A {
            let indentation = bytes.dropFirst(2).prefix { $0 == 0x20 }.count
            candidates = [JSONSpacing(indentation: min(indentation, 16), endsLine: endsLine)]
        }
        guard let spacing = candidates.first(where: { JSONRewriter.bytes(bytes, spacing: $0) == bytes }) else {
            return nil
        }
        self = spacing
    }
}
