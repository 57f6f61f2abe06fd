import Rehearsal

/// A reply ready to be performed: its bytes, when they go, and what goes wrong.
final class PreparedReply: Sendable {
    let encoded: EncodedReply
    /// Nanoseconds from the decision to the first byte.
    let delay: Int64
    let fault: Fault?
    /// What keeps it back before its delay begins.
    let hold: Scenario.Hold?
    /// Asked instead of sending `encoded`.
    let answer: Scenario.Reply.Answer?

    /// The status that the client will see; -1 if it will see none, or if it is not known yet.
    var statusOnTheWire: Int32 {
        guard answer == nil else { return -1 }
        if fault?.stage == .beforeHead {
            if case .stall(.some) = fault?.effect {} else { return -1 }
        }
        return Int32(truncatingIfNeeded: encoded.status)
    }

    init(_ reply: Scenario.Reply, _ encoder: ReplyEncoder) {
        encoded = encoder.encode(reply)
        delay = reply.delay.nanoseconds
        fault = reply.fault
        hold = reply.hold
        answer = reply.answer
    }

    /// The same reply without its delay and its fault.
    init(faultless reply: PreparedReply) {
        encoded = reply.encoded
        delay = 0
        fault = nil
        hold = nil
        answer = nil
    }
}
