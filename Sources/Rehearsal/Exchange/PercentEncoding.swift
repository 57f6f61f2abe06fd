/// Percent-encoding (RFC 3986 §2.1) as requests are compared by it.
package enum PercentEncoding {
    /// Decodes the escapes of unreserved characters and puts the digits of the others in upper case, so that equal
    /// paths have equal bytes (RFC 3986 §6.2.2).
    ///
    /// `*`, `{` and `}` are escaped on the way: recorders write them either way. So is a `%` that begins no escape,
    /// which could begin one together with what is decoded after it.
    package static func normalized(_ segment: [UInt8]) -> [UInt8] {
        guard segment.contains(where: needsWork) else { return segment }
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

    /// Every escape decoded; with `plusIsSpace`, `+` as a space, as forms write it. A `%` that begins no escape stays.
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

    /// What cannot stand in a target as it is escaped, and nothing else: a `%` that begins no escape, brackets of a
    /// path, bytes above ASCII. White space and controls stay: they are no mistake of encoding.
    ///
    /// - Parameter characters: those that may be escaped; nil for all.
    package static func escapingStray(_ bytes: [UInt8], only characters: Set<UInt8>? = nil) -> [UInt8] {
        let isPath = bytes.first == UInt8(ascii: "/")
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count + 8)
        for (index, byte) in bytes.enumerated() {
            let isFine =
                switch byte {
                case UInt8(ascii: "%"): escaped(bytes, at: index) != nil
                case UInt8(ascii: "["), UInt8(ascii: "]"): !isPath
                default: ByteClass.isTarget(byte) || byte <= 0x20 || byte == 0x7F
                }
            if isFine || characters?.contains(byte) == false { result.append(byte) } else { append(byte, to: &result) }
        }
        return result
    }

    /// Every byte escaped but the unreserved ones (RFC 3986 §2.3), so that it can be any part of a URL.
    package static func escaped(_ bytes: some Sequence<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.underestimatedCount)
        for byte in bytes {
            if byte.isUnreserved { result.append(byte) } else { append(byte, to: &result) }
        }
        return result
    }

    /// Whether a byte makes normalising necessary.
    @inlinable package static func needsWork(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "%") || byte == UInt8(ascii: "*") || byte == UInt8(ascii: "{") || byte == UInt8(ascii: "}")
    }

    private static func escaped(_ bytes: [UInt8], at index: Int) -> UInt8? {
        guard index + 2 < bytes.count, let high = bytes[index + 1].hexValue, let low = bytes[index + 2].hexValue else {
            return nil
        }
        return high << 4 | low
    }

    private static func appendNormalized(_ byte: UInt8, wasEscaped: Bool, to result: inout [UInt8]) {
        if byte.isUnreserved || (!wasEscaped && !needsWork(byte)) {
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
