/// Classes of ASCII characters.
extension UInt8 {
    // Arithmetic, because ranges in `case` patterns are slow in debug builds, and scans test every byte.

    /// Whether the byte is a digit, `0` to `9`.
    @inlinable @inline(__always) package var isDigit: Bool { self &- 0x30 < 10 }

    /// Whether the byte is a letter, `A` to `Z` or `a` to `z`.
    @inlinable @inline(__always) package var isLetter: Bool { (self | 0x20) &- 0x61 < 26 }

    /// Whether the byte is a letter or a digit.
    @inlinable @inline(__always) package var isAlphanumeric: Bool { isLetter || isDigit }

    /// Whether the byte is unreserved in a URL: a letter, a digit or one of `-._~` (RFC 3986 §2.3).
    @inlinable package var isUnreserved: Bool {
        isAlphanumeric || self == 0x2D || self == 0x2E || self == 0x5F || self == 0x7E
    }

    /// Returns whether the byte is a letter, a digit or one of some other characters.
    @inlinable package func isAlphanumeric(or others: String) -> Bool { isAlphanumeric || others.utf8.contains(self) }

    /// Whether the byte is a space or a tab: white space within a line of HTTP (RFC 9110 §5.6.3).
    @inlinable @inline(__always) package var isBlank: Bool { self == 0x20 || self == 0x09 }

    /// Whether the byte belongs to the URL-safe alphabet of Base64 (RFC 4648 §5).
    @inlinable package var isBase64URL: Bool { isAlphanumeric || self == 0x2D || self == 0x5F }

    /// Whether the byte is white space between the tokens of a JSON document (RFC 8259 §2).
    @inlinable package var isJSONSpace: Bool { self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0D }

    /// The byte in lower case if it is `A`–`Z`; otherwise the byte itself.
    @inlinable package var asciiLowercased: UInt8 { self &- 0x41 < 26 ? self | 0x20 : self }

    /// The value of a hexadecimal digit; nil for other bytes.
    @inlinable package var hexValue: UInt8? {
        switch self {
        case 0x30...0x39: self &- 0x30
        case 0x41...0x46: self &- 0x37
        case 0x61...0x66: self &- 0x57
        default: nil
        }
    }
}
