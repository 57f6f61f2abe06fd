import Rehearsal

/// Text whose letters have two or four bytes each, UTF-16 or UTF-32, so that it can be read as all other text is.
package struct WideText {
    /// What it says, in UTF-8 and without its byte order mark.
    package private(set) var utf8: [UInt8] = []
    private let width: Int
    private let isBigEndian: Bool
    private let mark: [UInt8]
    /// What is left at the end of a text that was cut off.
    private var rest: [UInt8] = []

    /// Nil for what is none, by its mark, by its zeros, or by what its type says of it.
    package init?(_ bytes: [UInt8], charset: String?) {
        guard bytes.count >= 4, let form = Self.form(bytes, charset) else { return nil }
        (width, isBigEndian, mark) = form
        let units = (bytes.count - mark.count) / width
        let end = mark.count + units * width
        rest = Array(bytes[end...])
        let values = stride(from: mark.count, to: end, by: width).map { start -> UInt32 in
            let unit = bytes[start..<(start + width)]
            return (isBigEndian ? Array(unit) : unit.reversed()).reduce(0) { $0 << 8 | UInt32($1) }
        }
        let text =
            width == 2
            ? String(decoding: values.map { UInt16(truncatingIfNeeded: $0) }, as: UTF16.self)
            : String(decoding: values, as: UTF32.self)
        utf8 = Array(text.utf8)
    }

    /// Another text in the same form.
    package func bytes(of text: [UInt8]) -> [UInt8] {
        let text = String(decoding: text, as: UTF8.self)
        let units = width == 2 ? text.utf16.map { UInt32($0) } : text.unicodeScalars.map(\.value)
        return mark
            + units.flatMap { unit -> [UInt8] in
                let bytes = (0..<width).map { UInt8(truncatingIfNeeded: unit >> UInt32(8 * $0)) }
                return isBigEndian ? bytes.reversed() : bytes
            } + rest
    }

    private static func form(_ bytes: [UInt8], _ charset: String?) -> (Int, Bool, [UInt8])? {
        for (mark, width, isBigEndian) in marks where bytes.starts(with: mark) { return (width, isBigEndian, mark) }
        let zeros = bytes.prefix(4).map { $0 == 0 }
        switch zeros {
        case [false, true, false, true]: return (2, false, [])
        case [true, false, true, false]: return (2, true, [])
        case [false, true, true, true]: return (4, false, [])
        case [true, true, true, false]: return (4, true, [])
        default: break
        }
        // Who says so and sends UTF-8 is read as such.
        guard let charset, charset.hasPrefix("utf-16") || charset.hasPrefix("utf-32"), bytes.text == nil else {
            return nil
        }
        return (charset.hasPrefix("utf-16") ? 2 : 4, !charset.hasSuffix("le"), [])
    }

    private static let marks: [([UInt8], Int, Bool)] = [
        ([0xFF, 0xFE, 0, 0], 4, false), ([0, 0, 0xFE, 0xFF], 4, true), ([0xFF, 0xFE], 2, false),
        ([0xFE, 0xFF], 2, true),
    ]
}
