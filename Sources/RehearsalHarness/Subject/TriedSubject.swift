package import RehearsalContracts
package import RehearsalServer

/// A client that can be asked to do what a case says, in this process or in one of its own.
package protocol TriedSubject: Sendable {
    /// What is known of it.
    var declaration: Declaration { get }

    /// Makes a client for a case, calls it as the case says, and returns what came of it; always, and in time.
    ///
    /// - Parameters:
    ///   - clock: the clock that the client waits by, if it can be given one; nil for the time of this machine.
    ///   - latency: tells how much time the client has lost, which its limit does not count.
    func answer(_ request: CaseRequest, clock: VirtualClock?, _ latency: LatencyRecorder) async -> CaseAnswer

    /// The executor that the client runs on.
    var executor: Heartbeat.Executor { get }

    /// Whether a client can be given a clock to wait by.
    var takesClock: Bool { get }
}
