@_spi(Wire) package import Rehearsal

/// A strict parser of complete request heads that stores offsets instead of copies (RFC 9112 §3, §5).
package enum RequestParser {
    /// Returns whether bytes end in an empty line, as a head does.
    @inline(__always)
    package static func endsHead(_ bytes: UnsafeRawBufferPointer) -> Bool {
        // The integer has the bytes CR LF CR LF in memory, whatever the byte order of the machine.
        bytes.count > 4
            && bytes.loadUnaligned(fromByteOffset: bytes.count &- 4, as: UInt32.self) == UInt32(bigEndian: 0x0D0A_0D0A)
    }

    /// Parses a head.
    ///
    /// - Parameter bytes: the head with its empty line; every line must end in CRLF.
    package static func parse(_ bytes: Span<UInt8>, into head: inout RequestHead) throws(Violation) {
        head.reset()
        var position = try requestLine(bytes, into: &head)
        while bytes[position] != 0x0D {
            position = try field(bytes, at: position, into: &head)
        }
        guard position + 2 == bytes.count else { throw HeadDiagnosis.bareReturn }
        try RequestFraming.finish(bytes, &head)
    }

    private static func requestLine(_ bytes: Span<UInt8>, into head: inout RequestHead) throws(Violation) -> Int {
        var index = 0
        while bytes[index] &- 0x41 < 26 { index &+= 1 }
        if bytes[index] != 0x20 { while ByteClass.isToken(bytes[index]) { index &+= 1 } }
        guard index > 0, bytes[index] == 0x20 else { throw HeadDiagnosis.requestLineViolation(bytes) }
        head.method = RequestHead.Slice(0, index)
        head.methodCode = MethodCode(bytes, head.method)
        let start = index + 1
        index = start &+ bytes.pathRun(from: start)
        var question = -1
        repeat {
            while ByteClass.isPath(bytes[index]) { index &+= 1 }
            if question < 0, bytes[index] == 0x3F { question = index }
        } while skipEscape(bytes, start, &index)
        guard index > start, bytes[index] == 0x20 else { throw HeadDiagnosis.requestLineViolation(bytes) }
        head.target = RequestHead.Slice(start, index)
        if question >= 0 { head.query = RequestHead.Slice(question + 1, index) }
        let next = try version(bytes, at: index + 1, into: &head)
        try RequestTarget.locatePath(bytes, &head, pathEnd: question >= 0 ? question : index)
        return next
    }

    /// Skips a question mark, a percent-escape, or a bracket of an IP literal in a target that is not a path.
    ///
    /// - Returns: whether it skipped bytes.
    private static func skipEscape(_ bytes: Span<UInt8>, _ start: Int, _ index: inout Int) -> Bool {
        switch bytes[index] {
        case 0x3F: index += 1
        case 0x25 where bytes[index + 1].hexValue != nil && bytes[index + 2].hexValue != nil: index += 3
        case 0x5B where bytes[start] != 0x2F, 0x5D where bytes[start] != 0x2F: index += 1
        default: return false
        }
        return true
    }

    @inline(__always)
    private static func version(
        _ bytes: Span<UInt8>,
        at start: Int,
        into head: inout RequestHead,
    ) throws(Violation) -> Int {
        let end = start + 8
        guard end + 1 < bytes.count, bytes[end] == 0x0D, bytes[end + 1] == 0x0A else {
            throw HeadDiagnosis.requestLineViolation(bytes)
        }
        head.version = RequestHead.Slice(start, end)
        // The bytes of "HTTP/1.1" in ASCII. After `reset()`, the other properties describe this version.
        if bytes.integer(head.version) == 0x4854_5450_2F31_2E31 { return end + 2 }
        return try otherVersion(bytes, at: start, into: &head)
    }

    private static func otherVersion(
        _ bytes: Span<UInt8>,
        at start: Int,
        into head: inout RequestHead,
    ) throws(Violation) -> Int {
        guard bytes.equals(RequestHead.Slice(start, start + 5), Self.name),
            bytes[start + 5].isDigit, bytes[start + 6] == 0x2E, bytes[start + 7].isDigit
        else { throw HeadDiagnosis.requestLineViolation(bytes) }
        guard bytes[start + 5] == 0x31 else {
            let isPreface = bytes.equals(head.method, Self.preface)
            let note = isPreface ? "; the client sent the HTTP/2 preface without negotiation" : ""
            throw Violation(505, "RFC 9110 §15.6.6: only HTTP/1.0 and HTTP/1.1 are supported\(note)")
        }
        head.minorVersion = min(1, Int(bytes[start + 7] &- 0x30))
        head.isKeepAlive = head.minorVersion == 1
        return start + 10
    }

    private static func field(
        _ bytes: Span<UInt8>,
        at start: Int,
        into head: inout RequestHead,
    ) throws(Violation) -> Int {
        var index = start &+ bytes.nameRun(from: start)
        while ByteClass.isToken(bytes[index]) { index &+= 1 }
        guard index > start, bytes[index] == 0x3A else {
            throw HeadDiagnosis.nameViolation(bytes, start, index, isFirst: head.fields.isEmpty)
        }
        let name = RequestHead.Slice(start, index)
        index += 1
        while bytes[index] == 0x20 || bytes[index] == 0x09 { index += 1 }
        let valueStart = index
        index &+= bytes.visibleRun(from: index)
        var valueEnd = index
        while ByteClass.isFieldValue(bytes[index]) {
            if bytes[index] > 0x20 { valueEnd = index &+ 1 }
            index &+= 1
        }
        guard bytes[index] == 0x0D, bytes[index + 1] == 0x0A else { throw HeadDiagnosis.valueViolation(bytes[index]) }
        let value = RequestHead.Slice(valueStart, valueEnd)
        head.fields.append(RequestHead.Field(name: name, value: value))
        try RequestFraming.evaluate(bytes, name: name, value: value, in: &head)
        return index + 2
    }

    private static let name = Array("HTTP/".utf8)
    private static let preface = Array("PRI".utf8)
}
