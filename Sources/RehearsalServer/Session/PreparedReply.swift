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
