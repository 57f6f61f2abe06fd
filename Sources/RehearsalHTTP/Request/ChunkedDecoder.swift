@_spi(Wire) import Rehearsal

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

/// What may follow a chunk size (RFC 9112 §7.1.1): nothing of it is used, and all of it has to be well formed.
struct ChunkExtension {
    private enum State {
        case beforeName, inName, afterName, beforeValue, inValue, quoted, escaped, afterValue
    }

    private var state = State.afterValue
    private var hasBadSpace = false

    /// A size line begins anew.
    mutating func begin() { state = .afterValue }

    var remarks: [String] {
        hasBadSpace ? ["RFC 9110 §5.6.3: white space stands beside a chunk extension, where none may be sent"] : []
    }

    /// Takes one byte, the first of them a `;` or white space; returns whether it is the CR after the last.
    mutating func isEnd(_ byte: UInt8) throws(Violation) -> Bool {
        let isBlank = byte == 0x20 || byte == 0x09
        if isBlank, state != .quoted, state != .escaped { hasBadSpace = true }
        switch (state, byte) {
        case (.beforeName, 0x20), (.beforeName, 0x09), (.beforeValue, 0x20), (.beforeValue, 0x09): break
        case (.inName, 0x0D), (.inValue, 0x0D): return true
        case (.afterValue, 0x0D) where !endsInSpace: return true
        case (.inName, 0x3B), (.afterName, 0x3B), (.inValue, 0x3B), (.afterValue, 0x3B): state = .beforeName
        case (.inName, 0x3D), (.afterName, 0x3D): state = .beforeValue
        case (.inName, _) where isBlank, (.afterName, _) where isBlank: state = .afterName
        case (.inValue, _) where isBlank, (.afterValue, _) where isBlank: state = .afterValue
        case (.beforeValue, 0x22): state = .quoted
        case (.quoted, 0x22): state = .afterValue
        case (.quoted, 0x5C): state = .escaped
        case (.quoted, _) where ByteClass.isFieldValue(byte), (.escaped, _) where ByteClass.isFieldValue(byte):
            state = .quoted
        case (.beforeName, _) where ByteClass.isToken(byte), (.inName, _) where ByteClass.isToken(byte): state = .inName
        case (.beforeValue, _) where ByteClass.isToken(byte), (.inValue, _) where ByteClass.isToken(byte):
            state = .inValue
        default: throw Violation(400, "RFC 9112 §7.1.1: a chunk extension is not ;name or ;name=value")
        }
        endsInSpace = isBlank
        return false
    }

    private var endsInSpace = false
}

/// A field line after the last chunk (RFC 9112 §7.1.2): read past, and well formed.
struct TrailerField {
    private var name: [UInt8] = []
    private var isInName = true
    /// Fields that no trailer may have, found among the trailers.
    private var misplaced: Set<String> = []

    var remarks: [String] {
        misplaced.sorted().map { "RFC 9110 §6.5.1: \($0) stands in a trailer, where it is not obeyed" }
    }

    mutating func begin(_ byte: UInt8) throws(Violation) {
        name = []
        isInName = true
        if byte == 0x20 || byte == 0x09 {
            throw Violation(400, "RFC 9112 §5.2: a trailer line begins with white space (obsolete folding)")
        }
        _ = try isEnd(byte)
    }

    /// Takes one byte; returns whether it is the CR after the line.
    mutating func isEnd(_ byte: UInt8) throws(Violation) -> Bool {
        if byte == 0x0A { throw Violation(400, "RFC 9112 §2.2: a trailer line ends in LF without CR") }
        if !isInName {
            if byte == 0x0D { return true }
            guard ByteClass.isFieldValue(byte) else { throw HeadDiagnosis.ofValue(byte) }
            return false
        }
        if byte == 0x3A, !name.isEmpty {
            isInName = false
            let text = String(decoding: name, as: UTF8.self)
            if Self.unfit.contains(text) { misplaced.insert(text) }
            return false
        }
        guard ByteClass.isToken(byte) else {
            throw Violation(400, "RFC 9112 §7.1.2: a trailer line is not a token followed by a colon")
        }
        // A longer name is none of those that matter.
        if name.count < 32 { name.append(byte.asciiLowercased) }
        return false
    }

    /// Fields about framing, routing, the meaning of the request or its content (RFC 9110 §6.5.1).
    private static let unfit: Set<String> = [
        "transfer-encoding", "content-length", "host", "connection", "expect", "te", "trailer", "authorization",
        "cookie", "content-encoding", "content-type", "content-range",
    ]
}
