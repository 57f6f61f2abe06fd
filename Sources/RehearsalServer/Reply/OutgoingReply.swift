import Rehearsal

/// A prepared reply as one request receives it: with `Date` and `Connection`, and without a body for HEAD.
struct OutgoingReply {
    let reply: PreparedReply
    /// The `Connection` line that is added to the head; empty for none.
    private let connectionLine: [UInt8]
    private let isHead: Bool

    init(_ reply: PreparedReply, _ request: HTTPConnection.Request) {
        self.reply = reply
        isHead = request.isHead && !reply.encoded.isVerbatim
        if reply.encoded.statesClose {
            connectionLine = []
        } else if reply.encoded.closesConnection(toHead: isHead) || !request.keepsAlive {
            connectionLine = Self.closeLine
        } else {
            connectionLine = request.minorVersion == 0 ? Self.keepLine : []
        }
    }

    var headLength: Int { reply.encoded.headLength &+ connectionLine.count }
    var length: Int { isHead ? headLength : headLength &+ reply.encoded.bodyLength }

    /// Whether the server may send a body; false for HEAD.
    var hasBody: Bool { !isHead }

    /// Returns the offset in the message at which a fault of a stage takes effect.
    func offset(of stage: Fault.Stage) -> Int {
        let body = length - headLength
        return switch stage {
        case .requestBody, .beforeHead: 0
        case .head(let amount): amount.bytes(of: headLength)
        case .afterHead: headLength
        case .body(let amount): headLength + amount.bytes(of: body)
        case .end, .idle: length
        }
    }

    /// Returns the end of the part that contains a stage: the offset after the head, or after the message.
    func end(of stage: Fault.Stage) -> Int {
        if case .head = stage { headLength } else { length }
    }

    /// Converts an offset in the encoded reply to an offset in the message, at most the message's length.
    func offset(ofEncoded offset: Int) -> Int {
        min(offset < reply.encoded.headLength ? offset : offset + connectionLine.count, length)
    }

    /// Converts an offset in the message's body to an offset in the encoded reply.
    func encodedOffset(of offset: Int) -> Int { offset - connectionLine.count }

    /// Copies the whole message to `target`, which must have room for `length` bytes.
    func copy(into target: UnsafeMutableRawPointer, date: [UInt8]) {
        let encoded = reply.encoded
        encoded.bytes.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress else { return }
            if connectionLine.isEmpty {
                target.copyMemory(from: base, byteCount: isHead ? encoded.headLength : bytes.count)
            } else {
                let emptyLine = encoded.headLength - 2
                target.copyMemory(from: base, byteCount: emptyLine)
                connectionLine.withUnsafeBytes {
                    (target + emptyLine).copyMemory(from: $0.baseAddress ?? base, byteCount: $0.count)
                }
                let rest = (isHead ? encoded.headLength : bytes.count) - emptyLine
                (target + emptyLine + connectionLine.count).copyMemory(from: base + emptyLine, byteCount: rest)
            }
        }
        guard encoded.dateOffset >= 0 else { return }
        date.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress else { return }
            (target + encoded.dateOffset).copyMemory(from: base, byteCount: bytes.count)
        }
    }

    /// Returns the head with its empty line.
    func head(date: [UInt8]) -> [UInt8] {
        let encoded = reply.encoded
        if connectionLine.isEmpty, encoded.dateOffset < 0 { return Array(encoded.bytes[..<encoded.headLength]) }
        var head = Array(encoded.bytes[..<(encoded.headLength - 2)]) + connectionLine + [0x0D, 0x0A]
        if encoded.dateOffset >= 0 {
            head.replaceSubrange(encoded.dateOffset..<(encoded.dateOffset + date.count), with: date)
        }
        return head
    }

    private static let closeLine = Array("Connection: close\r\n".utf8)
    private static let keepLine = Array("Connection: keep-alive\r\n".utf8)
}
