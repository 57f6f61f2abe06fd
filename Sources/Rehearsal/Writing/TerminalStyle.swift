/// Terminal output with or without color.
package struct TerminalStyle: Sendable {
    package let isColored: Bool

    package init(isColored: Bool) { self.isColored = isColored }

    package static let plain = TerminalStyle(isColored: false)

    /// A text attribute of a terminal, by its number in the control sequence (ECMA-48 §8.3.117).
    package enum TextAttribute: Int, Sendable, Hashable {
        case bold = 1
        case dim = 2
        case red = 31
        case green, yellow
        case cyan = 36
    }

    package func bold(_ text: String) -> String { text.styled(isColored ? .bold : nil) }
    package func dim(_ text: String) -> String { text.styled(isColored ? .dim : nil) }
    package func red(_ text: String) -> String { text.styled(isColored ? .red : nil) }
    package func green(_ text: String) -> String { text.styled(isColored ? .green : nil) }
    package func yellow(_ text: String) -> String { text.styled(isColored ? .yellow : nil) }
    package func cyan(_ text: String) -> String { text.styled(isColored ? .cyan : nil) }

    /// Returns a status in the color of its class.
    package func status(_ status: Int, _ text: String? = nil) -> String {
        let text = text ?? String(status)
        return switch status {
        case 200..<300: green(text)
        case 300..<400: cyan(text)
        case 400..<500: yellow(text)
        default: red(text)
        }
    }
}

extension String {
    /// Returns the text with the control sequences of an attribute; unchanged if the attribute is nil.
    fileprivate func styled(_ attribute: TerminalStyle.TextAttribute?) -> String {
        attribute.map { "\u{1B}[\($0.rawValue)m\(self)\u{1B}[0m" } ?? self
    }
}

/// Text with colored parts. Control characters in interpolated texts are made visible.
package struct StyledText: Sendable, Hashable {
    package private(set) var plain = ""
    private var colored = ""

    package func text(_ style: TerminalStyle) -> String { style.isColored ? colored : plain }

    private mutating func append(_ text: StyledText, _ attribute: TerminalStyle.TextAttribute? = nil) {
        plain += text.plain
        colored += text.colored.styled(attribute)
    }
}

extension StyledText: ExpressibleByStringInterpolation {
    package init(stringLiteral value: String) { (plain, colored) = (value, value) }
    package init(stringInterpolation: StringInterpolation) { self = stringInterpolation.result }

    package struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var result = StyledText()

        package init(literalCapacity: Int, interpolationCount: Int) {}

        package mutating func appendLiteral(_ literal: String) { result.append(StyledText(stringLiteral: literal)) }
        package mutating func appendInterpolation(_ value: Int) { appendLiteral(String(value)) }
        package mutating func appendInterpolation(_ value: String) { appendLiteral(value.printable) }
        package mutating func appendInterpolation(_ value: StyledText) { result.append(value) }
        package mutating func appendInterpolation(_ attribute: TerminalStyle.TextAttribute, _ value: StyledText) {
            result.append(value, attribute)
        }
        package mutating func appendInterpolation(_ attribute: TerminalStyle.TextAttribute, _ value: String) {
            result.append(StyledText(stringLiteral: value.printable), attribute)
        }
    }
}
