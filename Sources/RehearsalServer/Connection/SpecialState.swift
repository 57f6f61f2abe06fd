import Rehearsal

/// The state that few connections need, kept apart so that the others stay small.
final class SpecialState {
    /// The faults that the connection has yet to meet.
    var faults = FaultPlayer()
    /// The random numbers of the exchange; nil if it has drawn none.
    var random: RandomSource?
    /// The work that policies have left with the reply.
    var ticket: PolicyTicket?
    /// The throttle of the request's body; nil for a body that is read as it arrives.
    var upload: UploadThrottle?
    /// Whether the client waits for `100 Continue` before it sends its body.
    var awaitsContinue = false
    /// The name of the session that the request asks for and that does not exist.
    var missingSession: String?
    /// The reply body that is produced piece by piece while it is sent.
    var streaming: Streaming?

    /// Forgets the state of an exchange that has ended.
    func endExchange() {
        faults.endExchange()
        missingSession = nil
        streaming?.cancel()
        streaming = nil
        random = nil
        ticket = nil
        upload = nil
    }
}
