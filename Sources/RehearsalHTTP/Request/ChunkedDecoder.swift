@_spi(Wire) import Rehearsal

/// An incremental decoder of the chunked coding (RFC 9112 §7.1).
package struct ChunkedDecoder {
    /// The part of the coding to which the next byte belongs.
    private enum State {
        case size, inExtension, sizeLF, data, dataCR, dataLF, trailerStart, trailer, trailerLF, finalLF, done
    }

    private var state = State.size
    /// The number of bytes of the current chunk that have not arrived.
    private var remaining = 0
    /// The sum of the chunk sizes so far.
    private var total = 0
    /// The number of digits of the current chunk size.
    private var digits = 0
    private var extensions = ChunkExtensionValidator()
    private var trailer = TrailerValidator()
    /// The number of bytes of extensions and trailer lines.
    private var overhead = 0
    /// The number of trailer lines.
    private var trailers = 0
    private let limits: RequestLimits

    package init(_ limits: RequestLimits) { self.limits = limits }

    package var isComplete: Bool { state == .done }

    /// Whether a trailer line has begun.
    package var hasTrailers: Bool { trailers > 0 }

    /// The violated rules that the server tolerates.
    var remarks: [String] { extensions.remarks + trailer.remarks }

    /// Decodes bytes, and passes the pieces of the body to a closure. Returns the number of used bytes.
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
                if remaining == 0 { state = .dataCR }
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
        case .inExtension: try extensionByte(byte)
        case .sizeLF:
            try expect(byte, 0x0A, Self.bareCR)
            digits = 0
            total += remaining
            if total > limits.body { throw BodyReader.tooLarge(limits.body) }
            state = remaining == 0 ? .trailerStart : .data
        case .dataCR:
            try expect(byte, 0x0D, Self.wrongEnd)
            state = .dataLF
        case .dataLF:
            try expect(byte, 0x0A, Self.wrongEnd)
            state = .size
        case .trailerStart:
            if byte == 0x0D {
                state = .finalLF
            } else {
                try countTrailerByte()
                try countTrailer()
                try trailer.begin(byte)
                state = .trailer
            }
        case .trailer:
            try countTrailerByte()
            if try trailer.consume(byte) { state = .trailerLF }
        case .trailerLF:
            try expect(byte, 0x0A, Self.bareCR)
            try countTrailerByte()
            state = .trailerStart
        // `.data` and `.done` do not occur here: `feed` handles them.
        case .finalLF, .data, .done:
            try expect(byte, 0x0A, Self.bareCR)
            state = .done
        }
    }

    private mutating func sizeByte(_ byte: UInt8) throws(Violation) {
        if let value = byte.hexValue {
            if digits == 0 { remaining = 0 }
            digits += 1
            // Leading zeros are valid, but their number is limited.
            if digits > Self.maximumDigits {
                throw Violation(400, "RFC 9112 §7.1: a chunk size has more than \(Self.maximumDigits) digits")
            }
            guard remaining < 1 << 56 else {
                throw Violation(413, "RFC 9112 §7.1: a chunk size is too large to be processed")
            }
            remaining = remaining << 4 | Int(value)
            return
        }
        guard digits > 0 else { throw Self.notHexadecimal }
        switch byte {
        case 0x0D: state = .sizeLF
        case 0x0A: throw Self.bareLF
        case 0x3B, 0x20, 0x09:
            state = .inExtension
            extensions.begin()
            try extensionByte(byte)
        default: throw Self.notHexadecimal
        }
    }

    private mutating func extensionByte(_ byte: UInt8) throws(Violation) {
        if byte == 0x0A { throw Self.bareLF }
        if try extensions.consume(byte) {
            state = .sizeLF
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

    private static let maximumDigits = 64
    private static let notHexadecimal = Violation(400, "RFC 9112 §7.1: a chunk size is not hexadecimal")
    private static let bareLF = Violation(400, "RFC 9112 §2.2: a chunk size line ends in LF without CR")
    private static let bareCR = Violation(400, "RFC 9112 §2.2: a CR is not followed by LF")
    private static let wrongEnd = Violation(400, "RFC 9112 §7.1: a chunk does not end after its declared size")
}

/// A validator of chunk extensions (RFC 9112 §7.1.1), whose values are ignored.
struct ChunkExtensionValidator {
    private enum State {
        case beforeName, inName, afterName, beforeValue, inValue, quoted, escaped, afterValue
    }

    private var state = State.afterValue
    private var hasBadSpace = false

    /// Begins the line of a chunk size.
    mutating func begin() { state = .afterValue }

    var remarks: [String] {
        hasBadSpace ? ["RFC 9110 §5.6.3: white space around a chunk extension, which a client must not send"] : []
    }

    /// Validates a byte after a chunk size. Returns whether the byte is the CR after the last extension.
    mutating func consume(_ byte: UInt8) throws(Violation) -> Bool {
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

/// A validator of trailer fields (RFC 9112 §7.1.2), whose values are ignored.
struct TrailerValidator {
    private var name: [UInt8] = []
    private var isInName = true
    /// The names of received fields that a trailer must not contain.
    private var misplaced: Set<String> = []

    var remarks: [String] {
        misplaced.sorted().map { "RFC 9110 §6.5.1: \($0) in a trailer is ignored" }
    }

    mutating func begin(_ byte: UInt8) throws(Violation) {
        name = []
        isInName = true
        if byte == 0x20 || byte == 0x09 {
            throw Violation(400, "RFC 9112 §5.2: a trailer line begins with white space (obsolete folding)")
        }
        _ = try consume(byte)
    }

    /// Validates a byte. Returns whether the byte is the CR after the line.
    mutating func consume(_ byte: UInt8) throws(Violation) -> Bool {
        if byte == 0x0A { throw Violation(400, "RFC 9112 §2.2: a trailer line ends in LF without CR") }
        if !isInName {
            if byte == 0x0D { return true }
            guard ByteClass.isFieldValue(byte) else { throw HeadDiagnosis.valueViolation(byte) }
            return false
        }
        if byte == 0x3A, !name.isEmpty {
            isInName = false
            let text = String(decoding: name, as: UTF8.self)
            if Self.forbidden.contains(text) { misplaced.insert(text) }
            return false
        }
        guard ByteClass.isToken(byte) else {
            throw Violation(400, "RFC 9112 §7.1.2: a trailer line is not a token followed by a colon")
        }
        // Names that a trailer must not contain are shorter than 32 bytes.
        if name.count < 32 { name.append(byte.asciiLowercased) }
        return false
    }

    /// The fields that a trailer must not contain: those of framing, routing, requests and content (RFC 9110 §6.5.1).
    private static let forbidden: Set<String> = [
        "transfer-encoding", "content-length", "host", "connection", "expect", "te", "trailer", "authorization",
        "cookie", "content-encoding", "content-type", "content-range",
    ]
}
