/// A piece of HTML or XML: what is written in the code stands as it is, and every text that is put into it is escaped.
package struct Markup: Sendable, Hashable {
    package var text: String

    /// Markup as it is; never what came from outside.
    package init(raw text: String) { self.text = text }
}

extension Markup: ExpressibleByStringInterpolation {
    package init(stringLiteral value: String) { text = value }
    package init(stringInterpolation: StringInterpolation) { text = stringInterpolation.text }

    package struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var text: String

        package init(literalCapacity: Int, interpolationCount: Int) {
            text = ""
            text.reserveCapacity(literalCapacity + interpolationCount * 16)
        }

        package mutating func appendLiteral(_ literal: String) { text += literal }
        package mutating func appendInterpolation(_ value: String) { text += value.markup }
        package mutating func appendInterpolation(_ value: Int) { text += String(value) }
        package mutating func appendInterpolation(_ value: Markup) { text += value.text }
        package mutating func appendInterpolation(_ value: Markup?) { text += value?.text ?? "" }
        package mutating func appendInterpolation(_ values: [Markup]) { for value in values { text += value.text } }
    }
}

extension Sequence<Markup> {
    /// One after the other, with something between them.
    package func joined(separator: String = "") -> Markup {
        Markup(raw: map(\.text).joined(separator: separator))
    }
}

extension String {
    /// The text for XML or HTML, in an element or between the quotes of an attribute.
    ///
    /// What XML 1.0 cannot hold at all (§2.2), and whatever else steers a reader's screen, is written out.
    package var markup: String {
        var result = ""
        for character in printable.unicodeScalars {
            switch character {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&#39;"
            default: result.unicodeScalars.append(character)
            }
        }
        return result
    }
}
