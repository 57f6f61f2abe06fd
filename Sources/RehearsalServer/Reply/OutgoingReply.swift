import Rehearsal

/// A prepared reply as one request receives it: with `Date` and `Connection`, and without a body for HEAD.
struct OutgoingReply {
    let reply: PreparedReply
    /// Whether the connection cannot carry another reply after this one.
    let closesConnection: Bool
    private let connectionLine: ConnectionLine
    private let isHead: Bool
    private let shape: EncodedReply.Shape

    /// The `Connection` line that is added to a head.
    private enum ConnectionLine {
        case none, close, keepAlive

        private var text: StaticString {
            switch self {
            case .none: ""
            case .close: "Connection: close\r\n"
            case .keepAlive: "Connection: keep-alive\r\n"
            }
        }

        @inline(__always) var count: Int { self == .none ? 0 : text.utf8CodeUnitCount }
        var bytes: UnsafeRawBufferPointer {
            UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
        }
    }

    @inline(__always)
    init(_ reply: PreparedReply, _ request: HTTPConnection.Request) {
        self.reply = reply
        shape = reply.encoded.shape
        isHead = request.isHead && !shape.isVerbatim
        closesConnection = shape.closesConnection(toHead: request.isHead)
        if shape.statesClose {
            connectionLine = .none
        } else if shape.closesConnection(toHead: isHead) || !request.keepsAlive {
            connectionLine = .close
        } else {
            connectionLine = request.minorVersion == 0 ? .keepAlive : .none
        }
    }

    @inline(__always) var headLength: Int { shape.headLength &+ connectionLine.count }
    @inline(__always) var length: Int { isHead ? headLength : headLength &+ shape.bodyLength }

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
        min(offset < shape.headLength ? offset : offset + connectionLine.count, length)
    }

    /// Converts an offset in the message's body to an offset in the encoded reply.
    func encodedOffset(of offset: Int) -> Int { offset - connectionLine.count }

    /// The length of the longest encoded reply whose message is sent from the output buffer of a loop in every case.
    ///
    /// A message can be longer than its encoded reply by a `Connection` line.
    static let maximumEncodedLength = EventLoop.outputSize - 32

    /// A message that was copied to the output buffer of a loop.
    struct Copy {
        let length: Int
        let closesConnection: Bool
    }

    /// Copies the message for a request to the output buffer of a loop, which must have room for it.
    static func copy(_ reply: PreparedReply, for request: HTTPConnection.Request, on loop: EventLoop) -> Copy {
        let message = OutgoingReply(reply, request)
        if let date = loop.date.baseAddress { message.copy(into: loop.output, date: date) }
        return Copy(length: message.length, closesConnection: message.closesConnection)
    }

    /// Copies the whole message to `target`, which must have room for `length` bytes.
    ///
    /// - Parameter date: the value of `Date`, of ``HTTPDate/length`` bytes.
    @inline(__always)
    func copy(into target: UnsafeMutableRawPointer, date: UnsafeRawPointer) {
        reply.encoded.bytes.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress else { return }
            if connectionLine == .none {
                target.copyMemory(from: base, byteCount: isHead ? shape.headLength : bytes.count)
            } else {
                copyWithConnectionLine(bytes, into: target)
            }
        }
        guard shape.dateOffset >= 0 else { return }
        (target + shape.dateOffset).copyMemory(from: date, byteCount: HTTPDate.length)
    }

    @inline(never)
    private func copyWithConnectionLine(_ bytes: UnsafeRawBufferPointer, into target: UnsafeMutableRawPointer) {
        let emptyLine = shape.headLength - 2
        let end = isHead ? shape.headLength : bytes.count
        let room = UnsafeMutableRawBufferPointer(start: target, count: length)
        room.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[..<emptyLine]))
        let rest = UnsafeMutableRawBufferPointer(rebasing: room[emptyLine...])
        rest.copyMemory(from: connectionLine.bytes)
        UnsafeMutableRawBufferPointer(rebasing: rest[connectionLine.count...])
            .copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[emptyLine..<end]))
    }

    /// Returns the head with its empty line.
    func head(date: [UInt8]) -> [UInt8] {
        let encoded = reply.encoded
        if connectionLine == .none, encoded.dateOffset < 0 { return Array(encoded.bytes[..<shape.headLength]) }
        var head = Array(encoded.bytes[..<(shape.headLength - 2)]) + connectionLine.bytes + [0x0D, 0x0A]
        if encoded.dateOffset >= 0 {
            head.replaceSubrange(encoded.dateOffset..<(encoded.dateOffset + date.count), with: date)
        }
        return head
    }
}
