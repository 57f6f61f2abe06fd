@_spi(Wire) import Rehearsal
import RehearsalPlatform

/// An incremental search for the end of a request's head that examines each byte once.
package struct HeadScan {
    package enum Outcome {
        case incomplete
        /// The length of the head with its empty line.
        case complete(Int)
        case broken(Violation)
    }

    /// The number of bytes already searched for line ends.
    private var position = 0
    private var lineStart = 0
    private var lines = 0

    package init() {}

    /// Returns the length of an empty line before a request (RFC 9112 §2.2); 0 without one, nil while it is unknown.
    ///
    /// - Parameter acceptsBareLF: whether a bare LF is an empty line.
    package static func leadingLine(_ bytes: UnsafeRawBufferPointer, acceptsBareLF: Bool = false) -> Int? {
        switch bytes.first {
        case nil: nil
        case 0x0A where acceptsBareLF: 1
        case 0x0D: bytes.count == 1 ? nil : bytes[1] == 0x0A ? 2 : 0
        default: 0
        }
    }

    /// Examines the bytes that were received since the last call. `bytes` contains the head from its first byte on.
    ///
    /// - Parameter leniency: the tolerated violations; only bare LF and spacing of the request line matter here.
    package mutating func scan(
        _ bytes: UnsafeRawBufferPointer,
        _ limits: RequestLimits,
        tolerating leniency: RequestLeniency = [],
    ) -> Outcome {
        guard let base = bytes.baseAddress else { return .incomplete }
        if position == 0, let violation = Self.firstByte(bytes) { return .broken(violation) }
        while position < bytes.count {
            guard let found = memchr(base + position, 0x0A, bytes.count - position) else {
                position = bytes.count
                break
            }
            let lineFeed = UnsafeRawPointer(found) - base
            position = lineFeed + 1
            var end = lineFeed
            if lineFeed > lineStart, bytes[lineFeed - 1] == 0x0D {
                end = lineFeed - 1
            } else if !leniency.contains(.bareLineFeeds) {
                return .broken(Violation(400, "RFC 9112 §2.2: a line ends in LF without CR"))
            }
            if end == lineStart, lines > 0 { return self.end(at: lineFeed + 1, limits) }
            if lines == 0, let violation = Self.firstLine(base, count: end, limits, tolerating: leniency) {
                return .broken(violation)
            }
            if lines > limits.headerLines {
                return .broken(Violation(431, "RFC 6585 §5: more than \(limits.headerLines) header lines"))
            }
            lines += 1
            lineStart = lineFeed + 1
        }
        // A final CR may belong to the line end.
        let seen = bytes.last == 0x0D ? bytes.count - 1 : bytes.count
        if lines == 0, let violation = Self.firstLine(base, count: seen, limits, tolerating: leniency) {
            return .broken(violation)
        }
        return bytes.count > limits.head ? .broken(Self.tooLarge(limits)) : .incomplete
    }

    private func end(at length: Int, _ limits: RequestLimits) -> Outcome {
        length > limits.head ? .broken(Self.tooLarge(limits)) : .complete(length)
    }

    private static func tooLarge(_ limits: RequestLimits) -> Violation {
        Violation(431, "RFC 6585 §5: the head is larger than \(limits.head) bytes")
    }

    /// Returns the violation of a request line whose received part is already too long; nil if it is not.
    private static func firstLine(
        _ base: UnsafeRawPointer,
        count: Int,
        _ limits: RequestLimits,
        tolerating leniency: RequestLeniency,
    ) -> Violation? {
        // If spacing is tolerated, `HeadRepair` separates the parts later and measures the target.
        guard count > limits.target, !leniency.contains(.spacedRequestLine) else { return nil }
        guard let space = memchr(base, 0x20, limits.target + 1) else {
            return Violation(501, "RFC 9112 §3: the method is longer than \(limits.target) bytes")
        }
        let target = UnsafeRawPointer(space) + 1
        let rest = base + count - target
        guard rest > limits.target, memchr(target, 0x20, limits.target + 1) == nil else { return nil }
        return targetTooLong(limits)
    }

    package static func targetTooLong(_ limits: RequestLimits) -> Violation {
        Violation(414, "RFC 9110 §15.5.15: the target is longer than \(limits.target) bytes")
    }

    /// Returns the violation of a first byte that cannot begin a request. The server does not wait for a line end.
    private static func firstByte(_ bytes: UnsafeRawBufferPointer) -> Violation? {
        guard let first = bytes.first else { return nil }
        if first == 0x16 { return Violation(400, "TLS on a plain port: the client uses https") }
        if ByteClass.isToken(first) || first == 0x0D || first == 0x0A { return nil }
        return Violation(400, "RFC 9112 §3.1: the method must begin with a token character, not byte \(first)")
    }
}
