import Rehearsal

/// Takes the chunked coding off a body (RFC 9112 §7.1), any number of bytes at a time.
package struct ChunkedDecoder {
    private enum State {
        case size, extended, sizeEnd, data, dataReturn, dataFeed, trailerStart, trailer, trailerFeed, lastFeed, done
    }

    private var state = State.size
    /// Bytes of the chunk that are still to come.
    private var remaining = 0
    /// Bytes of all chunks whose size is known.
    private var total = 0
    private var digits = 0
    private var extensions = ChunkExtension()
    private var trailer = TrailerField()
    /// Bytes of all extensions, and of all trailer lines with their ends.
    private var overhead = 0
    private var trailers = 0
    private let limits: RequestLimits

    package init(_ limits: RequestLimits) { self.limits = limits }

    package var isComplete: Bool { state == .done }

    /// Whether a trailer line has begun.
    package var hasTrailers: Bool { trailers > 0 }

    /// Rules that were broken where a server has to go on.
    var remarks: [String] { extensions.remarks + trailer.remarks }

    /// Reads on and hands over pieces of the body; returns how many bytes were used.
    package mutating func feed(
        _ bytes: UnsafeRawBufferPointer,
        _ take: (UnsafeRawBufferPointer) -> Void,
    ) throws(Violation) -> Int {
        var index = 0
        while index < bytes.count, state != .done {
            if state == .data {
                let count = min(remaining, bytes.count - index)
                take(UnsafeRawBufferPointer(rebasing: bytes[index..<(index + count)]))
                remaining -= count
                index += count
                if remaining == 0 { state = .dataReturn }
            } else {
                try step(bytes[index])
                index += 1
            }
        }
        return index
    }

    private mutating func step(_ byte: UInt8) throws(Violation) {
        switch state {
        case .size: try sizeByte(byte)
        case .extended: try extensionByte(byte)
        case .sizeEnd:
            try expect(byte, 0x0A, Self.bareReturn)
            digits = 0
            total += remaining
            if total > limits.body { throw BodyReader.tooLarge(limits.body) }
            state = remaining == 0 ? .trailerStart : .data
        case .dataReturn:
            try expect(byte, 0x0D, Self.wrongEnd)
            state = .dataFeed
        case .dataFeed:
            try expect(byte, 0x0A, Self.wrongEnd)
            state = .size
        case .trailerStart:
            if byte == 0x0D {
                state = .lastFeed
            } else {
                try countTrailerByte()
                try countTrailer()
                try trailer.begin(byte)
                state = .trailer
            }
        case .trailer:
            try countTrailerByte()
            if try trailer.isEnd(byte) { state = .trailerFeed }
        case .trailerFeed:
            try expect(byte, 0x0A, Self.bareReturn)
            try countTrailerByte()
            state = .trailerStart
        // Data is not read byte by byte, and nothing is read when all is done.
        case .lastFeed, .data, .done:
            try expect(byte, 0x0A, Self.bareReturn)
            state = .done
        }
    }

    private mutating func sizeByte(_ byte: UInt8) throws(Violation) {
        if let value = byte.hexValue {
            if digits == 0 { remaining = 0 }
            digits += 1
            // Zeros may lead, but not without end.
            if digits > Self.mostDigits {
                throw Violation(400, "RFC 9112 §7.1: a chunk size has more than \(Self.mostDigits) digits")
            }
            guard remaining < 1 << 56 else {
                throw Violation(413, "RFC 9112 §7.1: a chunk size is larger than any body")
            }
            remaining = remaining << 4 | Int(value)
            return
        }
        guard digits > 0 else { throw Self.notHexadecimal }
        switch byte {
        case 0x0D: state = .sizeEnd
        case 0x0A: throw Self.bareFeed
        case 0x3B, 0x20, 0x09:
            state = .extended
            extensions.begin()
            try extensionByte(byte)
        default: throw Self.notHexadecimal
        }
    }

    private mutating func extensionByte(_ byte: UInt8) throws(Violation) {
        if byte == 0x0A { throw Self.bareFeed }
        if try extensions.isEnd(byte) {
            state = .sizeEnd
            return
        }
        overhead += 1
        if overhead > limits.head {
            throw Violation(413, "RFC 9112 §7.1.1: chunk extensions have more than \(limits.head) bytes")
        }
    }

    private mutating func countTrailerByte() throws(Violation) {
        overhead += 1
        if overhead > limits.head {
            throw Violation(431, "RFC 6585 §5: chunk extensions and trailers have more than \(limits.head) bytes")
        }
    }

    private mutating func countTrailer() throws(Violation) {
        trailers += 1
        if trailers > limits.headerLines {
            throw Violation(431, "RFC 6585 §5: more than \(limits.headerLines) trailer lines")
        }
    }

    private func expect(_ byte: UInt8, _ wanted: UInt8, _ violation: Violation) throws(Violation) {
        if byte != wanted { throw violation }
    }

    private static let mostDigits = 64
    private static let notHexadecimal = Violation(400, "RFC 9112 §7.1: a chunk size is not hexadecimal")
    private static let bareFeed = Violation(400, "RFC 9112 §2.2: a chunk size line ends in LF without CR")
    private static let bareReturn = Violation(400, "RFC 9112 §2.2: a CR stands alone, without its LF")
    private static let wrongEnd = Violation(400, "RFC 9112 §7.1: a chunk does not end where its size says")
}
