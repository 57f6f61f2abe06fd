/// Colours, where there are any.
struct Style: Sendable {
    let isColoured: Bool

    static let plain = Style(isColoured: false)

    func bold(_ text: String) -> String { wrap(text, "1") }
    func dim(_ text: String) -> String { wrap(text, "2") }
    func red(_ text: String) -> String { wrap(text, "31") }
    func green(_ text: String) -> String { wrap(text, "32") }
    func yellow(_ text: String) -> String { wrap(text, "33") }
    func cyan(_ text: String) -> String { wrap(text, "36") }

    /// A status in the colour of its class.
    func status(_ status: Int, _ text: String? = nil) -> String {
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
