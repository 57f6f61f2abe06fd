import Rehearsal

/// The faults that a connection has yet to apply: to its handshake, its reply, its idle time and its next request.
struct PendingFaults {
    /// The script that sends the current reply; nil for a reply without a script.
    private var script: ReplyScript?
    /// The fault that the last reply scheduled for the idle connection.
    private var idleFault: Fault?
    /// The duration of `idleFault`, in nanoseconds, if it is a delay.
    private var idleDelay: Int64 = 0
    /// The fault that replaces the reply to the current request and ends the connection.
    private var requestFault: Fault?
    /// The network state that takes effect after the first message of a TLS handshake.
    private var networkAfterHello: Scenario.Network?

    /// The effect of a fault on an idle connection.
    enum IdleAction {
        /// The server reads nothing for a number of nanoseconds.
        case pause(Int64)
        /// The server closes or resets the connection.
        case end(Fault.Effect)
    }

    /// Discards the script of an exchange that has ended.
    mutating func endExchange() { script = nil }

    /// Discards the faults that the previous session scheduled.
    mutating func leaveSession() { (idleFault, requestFault) = (nil, nil) }

    /// Shortens the current wait of the script by a duration.
    mutating func advance(by duration: Int64) { script?.advance(by: duration) }
}

extension PendingFaults {
    /// Whether a script sends the reply.
    var hasScript: Bool { script != nil }

    mutating func begin(_ script: ReplyScript) { self.script = script }

    /// Returns whether a step of the script follows. Discards a script that has ended.
    mutating func hasNextStep() -> Bool {
        if script?.hasNext() == true { return true }
        script = nil
        return false
    }

    /// Returns the action for the next step of the script, or for the part of the step that is due.
    mutating func nextAction(at now: Int64) -> ReplyScript.Action? { script?.next(at: now) }

    /// Returns whether the script has sent all bytes of a message of a length.
    ///
    /// - Parameter ignoresRest: whether this includes a script that does not end with a close of the connection.
    func isOver(at length: Int, ignoresRest: Bool) -> Bool {
        script?.isOver(at: length, ignoresRest: ignoresRest) ?? false
    }
}

extension PendingFaults {
    /// Whether a reply scheduled a fault for the idle connection.
    var hasIdleFault: Bool { idleFault != nil }

    /// The time from the end of an exchange to the idle fault, in nanoseconds; nil if no time triggers the fault.
    var idleTime: Int64? {
        guard case .idle(.after(let duration))? = idleFault?.stage else { return nil }
        return max(0, duration.nanoseconds)
    }

    /// Schedules the idle fault of a reply; nil removes a scheduled fault.
    ///
    /// - Parameter delay: the duration of the fault, in nanoseconds, if it is a delay.
    mutating func scheduleIdleFault(_ fault: Fault?, delay: Int64) { (idleFault, idleDelay) = (fault, delay) }

    /// Removes the idle fault, and returns its effect on the idle connection.
    mutating func takeIdleFault() -> IdleAction? {
        guard let fault = idleFault else { return nil }
        idleFault = nil
        return if case .delay = fault.effect { .pause(idleDelay) } else { .end(fault.effect) }
    }

    /// Removes the idle fault when the next request arrives, and applies it if it concerns that request.
    ///
    /// - Returns: the delay before the request is processed, in nanoseconds; nil for no delay.
    mutating func applyToNextRequest() -> Int64? {
        guard let fault = idleFault else { return nil }
        idleFault = nil
        guard fault.stage == .idle(.nextRequest) else { return nil }
        if case .delay = fault.effect { return idleDelay }
        requestFault = fault
        return nil
    }

    /// Removes and returns the fault that replaces the reply to the request.
    mutating func takeRequestFault() -> Fault? {
        defer { requestFault = nil }
        return requestFault
    }

    /// Defers a network state until the first message of a TLS handshake has been read.
    mutating func deferUntilHello(_ network: Scenario.Network) { networkAfterHello = network }

    mutating func takeNetworkAfterHello() -> Scenario.Network? {
        defer { networkAfterHello = nil }
        return networkAfterHello
    }
}
