import Rehearsal

/// A reply that is ready to be sent: its bytes, its timing and its faults.
final class PreparedReply: Sendable {
    /// The status that the client receives; -1 if it receives none or the status is not known yet.
    let sentStatus: Int32
    /// Whether the server can send the encoded bytes at once: no delay, hold, closure, template, pace or fault applies.
    let isPlain: Bool
    let encoded: EncodedReply
    /// The fixed delay between the decision and the first byte, in nanoseconds; 0 for a random delay.
    let delay: Int64
    /// The hold that the reply waits for before its delay begins.
    let hold: Scenario.Hold?
    /// The closure that returns the reply to send instead of `encoded`.
    let replyClosure: Scenario.Reply.Handler?
    /// Whether the reply is sent before the request's body is read.
    let isEarly: Bool
    /// Whether a ``ReplyScript`` sends the reply in several steps.
    let isScripted: Bool
    /// Whether the delay or the set of faults can differ between requests.
    let variesByRequest: Bool
    /// The template that is rendered for each request; nil for none.
    let template: ReplyTemplate?
    /// The reply of the scenario, for properties that `encoded` does not contain.
    var source: Scenario.Reply { shared.reply }
    private let shared: SharedReply

    /// A reply of the scenario that several prepared replies share, so that none copies its properties.
    private final class SharedReply: Sendable {
        let reply: Scenario.Reply

        init(_ reply: Scenario.Reply) { self.reply = reply }
    }

    convenience init(_ reply: Scenario.Reply, _ encoder: ReplyEncoder) {
        // Invalid templates were reported when the scenario was compiled.
        self.init(reply, encoder.encode(reply, nil), template: try? ReplyTemplate(reply))
    }

    /// Creates a reply of a scenario, which shares its bytes with an equal one.
    convenience init(_ reply: Scenario.Reply, _ encoder: ReplyEncoder, sharing known: inout EncodedReplies) {
        self.init(reply, known.sharing(encoder.encode(reply, nil)), template: try? ReplyTemplate(reply))
    }

    /// Creates a reply that is never parsed as a template, because its text may contain values from a request.
    ///
    /// - Parameter ranges: the parts of the body to send; nil for the whole body.
    convenience init(filling reply: Scenario.Reply, _ encoder: ReplyEncoder, _ ranges: ByteRanges?) {
        self.init(reply, encoder.encode(reply, ranges), template: nil)
    }

    /// Creates the reply to an unmatched request. Its bytes equal those of ``ServerErrorReply/unmatched(_:)``.
    ///
    /// - Parameter document: the bytes of an ``UnmatchedReport``.
    init(unmatched document: [UInt8]) {
        encoded = EncodedReply(unmatched: document)
        shared = Self.unmatchedReply
        (sentStatus, isPlain, delay) = (501, true, 0)
        (hold, replyClosure, template) = (nil, nil, nil)
        (isEarly, isScripted, variesByRequest) = (false, false, false)
    }

    private static let unmatchedReply = SharedReply(Scenario.Reply(501))

    private init(_ reply: Scenario.Reply, _ encoded: EncodedReply, template: ReplyTemplate?) {
        self.encoded = encoded
        delay = if case .fixed(let duration) = reply.delay { max(0, duration.nanoseconds) } else { 0 }
        hold = reply.hold
        replyClosure = reply.handler
        isEarly = reply.isEarly
        isScripted =
            reply.pace != nil || !reply.bodyDelay.isZero || !encoded.pauses.isEmpty || encoded.restart != nil
            || reply.faults.contains { $0.isScripted }
        variesByRequest =
            reply.delay.isRandom || reply.bodyDelay.isRandom
            || reply.faults.contains { $0.occurrence != .always || $0.isRandom }
            || reply.faults.count(where: \.endsReply) > 1
        self.template = template
        isPlain =
            template == nil && reply.faults.isEmpty && hold == nil && replyClosure == nil && !isScripted
            && !variesByRequest
            && !isEarly && delay == 0
            && reply.uploadPace == nil
        shared = SharedReply(reply)
        let isSent = !reply.faults.contains { $0.effect.isTerminal && $0.stage == .beforeHead }
        sentStatus = replyClosure == nil && isSent ? Int32(truncatingIfNeeded: encoded.status) : -1
    }

    /// The names of the faults, as the journal lists them; nil without faults.
    var faultNames: String? {
        source.faults.isEmpty ? nil : source.faults.map(\.description).joined(separator: ", ")
    }

    /// Whether a fault takes effect while the request's body is read.
    var hasUploadFaults: Bool { source.faults.contains(where: \.isOfUpload) }

    /// The fault that takes effect on the idle connection after the reply.
    var idleFault: Fault? {
        source.faults.first { if case .idle = $0.stage { true } else { false } }
    }
}

extension Fault {
    /// Whether the fault takes effect while the server reads the request's body, before its reply is selected.
    var isOfUpload: Bool { if case .requestBody = stage { true } else { false } }

    /// Whether a script applies the fault while the server sends the reply. Other faults change the encoded bytes, or
    /// occur before or after the reply.
    fileprivate var isScripted: Bool {
        switch (effect, stage) {
        case (_, .requestBody), (_, .idle): false
        case (.corrupt, _), (.corruptAt, _), (.replaceBytes, _), (.wrongLength, _), (.extraBytes, _): false
        default: true
        }
    }

    fileprivate var isRandom: Bool {
        if case .delay(let delay) = effect { delay.isRandom } else { false }
    }
}

/// The bytes of a reply, encoded once and sent for each matching request.
///
/// ``OutgoingReply`` adapts `Date`, `Connection` and the body of HEAD while it copies the bytes.
struct EncodedReply: Sendable {
    /// The head with its empty line, then the body in its framing.
    var bytes: [UInt8]
    let shape: Shape
    /// The pauses and the restart offset; nil if the server may send all bytes at once.
    private let timing: Timing?

    init(
        status: Int,
        bytes: [UInt8],
        headLength: Int,
        dateOffset: Int,
        closesConnection: Bool,
        endsWithConnection: Bool = false,
        statesClose: Bool,
        isVerbatim: Bool = false,
        pauses: [Pause] = [],
        restart: Int? = nil,
    ) {
        self.bytes = bytes
        shape = Shape(
            status: Int32(truncatingIfNeeded: status),
            headLength: headLength,
            bodyLength: bytes.count - headLength,
            dateOffset: dateOffset,
            closesConnection: closesConnection || endsWithConnection,
            endsWithConnection: endsWithConnection && !closesConnection,
            statesClose: statesClose,
            isVerbatim: isVerbatim
        )
        timing = pauses.isEmpty && restart == nil ? nil : Timing(pauses: pauses, restart: restart)
    }

    /// Encodes the reply to an unmatched request.
    fileprivate init(unmatched document: [UInt8]) {
        let start = Self.unmatchedHead
        let bytes = [UInt8](unsafeUninitializedCapacity: start.bytes.count + 24 + document.count) { buffer, count in
            count = buffer.update(fromContentsOf: start.bytes)
            var divisor = 1
            while document.count / divisor >= 10 { divisor *= 10 }
            while divisor > 0 {
                buffer[count] = UInt8(truncatingIfNeeded: 0x30 + document.count / divisor % 10)
                count += 1
                divisor /= 10
            }
            for byte in "\r\n\r\n".utf8 {
                buffer[count] = byte
                count += 1
            }
            count = UnsafeMutableBufferPointer(rebasing: buffer[count...]).update(fromContentsOf: document) + count
        }
        self.init(
            status: 501,
            bytes: bytes,
            headLength: bytes.count - document.count,
            dateOffset: start.dateOffset,
            closesConnection: false,
            statesClose: false
        )
    }

    /// The head of the reply to an unmatched request, up to the value of `Content-Length`.
    private static let unmatchedHead: (bytes: [UInt8], dateOffset: Int) = {
        let encoded = ReplyEncoder(origin: "").encode(ServerErrorReply.unmatched([]))
        return (Array(encoded.bytes.dropLast("0\r\n\r\n".utf8.count)), encoded.dateOffset)
    }()

    /// A pause at a byte offset of the reply; its duration is in nanoseconds.
    struct Pause: Sendable {
        let offset: Int
        let duration: Int64
    }

    private final class Timing: Sendable {
        let pauses: [Pause]
        let restart: Int?

        init(pauses: [Pause], restart: Int?) {
            self.pauses = pauses
            self.restart = restart
        }
    }

    var status: Int { Int(shape.status) }
    /// The offset of the value of `Date`; -1 if the server adds no `Date`.
    var dateOffset: Int { shape.dateOffset }
    /// The pauses, in the order of their offsets.
    var pauses: [Pause] { timing?.pauses ?? [] }
    /// The offset at which an endless reply restarts; nil for a reply that ends.
    var restart: Int? { timing?.restart }
}

extension EncodedReply {
    /// The properties of the encoded bytes that every request needs. It contains no reference, so that a copy is cheap.
    struct Shape: Sendable {
        let status: Int32
        /// The offset of the body.
        let headLength: Int
        let bodyLength: Int
        /// The offset of the value of `Date`; -1 if the server adds no `Date`.
        let dateOffset: Int
        /// Whether the server closes the connection after the reply.
        let closesConnection: Bool
        /// Whether closing the connection ends the body (RFC 9112 §6.3). A reply to HEAD does not close the connection.
        let endsWithConnection: Bool
        /// Whether the server adds no `Connection` line, because the head contains `close` or is verbatim.
        let statesClose: Bool
        /// Whether the server sends the bytes unchanged for every request, including HEAD.
        let isVerbatim: Bool

        /// Returns whether the server closes the connection after the reply to a HEAD request or to another request.
        @inline(__always)
        func closesConnection(toHead isHead: Bool) -> Bool { closesConnection && !(isHead && endsWithConnection) }
    }
}
