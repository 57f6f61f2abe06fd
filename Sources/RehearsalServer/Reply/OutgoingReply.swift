import Rehearsal

/// A reply adapted to one request: HEAD, the `Date` value and the `Connection` line.
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

    /// Whether anything but the head is sent.
    var hasBody: Bool { !isHead }

    /// Returns the number of bytes that are sent before a stage is reached.
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

    /// Returns the end of the part that contains a stage: of the head, or of the message.
    func end(of stage: Fault.Stage) -> Int {
        if case .head = stage { headLength } else { length }
    }

    /// Returns the offset in the message for an offset in the encoded reply.
    func offset(ofEncoded offset: Int) -> Int {
        min(offset < reply.encoded.headLength ? offset : offset + connectionLine.count, length)
    }

    /// Returns the offset in the encoded reply for an offset in the message's body.
    func encodedOffset(of offset: Int) -> Int { offset - connectionLine.count }

    /// Copies the whole message; `target` has room for `length` bytes.
    func copy(into target: UnsafeMutableRawPointer, date: [UInt8]) {
        let encoded = reply.encoded
        encoded.bytes.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress else { return }
            if connectionLine.isEmpty {
                target.copyMemory(from: base, byteCount: isHead ? encoded.headLength : bytes.count)
            } else {
                let beforeEnd = encoded.headLength - 2
                target.copyMemory(from: base, byteCount: beforeEnd)
                connectionLine.withUnsafeBytes {
                    (target + beforeEnd).copyMemory(from: $0.baseAddress ?? base, byteCount: $0.count)
                }
                let rest = (isHead ? encoded.headLength : bytes.count) - beforeEnd
                (target + beforeEnd + connectionLine.count).copyMemory(from: base + beforeEnd, byteCount: rest)
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
