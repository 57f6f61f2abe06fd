package import RehearsalContracts

/// A client that can be asked to do what a case says, in this process or in one of its own.
package protocol TriedSubject: Sendable {
    /// What is known of it.
    var declaration: Declaration { get }

    /// Makes a client for a case, calls it as the case says, and returns what came of it; always, and in time.
    func answer(_ request: CaseRequest) async -> CaseAnswer
}
