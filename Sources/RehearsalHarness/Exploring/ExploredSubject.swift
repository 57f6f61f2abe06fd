#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
import Rehearsal
package import RehearsalContracts
package import RehearsalServer

/// A subject whose client an exploration creates anew for each schedule.
package protocol ExploredSubject: Sendable {
    /// The declaration of the client.
    var declaration: Declaration { get }

    /// Creates a client.
    ///
    /// - Parameters:
    ///   - request: the initial tokens, the time limits and the URL of the backend. Its operation has no meaning.
    ///   - clock: the clock of the backend, for the client's waits.
    /// - Throws: the error of the factory, or ``ExplorationError`` if the URL is not valid.
    func makeClient(_ request: CaseRequest, clock: VirtualClock) async throws -> ExploredClient
}

/// A client that receives calls while a schedule runs.
package struct ExploredClient: Sendable {
    /// Calls an operation with its declared arguments.
    let call: @Sendable (_ operation: String) async -> ExploredOutcome
    /// Changes the connectivity that the client's network monitor reports.
    let setOnline: @Sendable (Bool) -> Void
    /// Returns the documents in the client's store.
    let store: @Sendable () -> [String: JSON]
}

/// The outcome of a call, and the error that it threw; nil if it returned a value.
package typealias ExploredOutcome = (outcome: ClientOutcome, error: ThrownError?)

/// A subject in this process whose clients an exploration creates.
///
/// The client must be `Sendable`, because a schedule can call it from several tasks.
package struct InProcessExploredSubject<Subject: Sendable>: ExploredSubject {
    private let subject: InProcessSubject<Subject>

    package init(_ subject: InProcessSubject<Subject>) { self.subject = subject }

    package var declaration: Declaration { subject.declaration }

    package func makeClient(_ request: CaseRequest, clock: VirtualClock) async throws -> ExploredClient {
        guard let url = URL(string: request.baseURL) else {
            throw ExplorationError(description: "\(request.baseURL) is not a URL")
        }
        let context = SubjectContext(request, baseURL: url, clock: clock)
        let client = try await subject.make(context)
        return ExploredClient(
            call: { [subject] name in
                guard let operation = subject.contract.operations.first(where: { $0.declared.name == name }) else {
                    return (.crash("the contract does not declare the operation \(name)"), nil)
                }
                return await outcome(of: operation, client)
            },
            setOnline: { context.setOnline($0) },
            store: { context.store.all }
        )
    }

    private func outcome(of operation: Contract<Subject>.Operation, _ client: Subject) async -> ExploredOutcome {
        do {
            let returned = try await operation.call(client, operation.declared.args) { ValueDescription.json(of: $0) }
            return (.value(returned.value, returned.freshness), nil)
        } catch {
            return (subject.classifier.outcome(of: error), subject.classifier.thrownError(error))
        }
    }
}

/// The reason why an exploration cannot run, in one sentence.
package struct ExplorationError: Error, CustomStringConvertible {
    package let description: String

    package init(description: String) { self.description = description }
}
