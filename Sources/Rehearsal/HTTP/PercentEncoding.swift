/// Percent-encoding (RFC 3986 §2.1) and its normalization.
package enum PercentEncoding {
    /// Decodes the escapes of unreserved characters and uppercases the digits of all others, so that equivalent paths
    /// have equal bytes (RFC 3986 §6.2.2).
    ///
    /// It also escapes `*`, `{` and `}`, which recorders write in either form. A `%` that does not begin an escape
    /// becomes `%25`, so that it cannot form an escape with the decoded bytes after it.
    package static func normalized(_ segment: [UInt8]) -> [UInt8] {
        guard segment.contains(where: needsNormalization) else { return segment }
        var result: [UInt8] = []
        result.reserveCapacity(segment.count + 8)
        var index = 0
        while index < segment.count {
            let byte = segment[index]
            if byte == UInt8(ascii: "%"), let value = escaped(segment, at: index) {
                appendNormalized(value, wasEscaped: true, to: &result)
                index += 3
            } else {
                appendNormalized(byte, wasEscaped: false, to: &result)
                index += 1
            }
        }
        return result
    }

    /// Decodes every escape and, with `plusIsSpace`, `+` as a space. A `%` that does not begin an escape is not
    /// changed.
    package static func decoded(_ bytes: [UInt8], plusIsSpace: Bool = false) -> [UInt8] {
        guard bytes.contains(UInt8(ascii: "%")) || (plusIsSpace && bytes.contains(UInt8(ascii: "+"))) else {
            return bytes
        }
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            if byte == UInt8(ascii: "%"), let value = escaped(bytes, at: index) {
                result.append(value)
                index += 3
            } else {
                result.append(plusIsSpace && byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
                index += 1
            }
        }
        return result
    }

    /// Escapes the bytes that are not valid in a target.
    ///
    /// These are a `%` that does not begin an escape, brackets in a path, and bytes above ASCII. White space and
    /// control characters are not escaped, because they are not encoding mistakes.
    ///
    /// - Parameter characters: the bytes that may be escaped; nil for all.
    package static func escapingInvalidBytes(_ bytes: [UInt8], only characters: Set<UInt8>? = nil) -> [UInt8] {
        let isPath = bytes.first == UInt8(ascii: "/")
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count + 8)
        for (index, byte) in bytes.enumerated() {
            let isValid =
                switch byte {
                case UInt8(ascii: "%"): escaped(bytes, at: index) != nil
                case UInt8(ascii: "["), UInt8(ascii: "]"): !isPath
                default: ByteClass.isTarget(byte) || byte <= 0x20 || byte == 0x7F
                }
            if isValid || characters?.contains(byte) == false { result.append(byte) } else { append(byte, to: &result) }
        }
        return result
    }

    /// Escapes every byte that is not unreserved (RFC 3986 §2.3), for use in any part of a URL.
    package static func escaped(_ bytes: some Sequence<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.underestimatedCount)
        for byte in bytes {
            if byte.isUnreserved { result.append(byte) } else { append(byte, to: &result) }
        }
        return result
    }

    /// Returns whether a byte requires normalization.
    @inlinable package static func needsNormalization(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "%") || byte == UInt8(ascii: "*") || byte == UInt8(ascii: "{") || byte == UInt8(ascii: "}")
    }

    private static func escaped(_ bytes: [UInt8], at index: Int) -> UInt8? {
        guard index + 2 < bytes.count, let high = bytes[index + 1].hexValue, let low = bytes[index + 2].hexValue else {
            return nil
        }
        return high << 4 | low
    }

    private static func appendNormalized(_ byte: UInt8, wasEscaped: Bool, to result: inout [UInt8]) {
        if byte.isUnreserved || (!wasEscaped && !needsNormalization(byte)) {
            result.append(byte)
        } else {
            append(byte, to: &result)
        }
    }

    /// Appends the escape of a byte.
    private static func append(_ byte: UInt8, to result: inout [UInt8]) {
        result.append(UInt8(ascii: "%"))
        result.append(hexDigit(byte >> 4))
        result.append(hexDigit(byte & 15))
    }

    package static func hexDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
    }
}
