import Rehearsal

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
