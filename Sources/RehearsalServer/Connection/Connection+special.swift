import Rehearsal

extension Connection {
    /// What few connections need, kept apart so that the others stay small and have one thing to ask.
    final class Special {
        /// How the reply is sent, where that is more than all at once.
        var script: Script?
        /// Where the draws for this exchange begin.
        var random: RandomSource?
        /// What policies still have to do with its reply.
        var ticket: PolicyTicket?
        /// The throttle of the request's body; nil for a body that is read as it arrives.
        var upload: UploadThrottle?
        /// The client waits for leave to send its body.
        var awaitsContinue = false
        /// What the connection meets when it is idle, or asked again.
        var idleFault: Fault?
        /// How long that delays it, in nanoseconds.
        var idleDelay: Int64 = 0
        /// The name by which the request asks for a session that there is not.
        var missingSession: String?
        /// What ends the connection instead of an answer to the request whose head has just been read.
        var dooming: Fault?
        /// The reply whose body is made piece by piece while it is sent.
        var streaming: Streaming?
        /// What happens to it when the first message of a handshake has been read.
        var greeting: Scenario.Network?

        /// Forgets what belongs to one exchange.
        func endExchange() {
            script = nil
            missingSession = nil
            streaming?.cancel()
            streaming = nil
            random = nil
            ticket = nil
            upload = nil
        }
    }

    /// The part that few connections need, created when it is first asked for.
    var made: Special {
        if let special { return special }
        let new = Special()
        special = new
        return new
    }

    /// Keeps the parts of a decision that few exchanges have.
    func adopt(_ ruling: Play.Ruling) {
        guard special != nil || ruling.random != nil || ruling.ticket != nil else { return }
        (made.random, made.ticket) = (ruling.random, ruling.ticket)
    }

    /// The random numbers of the exchange.
    var random: RandomSource {
        get { special?.random ?? RandomSource(seed: 0, endpoint: 0, request: 0) }
        set { made.random = newValue }
    }

    /// Whether reading the request's body is paused.
    var isUploadPaused: Bool { special?.upload?.isPaused ?? false }

    var script: Script? {
        get { special?.script }
        set { if newValue != nil || special != nil { made.script = newValue } }
    }

    var awaitsContinue: Bool {
        get { special?.awaitsContinue ?? false }
        set { if newValue || special != nil { made.awaitsContinue = newValue } }
    }

    var idleFault: Fault? {
        get { special?.idleFault }
        set { if newValue != nil || special != nil { made.idleFault = newValue } }
    }

    var idleDelay: Int64 {
        get { special?.idleDelay ?? 0 }
        set { if newValue != 0 || special != nil { made.idleDelay = newValue } }
    }

    var missingSession: String? {
        get { special?.missingSession }
        set { if newValue != nil || special != nil { made.missingSession = newValue } }
    }

    var streaming: Streaming? {
        get { special?.streaming }
        set { if newValue != nil || special != nil { made.streaming = newValue } }
    }

    var dooming: Fault? {
        get { special?.dooming }
        set { if newValue != nil || special != nil { made.dooming = newValue } }
    }

    var greeting: Scenario.Network? {
        get { special?.greeting }
        set { if newValue != nil || special != nil { made.greeting = newValue } }
    }
}
