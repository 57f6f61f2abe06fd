import RehearsalHTTP

/// The bytes that a recorded text had on the wire.
///
/// HAR stores text as Unicode, independent of the reply's character set (HAR 1.2, `content`).
struct RecordedText {
    var bytes: [UInt8]
    /// Whether decoding the bytes with the recorded character set returns the recorded text.
    var isLossless: Bool

    init(_ text: String, charset: String?) {
        let unicode = Array(text.utf8)
        bytes = unicode
        switch charset {
        case nil, "", "utf-8", "utf8":
            isLossless = true
        case "iso-8859-1", "latin1", "iso8859-1", "l1", "windows-1252", "cp1252":
            let latin1 = Self.latin1(text)
            bytes = latin1 ?? unicode
            isLossless = latin1 != nil
        case .some(let charset):
            // All other character sets in use, except UTF-16 and UTF-32, are supersets of ASCII.
            isLossless =
                unicode.allSatisfy { $0 < 0x80 } && !charset.hasPrefix("utf-16") && !charset.hasPrefix("utf-32")
        }
    }

    /// Returns one byte for each character, if the length of the body shows that mitmproxy stored bytes as characters.
    ///
    /// mitmproxy does this for bodies without a character set, also for binary ones. Returns nil for other lengths.
    static func bytes(of text: String, _ type: MediaType, sizes: [Int]) -> [UInt8]? {
        guard type.charset == nil, !sizes.contains(text.utf8.count), sizes.contains(text.unicodeScalars.count) else {
            return nil
        }
        let bytes = text.unicodeScalars.compactMap { UInt8(exactly: $0.value) }
        return sizes.contains(bytes.count) ? bytes : nil
    }

    /// Returns the text in ISO 8859-1, with other characters in windows-1252; nil if a character is in neither.
    ///
    /// Browsers decode ISO 8859-1 as windows-1252, so their recordings contain characters of windows-1252.
    private static func latin1(_ text: String) -> [UInt8]? {
        var bytes: [UInt8] = []
        for scalar in text.unicodeScalars {
            if let byte = UInt8(exactly: scalar.value) {
                bytes.append(byte)
            } else if let index = windows1252.firstIndex(of: scalar.value) {
                bytes.append(UInt8(0x80 + index))
            } else {
                return nil
            }
        }
        return bytes
    }

    /// The code points of 0x80 to 0x9F; 0 for undefined ones.
    private static let windows1252: [UInt32] = [
        0x20AC, 0, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0, 0x017D, 0,
        0, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0, 0x017E,
        0x0178,
    ]
}
