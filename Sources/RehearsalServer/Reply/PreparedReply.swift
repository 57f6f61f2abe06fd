import Rehearsal

/// A reply ready to be performed: its bytes, when they go, and what goes wrong.
final class PreparedReply: Sendable {
    // What every request reads comes first, so that it lies together.

    /// The status that the client will see; -1 if it will see none, or if it is not known yet.
    let statusOnTheWire: Int32
    /// There is nothing to it but its bytes.
    let isPlain: Bool
    let encoded: EncodedReply
    /// Nanoseconds from the decision to the first byte, where that is always the same.
    let delay: Int64
    /// What keeps it back before its delay begins.
    let hold: Scenario.Hold?
    /// Asked instead of sending `encoded`.
    let answer: Scenario.Reply.Answer?
    /// Sent when the head of the request has been read.
    let isEarly: Bool
    /// Its sending is more than handing all of it to the kernel at once.
    let isScripted: Bool
    /// What is drawn anew for each request: a delay, or whether a fault happens.
    let isDrawn: Bool
    /// What of it is filled in anew for each request; nil for nothing.
    let template: ReplyTemplate?
    /// As it is written, for what the bytes alone do not say.
    let source: Scenario.Reply

    convenience init(_ reply: Scenario.Reply, _ encoder: ReplyEncoder) {
        // What cannot be filled in was told before it played.
        self.init(reply, encoder, nil, template: try? ReplyTemplate(reply))
    }

    /// A reply that has been filled in: what a client put into it is no template.
    ///
    /// - Parameter ranges: the parts of its body that are sent; nil for all of it.
    convenience init(filling reply: Scenario.Reply, _ encoder: ReplyEncoder, _ ranges: ByteRanges?) {
        self.init(reply, encoder, ranges, template: nil)
    }

    private init(
        _ reply: Scenario.Reply,
        _ encoder: ReplyEncoder,
        _ ranges: ByteRanges?,
        template: ReplyTemplate?,
    ) {
        encoded = encoder.encode(reply, ranges)
        delay = if case .fixed(let duration) = reply.delay { max(0, duration.nanoseconds) } else { 0 }
        hold = reply.hold
        answer = reply.answer
        isEarly = reply.isEarly
        isScripted =
            reply.pace != nil || !reply.bodyDelay.isNone || !encoded.pauses.isEmpty || encoded.restart != nil
            || reply.faults.contains { $0.isScripted }
        isDrawn =
            reply.delay.isRandom || reply.bodyDelay.isRandom
            || reply.faults.contains { $0.occurrence != .always || $0.isRandom }
            || reply.faults.count(where: \.endsReply) > 1
        self.template = template
        isPlain =
            template == nil && reply.faults.isEmpty && hold == nil && answer == nil && !isScripted && !isDrawn
            && !isEarly && delay == 0
            && reply.uploadPace == nil
        source = reply
        let isSent = !reply.faults.contains { $0.effect.isLast && $0.stage == .beforeHead }
        statusOnTheWire = answer == nil && isSent ? Int32(truncatingIfNeeded: encoded.status) : -1
    }

    /// What goes wrong with it, as the journal names it; nil for nothing.
    var faultNames: String? {
        source.faults.isEmpty ? nil : source.faults.map(\.description).joined(separator: ", ")
    }

    /// Whether there are faults that are met while the body of its request is read.
    var meetsUploads: Bool { source.faults.contains(where: \.isOfUpload) }

    /// The fault that the connection meets when the reply has been sent.
    var idleFault: Fault? {
        source.faults.first { if case .idle = $0.stage { true } else { false } }
    }
}

extension Fault {
    /// Whether it is met while the body of a request is read, before a turn is taken.
    var isOfUpload: Bool { if case .requestBody = stage { true } else { false } }

    /// Whether it happens while the bytes of a reply are sent; others are in the bytes, or before or after them.
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

/// A reply as the bytes that go out, made once and sent as often as it is asked for.
///
/// What differs from one sending to the next (the date, what becomes of the connection, whether HEAD asked) is patched
/// in or left out while it is copied. Small, because every request reads it.
struct EncodedReply: Sendable {
    /// The head with its empty line, then the body in its framing.
    let bytes: [UInt8]
    private let storedStatus: Int32
    private let storedHeadLength: Int32
    private let storedDateOffset: Int32
    /// Whether the connection ends with the reply.
    let closesConnection: Bool
    /// Whether it does for no other reason than that nothing else says where the body ends; HEAD gets none.
    let endsWithConnection: Bool
    /// Whether nothing is to be added to its head: it says so already, or it is sent as its author wrote it.
    let statesClose: Bool
    /// The whole is its author's, so that it is the same whatever is asked, HEAD too.
    let isVerbatim: Bool
    /// nil where all of it may be sent at once.
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
        storedStatus = Int32(truncatingIfNeeded: status)
        storedHeadLength = Int32(truncatingIfNeeded: headLength)
        storedDateOffset = Int32(truncatingIfNeeded: dateOffset)
        self.closesConnection = closesConnection || endsWithConnection
        self.endsWithConnection = endsWithConnection && !closesConnection
        self.statesClose = statesClose
        self.isVerbatim = isVerbatim
        timing = pauses.isEmpty && restart == nil ? nil : Timing(pauses: pauses, restart: restart)
    }

    /// A point in the reply, in bytes from its beginning, and how long nothing is sent there, in nanoseconds.
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

    /// Whether the connection ends with the reply as one request gets it.
    func closesConnection(toHead isHead: Bool) -> Bool { closesConnection && !(isHead && endsWithConnection) }

    var status: Int { Int(storedStatus) }
    /// Where the body begins.
    var headLength: Int { Int(storedHeadLength) }
    /// Where the value of `Date` stands, or -1 if the reply has none of the server's.
    var dateOffset: Int { Int(storedDateOffset) }
    var bodyLength: Int { bytes.count - headLength }
    /// Where its sending pauses, in order.
    var pauses: [Pause] { timing?.pauses ?? [] }
    /// Where it goes on when it has been sent, again and again; nil if it ends.
    var restart: Int? { timing?.restart }
}
