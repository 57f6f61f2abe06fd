package import Rehearsal
import RehearsalPlatform

/// Detection of secrets in encoded text: Base64 and percent-encoding.
package enum EncodedText {
    /// Returns the text that Base64 encodes, decompressed if necessary; nil if the result is not readable text.
    package static func base64(_ text: String) -> [UInt8]? {
        guard 12...65_536 ~= text.utf8.count, text.utf8.allSatisfy(isBase64) else { return nil }
        guard let stored = Base64.decoded(text), stored.count >= 8 else { return nil }
        let bytes = CompressedBytes.decompressed(stored) ?? stored
        return bytes.allSatisfy(isReadable) && bytes.text != nil ? bytes : nil
    }

    /// Returns the parts that look like secrets, with percent-encoding read or not, each with its range.
    package static func shapes(in bytes: [UInt8]) -> [DetectedSecret] {
        let plain = DetectedSecret.detect(in: bytes)
        guard let unescaped = Unescaped(bytes) else { return plain }
        return plain
            + DetectedSecret.detect(in: unescaped.bytes).map { DetectedSecret($0.kind, unescaped.origin(of: $0.range)) }
            .filter { shape in !plain.contains { $0.range.overlaps(shape.range) } }
    }

    /// Returns the ranges of secrets in a URL, by shape or by position, sorted and without overlaps.
    package static func secrets(inURL bytes: [UInt8]) -> [Range<Int>] {
        let shapes = shapes(in: bytes).map(\.range)
        let taken = shapes + Placeholder.ranges(in: bytes)
        let linked = URLSecrets.all(in: bytes).filter { range in !taken.contains { $0.overlaps(range) } }
        return (shapes + linked).sorted { $0.lowerBound < $1.lowerBound }
    }

    private static func isBase64(_ byte: UInt8) -> Bool { byte.isAlphanumeric(or: "+/-_=") }

    private static func isReadable(_ byte: UInt8) -> Bool {
        byte >= 0x20 && byte != 0x7F || byte == 0x0A || byte == 0x0D || byte == 0x09
    }

    /// A percent-decoded text with the original offset of each byte.
    struct Unescaped {
        private(set) var bytes: [UInt8] = []
        private var starts: [Int] = []

        /// Decodes a text; nil if it has no escape.
        init?(_ raw: [UInt8]) {
            guard raw.contains(UInt8(ascii: "%")) else { return nil }
            var index = 0
            while index < raw.count {
                starts.append(index)
                if raw[index] == UInt8(ascii: "%"), index + 2 < raw.count, let high = raw[index + 1].hexValue,
                    let low = raw[index + 2].hexValue
                {
                    bytes.append(high << 4 | low)
                    index += 3
                } else {
                    bytes.append(raw[index] == UInt8(ascii: "+") ? 0x20 : raw[index])
                    index += 1
                }
            }
            if starts.count == raw.count { return nil }
            starts.append(raw.count)
        }

        func origin(of range: Range<Int>) -> Range<Int> { starts[range.lowerBound]..<starts[range.upperBound] }
    }
}

/// Decompression of gzip or zlib data that no header declares: an archive, or bytes of any type.
package enum CompressedBytes {
    /// The limit of decompressed bytes, because a few bytes may expand without bound.
    private static let limit = 4 << 20

    /// Returns the decompressed data up to the limit, through at most three layers; nil if it is not compressed.
    package static func decompressed(_ bytes: [UInt8]) -> [UInt8]? {
        var found: [UInt8]?
        // An archive can contain itself.
        for _ in 0..<3 {
            guard let inner = once(found ?? bytes) else { break }
            found = inner
        }
        return found
    }

    private static func once(_ bytes: [UInt8]) -> [UInt8]? {
        guard isPacked(bytes), bytes.text == nil else { return nil }
        return Decompressor.shared?.decompressed(bytes, limit: limit, truncates: true)?.bytes
    }

    /// Returns whether the bytes begin as gzip (RFC 1952 §2.3.1) or zlib (RFC 1950 §2.2) data.
    private static func isPacked(_ bytes: [UInt8]) -> Bool {
        if bytes.starts(with: [0x1F, 0x8B, 8]) { return true }
        guard bytes.count > 2, bytes[0] & 0x0F == 8, bytes[0] >> 4 <= 7 else { return false }
        return (Int(bytes[0]) << 8 | Int(bytes[1])) % 31 == 0
    }
}

/// A text in UTF-16 or UTF-32, converted so that redaction reads it as any other text.
package struct WideText {
    /// The text in UTF-8 without its byte order mark.
    package private(set) var utf8: [UInt8] = []
    private let width: Int
    private let isBigEndian: Bool
    private let mark: [UInt8]
    /// The incomplete code unit at the end of a truncated text.
    private var rest: [UInt8] = []

    /// Decodes a text; nil unless its byte order mark, its zero bytes or its charset show one of the encodings.
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

    /// Returns another text in the same encoding.
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
        // Valid UTF-8 takes precedence over the declared charset.
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
