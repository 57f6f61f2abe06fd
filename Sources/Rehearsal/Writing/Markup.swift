/// A piece of HTML or XML: literals are inserted unchanged, interpolated texts are escaped.
package struct Markup: Sendable, Hashable {
    package var text: String

    /// Creates markup from trusted text, without escaping.
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
        package mutating func appendInterpolation(_ value: String) { text += value.escapedMarkup }
        package mutating func appendInterpolation(_ value: Int) { text += String(value) }
        package mutating func appendInterpolation(_ value: Markup) { text += value.text }
        package mutating func appendInterpolation(_ value: Markup?) { text += value?.text ?? "" }
        package mutating func appendInterpolation(_ values: [Markup]) { for value in values { text += value.text } }
    }
}

extension Sequence<Markup> {
    /// Returns the concatenation of the elements with a separator.
    package func joined(separator: String = "") -> Markup {
        Markup(raw: map(\.text).joined(separator: separator))
    }
}

extension String {
    /// The text escaped for XML or HTML, for elements and quoted attributes.
    ///
    /// Characters that XML 1.0 does not permit (§2.2) and terminal control characters are made visible.
    package var escapedMarkup: String {
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
