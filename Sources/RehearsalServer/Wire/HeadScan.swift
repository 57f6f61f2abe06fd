#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Finds the end of a head, however it arrives: each byte is looked at once.
struct HeadScan {
    enum Outcome {
        case incomplete
        /// The length of the head with its empty line.
        case complete(Int)
        case broken(Violation)
    }

    /// Bytes that have been searched for an end of line.
    private var position = 0
    private var lineStart = 0
    private var lines = 0

    /// Looks at what has come since the last call; `bytes` begins where the head begins.
    mutating func run(_ bytes: UnsafeRawBufferPointer, _ limits: Backend.Limits) -> Outcome {
        guard let base = bytes.baseAddress else { return .incomplete }
        if position == 0, let violation = Self.firstByte(bytes) { return .broken(violation) }
        while position < bytes.count {
            guard let found = memchr(base + position, 0x0A, bytes.count - position) else {
                position = bytes.count
                break
            }
            let feed = UnsafeRawPointer(found) - base
            position = feed + 1
            guard feed > lineStart, bytes[feed - 1] == 0x0D else {
                return .broken(Violation(400, "RFC 9112 §2.2: a line ends in LF without CR"))
            }
            if feed - 1 == lineStart { return end(at: feed + 1, limits) }
            lines += 1
            if lines == 1, feed - lineStart - 64 > limits.target { return tooLong(limits) }
            if lines - 1 > limits.headerLines {
                return .broken(Violation(431, "RFC 6585 §5: more than \(limits.headerLines) header lines"))
            }
            lineStart = feed + 1
        }
        if lines == 0, bytes.count - 64 > limits.target { return tooLong(limits) }
        return bytes.count > limits.head ? .broken(Self.tooLarge(limits)) : .incomplete
    }

    private func end(at length: Int, _ limits: Backend.Limits) -> Outcome {
        length > limits.head ? .broken(Self.tooLarge(limits)) : .complete(length)
    }

    private static func tooLarge(_ limits: Backend.Limits) -> Violation {
        Violation(431, "RFC 6585 §5: the head is larger than \(limits.head) bytes")
    }

    private func tooLong(_ limits: Backend.Limits) -> Outcome {
        .broken(Violation(414, "RFC 9110 §15.5.15: the target is longer than \(limits.target) bytes"))
    }

    /// What can be told from the first byte, before anything waits for an end of line that will not come.
    private static func firstByte(_ bytes: UnsafeRawBufferPointer) -> Violation? {
        guard let first = bytes.first else { return nil }
        if first == 0x16 { return Violation(400, "TLS on a plain port: the client uses https") }
        if ByteClass.isToken(first) || first == 0x0D || first == 0x0A { return nil }
        return Violation(400, "RFC 9112 §3.1: a method begins with a token character, not with byte \(first)")
    }
}

/// The character classes of RFC 9110 §5.6.2, as bit sets.
enum ByteClass {
    private static let low: UInt64 = 0x03ff_6cfa_0000_0000
    private static let high: UInt64 = 0x57ff_ffff_c7ff_fffe

    @inline(__always)
    static func isToken(_ byte: UInt8) -> Bool {
        let set = byte < 64 ? low : high
        return byte < 128 && (set >> UInt64(byte & 63)) & 1 == 1
    }

    /// What a field value may hold: visible, space, tab, and bytes above ASCII (RFC 9110 §5.5).
    @inline(__always)
    static func isFieldValue(_ byte: UInt8) -> Bool { (byte >= 0x20 && byte != 0x7F) || byte == 0x09 }

    /// What a target may hold: visible ASCII without `#` (RFC 9112 §3.2).
    @inline(__always)
    static func isTarget(_ byte: UInt8) -> Bool { byte > 0x20 && byte < 0x7F && byte != 0x23 }
}
