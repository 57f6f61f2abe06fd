package import RehearsalContracts
package import RehearsalServer

/// A client that can be asked to do what a case says, in this process or in one of its own.
package protocol TriedSubject: Sendable {
    /// What is known of it.
    var declaration: Declaration { get }

    /// Makes a client for a case, calls it as the case says, and returns what came of it; always, and in time.
    ///
    /// - Parameter clock: what the client is to wait by, if it can be given one; nil for the time of this machine.
    func answer(_ request: CaseRequest, clock: VirtualClock?) async -> CaseAnswer

    /// Whether a client can be given a clock to wait by.
    var takesClock: Bool { get }
}
