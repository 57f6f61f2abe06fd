import Rehearsal

/// Takes the chunked coding off a body (RFC 9112 §7.1), any number of bytes at a time.
struct ChunkedDecoder {
    private enum State {
        case size, extended, sizeEnd, data, dataReturn, dataFeed, trailerStart, trailer, trailerFeed, lastFeed, done
    }

    private var state = State.size
    private var remaining = 0
    private var digits = 0
    private var overhead = 0

    /// Bytes of one chunk's size line, and of all trailers: more is an attack or an accident.
    private static let mostLine = 4096
    private static let mostTrailers = 64 << 10

    var isComplete: Bool { state == .done }

    /// Reads on and hands over pieces of the body; returns how many bytes were used.
    mutating func feed(
        _ bytes: UnsafeRawBufferPointer,
        _ take: (UnsafeRawBufferPointer) throws(Violation) -> Void,
    ) throws(Violation) -> Int {
        var index = 0
        while index < bytes.count, state != .done {
            if state == .data {
                let count = min(remaining, bytes.count - index)
                try take(UnsafeRawBufferPointer(rebasing: bytes[index..<(index + count)]))
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
            try expect(byte, 0x0A)
            digits = 0
            overhead = 0
            state = remaining == 0 ? .trailerStart : .data
        case .dataReturn:
            try expect(byte, 0x0D)
            state = .dataFeed
        case .dataFeed:
            try expect(byte, 0x0A)
            state = .size
        case .trailerStart:
            try countOverhead(Self.mostTrailers)
            state = byte == 0x0D ? .lastFeed : .trailer
        case .trailer:
            try countOverhead(Self.mostTrailers)
            if byte == 0x0A { throw Violation(400, "RFC 9112 §2.2: a trailer line ends in LF without CR") }
            if byte == 0x0D { state = .trailerFeed }
        case .trailerFeed:
            try expect(byte, 0x0A)
            state = .trailerStart
        case .lastFeed:
            try expect(byte, 0x0A)
            state = .done
        case .data, .done: break
        }
    }

    private mutating func sizeByte(_ byte: UInt8) throws(Violation) {
        try countOverhead(Self.mostLine)
        guard let value = byte.hexValue else {
            guard digits > 0 else { throw Self.notHexadecimal }
            switch byte {
            case 0x0D: state = .sizeEnd
            case 0x3B, 0x20, 0x09: state = .extended
            default: throw Self.notHexadecimal
            }
            return
        }
        if digits == 0 { remaining = 0 }
        digits += 1
        guard remaining < 1 << 56 else { throw Violation(413, "RFC 9112 §7.1: a chunk size is larger than any body") }
        remaining = remaining << 4 | Int(value)
    }

    /// A chunk extension (RFC 9112 §7.1.1) is passed over.
    private mutating func extensionByte(_ byte: UInt8) throws(Violation) {
        try countOverhead(Self.mostLine)
        if byte == 0x0A { throw Violation(400, "RFC 9112 §2.2: a chunk size line ends in LF without CR") }
        if byte == 0x0D { state = .sizeEnd }
    }

    private static let notHexadecimal = Violation(400, "RFC 9112 §7.1: a chunk size is not hexadecimal")

    private mutating func countOverhead(_ limit: Int) throws(Violation) {
        overhead += 1
        if overhead > limit {
            throw Violation(400, "RFC 9112 §7.1: more than \(limit) bytes of chunk extension or trailers")
        }
    }

    private func expect(_ byte: UInt8, _ wanted: UInt8) throws(Violation) {
        if byte != wanted { throw Violation(400, "RFC 9112 §7.1: a chunk does not end where its size says") }
    }
}
