import Rehearsal
import RehearsalPlatform

/// The part of an endpoint's first reply that the server needs to answer most requests.
///
/// A scenario run has one for each endpoint in one piece of memory. It is small, so that those of a large scenario stay
/// in the caches of the processor, which its prepared replies would not.
struct FirstReply {
    /// How the server uses the reply.
    enum Use: UInt8 {
        /// No request has needed the reply yet.
        case unknown
        /// The bytes are the message to most requests, except for the value of `Date`.
        case unchanged
        /// Only the ``PreparedReply`` has what a request needs.
        case adapted
    }

    private let bytes: [UInt8]
    /// The offset of the value of `Date`; -1 if the server adds no `Date`.
    private let dateOffset: Int32
    private let sentStatus: Int16
    let use: Use

    /// Creates the mark of a reply that no request has needed yet.
    init() {
        (bytes, dateOffset, sentStatus, use) = ([], -1, -1, .unknown)
    }

    init(_ reply: PreparedReply) {
        let (encoded, shape) = (reply.encoded, reply.encoded.shape)
        guard reply.isPlain, encoded.bytes.count <= OutgoingReply.maximumEncodedLength, !shape.closesConnection,
            !shape.statesClose, let status = Int16(exactly: reply.sentStatus)
        else {
            (bytes, dateOffset, sentStatus, use) = ([], -1, -1, .adapted)
            return
        }
        bytes = encoded.bytes
        dateOffset = Int32(truncatingIfNeeded: shape.dateOffset)
        sentStatus = status
        use = .unchanged
    }

    /// The status that the client receives.
    @inline(__always) var status: Int32 { Int32(sentStatus) }

    /// Begins to load the first bytes into the caches of the processor.
    @inline(__always)
    func prefetch() {
        // A call in the closure would retain the bytes, which all loops share. The address is not read through.
        if let start = bytes.withUnsafeBytes({ $0.baseAddress }) { Memory.prefetch(start) }
    }

    /// Copies the message to the output buffer of a loop.
    @inline(__always)
    func copy(on loop: EventLoop) -> OutgoingReply.Copy {
        bytes.withUnsafeBytes {
            if let base = $0.baseAddress { loop.output.copyMemory(from: base, byteCount: $0.count) }
        }
        if dateOffset >= 0, let date = loop.date.baseAddress {
            (loop.output + Int(dateOffset)).copyMemory(from: date, byteCount: HTTPDate.length)
        }
        return OutgoingReply.Copy(length: bytes.count, closesConnection: false)
    }
}
