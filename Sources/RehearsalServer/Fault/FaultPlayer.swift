import Rehearsal

/// The faults that a connection has yet to meet: in its handshake, in its reply, while it is idle, in its next request.
struct FaultPlayer {
    /// The steps by which the current reply is sent; nil for a reply that is sent at once.
    private var script: Script?
    /// The fault that the last reply left to the connection.
    private var idleFault: Fault?
    /// The duration of that fault, in nanoseconds, if it is a delay.
    private var idleDelay: Int64 = 0
    /// The fault that ends the connection instead of a reply to the request whose head has just been read.
    private var requestFault: Fault?
    /// The state of the network that takes effect when the first message of a handshake has been read.
    private var greeting: Scenario.Network?

    /// The effect of a fault on an idle connection.
    enum IdleAction {
        /// Nothing is read for so many nanoseconds.
        case pause(Int64)
        case end(Fault.Effect)
    }

    /// Forgets the script of an exchange that has ended.
    mutating func endExchange() { script = nil }

    /// Forgets the faults that the former session left to the connection.
    mutating func leaveSession() { (idleFault, requestFault) = (nil, nil) }

    /// Brings the next step of the script forward.
    mutating func advance(by duration: Int64) { script?.advance(by: duration) }
}

extension FaultPlayer {
    var hasScript: Bool { script != nil }

    mutating func begin(_ script: Script) { self.script = script }

    /// Whether a step of the script follows; forgets a script that has ended.
    mutating func hasNextStep() -> Bool {
        if script?.hasNext() == true { return true }
        script = nil
        return false
    }

    /// Takes the next step of the script, or as much of it as can be taken now.
    mutating func nextAction(at now: Int64) -> Script.Action? { script?.next(at: now) }

    /// Whether the script has sent a message of that length, or only closes the connection after it.
    ///
    /// - Parameter ignoresRest: whether steps other than a close may follow.
    func isOver(at length: Int, ignoresRest: Bool) -> Bool {
        script?.isOver(at: length, ignoresRest: ignoresRest) ?? false
    }
}

extension FaultPlayer {
    /// Whether a reply has left a fault to the connection.
    var hasIdleFault: Bool { idleFault != nil }

    /// The nanoseconds between the end of an exchange and the fault; nil for a fault that another event triggers.
    var idleTime: Int64? {
        guard case .idle(.after(let duration))? = idleFault?.stage else { return nil }
        return max(0, duration.nanoseconds)
    }

    /// Leaves the fault of a reply to the connection, or none.
    ///
    /// - Parameter delay: the duration that was drawn for a delay, in nanoseconds.
    mutating func leave(_ fault: Fault?, delay: Int64) { (idleFault, idleDelay) = (fault, delay) }

    /// Takes the fault of an idle connection whose time has come.
    mutating func takeIdleFault() -> IdleAction? {
        guard let fault = idleFault else { return nil }
        idleFault = nil
        return if case .delay = fault.effect { .pause(idleDelay) } else { .end(fault.effect) }
    }

    /// Meets the head of another request.
    ///
    /// Returns the nanoseconds for which the request is not looked at; nil if it is looked at now.
    mutating func meetRequest() -> Int64? {
        guard let fault = idleFault else { return nil }
        idleFault = nil
        guard fault.stage == .idle(.nextRequest) else { return nil }
        if case .delay = fault.effect { return idleDelay }
        requestFault = fault
        return nil
    }

    /// Takes the fault that the request meets instead of a reply.
    mutating func takeRequestFault() -> Fault? {
        defer { requestFault = nil }
        return requestFault
    }

    /// Keeps a state of the network until the first message of a handshake has been read.
    mutating func expectGreeting(_ network: Scenario.Network) { greeting = network }

    mutating func takeGreeting() -> Scenario.Network? {
        defer { greeting = nil }
        return greeting
    }
}
