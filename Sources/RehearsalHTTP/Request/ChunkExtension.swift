import Rehearsal

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
