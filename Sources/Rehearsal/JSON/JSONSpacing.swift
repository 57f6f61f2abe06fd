/// The space between the tokens of a document: what is changed to read it, and put back to send it.
package struct JSONSpacing: Sendable, Hashable {
    /// Spaces a level where each member and element has a line; nil for one line.
    package var indentation: Int?
    /// In one line, whether a space follows each comma and colon.
    package var isSpaced: Bool
    package var endsLine: Bool

    package init(indentation: Int? = nil, isSpaced: Bool = false, endsLine: Bool = false) {
        self.indentation = indentation
        self.isSpaced = isSpaced
        self.endsLine = endsLine
    }

    /// How documents are written to be read.
    package static let readable = JSONSpacing(indentation: 2, endsLine: true)

    /// `compact`, `spaced`, `indented 4`, and `compact with a line end`.
    package var name: String {
        let form = indentation.map { "indented \($0)" } ?? (isSpaced ? "spaced" : "compact")
        return endsLine ? "\(form)\(Self.lineEnd)" : form
    }

    /// The spacing of that name; nil if there is none.
    package init?(name: String) {
        let endsLine = name.hasSuffix(Self.lineEnd)
        let form = String(endsLine ? name.dropLast(Self.lineEnd.count) : name[...])
        switch form {
        case "compact": self.init(endsLine: endsLine)
        case "spaced": self.init(isSpaced: true, endsLine: endsLine)
        default:
            guard form.hasPrefix("indented "), let count = Int(form.dropFirst(9)), 0...16 ~= count else { return nil }
            self.init(indentation: count, endsLine: endsLine)
        }
    }

    private static let lineEnd = " with a line end"

    /// The spacing of a document, if it is written in one throughout.
    ///
    /// - Parameter bytes: a document that can be read.
    package init?(of bytes: [UInt8]) {
        let endsLine = bytes.last == 0x0A
        let second =
            bytes.first == UInt8(ascii: "{") || bytes.first == UInt8(ascii: "[") ? bytes.dropFirst().first : nil
        var candidates = [JSONSpacing(endsLine: endsLine), JSONSpacing(isSpaced: true, endsLine: endsLine)]
        if second == 0x0A {
            let indentation = bytes.dropFirst(2).prefix { $0 == 0x20 }.count
            candidates = [JSONSpacing(indentation: min(indentation, 16), endsLine: endsLine)]
        }
        guard let spacing = candidates.first(where: { JSONRewriting.bytes(bytes, spacing: $0) == bytes }) else {
            return nil
        }
        self = spacing
    }
}
