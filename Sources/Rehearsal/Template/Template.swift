/// Text with expressions in double braces, which are filled in anew for each request: `Bearer {{state.token}}`.
///
/// The expressions are a closed set and hold no logic, so a template is read once, can be checked before anything
/// plays, and takes time in proportion to its length and to what is filled in. Two templates are equal if they are
/// written alike, byte by byte.
package struct Template: Sendable {
    let bytes: [UInt8]
    let parts: [Part]
    /// What has to be at hand when it is rendered.
    package let needs: Needs

    enum Part: Sendable {
        /// Bytes of the text that stand for themselves.
        case literal(Range<Int>)
        case expression(Expression)
    }

    /// Reads a text, with expressions in it or without.
    ///
    /// - Throws: what is wrong with the first expression that is none, and at which character.
    package init(_ text: String) throws(Malformed) {
        bytes = Array(text.utf8)
        parts = try TemplateParser.parts(of: bytes)
        needs = parts.reduce(into: []) { if case .expression(let one) = $1 { $0.formUnion(one.source.needs) } }
    }

    /// Whether a text has to be read as a template: it holds `{{`.
    package static func isTemplate(_ text: String) -> Bool {
        var previous: UInt8 = 0
        for byte in text.utf8 {
            if byte == UInt8(ascii: "{"), previous == byte { return true }
            previous = byte
        }
        return false
    }

    /// As it was written.
    package var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Its expressions, in the order in which they stand and are filled in.
    package var expressions: [Expression] {
        parts.compactMap { if case .expression(let one) = $0 { one } else { nil } }
    }
}

extension Template: Hashable {
    // What it says follows from the bytes; strings would be equal if they only look alike.
    package static func == (left: Self, right: Self) -> Bool { left.bytes == right.bytes }

    package func hash(into hasher: inout Hasher) { hasher.combine(bytes) }
}
