extension JSON {
    /// The value as UTF-8 for a file or a terminal that a person reads.
    ///
    /// It escapes DEL, C1 controls and the marks that change the direction of text, so that bytes of a client cannot
    /// control the terminal. Otherwise it is ``bytes(pretty:)``.
    package func shownBytes(pretty: Bool = false) -> [UInt8] {
        let bytes = bytes(pretty: pretty)
        // Those below U+0020 are escaped in any case, and all others but DEL begin with one of four bytes.
        guard bytes.contains(where: { $0 == 0x7F || $0 == 0xC2 || $0 == 0xE2 || $0 == 0xEF }) else { return bytes }
        var text = ""
        for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
            // What is not ASCII stands in strings only. White space between tokens is no character of a string.
            if scalar.isControl, scalar.value >= 0x20 {
                let digits = String(scalar.value, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            } else {
                text.unicodeScalars.append(scalar)
            }
        }
        return Array(text.utf8)
    }
}
