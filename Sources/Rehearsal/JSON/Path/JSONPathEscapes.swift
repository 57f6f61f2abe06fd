/// The escapes of control characters in a path (RFC 9535 §2.3.1.1).
enum JSONPathEscapes {
    private static let controls: [(letter: Unicode.Scalar, scalar: Unicode.Scalar)] = [
        ("b", "\u{08}"), ("f", "\u{0C}"), ("n", "\n"), ("r", "\r"), ("t", "\t"),
    ]

    /// The control character that a backslash and this letter stand for.
    static func control(_ letter: Unicode.Scalar) -> Unicode.Scalar? {
        controls.first { $0.letter == letter }?.scalar
    }

    /// How a control character of ASCII is written, in the one way that a normalized path knows (§2.7).
    static func escape(of control: Unicode.Scalar) -> String {
        if let letter = controls.first(where: { $0.scalar == control })?.letter { return "\\\(letter)" }
        return (control.value < 0x10 ? "\\u000" : "\\u00") + String(control.value, radix: 16)
    }
}
