/// Colours, where there are any.
package struct Style: Sendable {
    package let isColoured: Bool

    package init(isColoured: Bool) { self.isColoured = isColoured }

    package static let plain = Style(isColoured: false)

    package func bold(_ text: String) -> String { wrap(text, "1") }
    package func dim(_ text: String) -> String { wrap(text, "2") }
    package func red(_ text: String) -> String { wrap(text, "31") }
    package func green(_ text: String) -> String { wrap(text, "32") }
    package func yellow(_ text: String) -> String { wrap(text, "33") }
    package func cyan(_ text: String) -> String { wrap(text, "36") }

    /// A status in the colour of its class.
    package func status(_ status: Int, _ text: String? = nil) -> String {
        let text = text ?? String(status)
        return switch status {
        case 200..<300: green(text)
        case 300..<400: cyan(text)
        case 400..<500: yellow(text)
        default: red(text)
        }
    }

    private func wrap(_ text: String, _ code: String) -> String {
        isColoured ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
}
