import RehearsalContracts
import RehearsalHarness
import RehearsalServer

/// A subject whose schedules have no calls at the same time, so that each schedule has one history on every machine.
struct SequentialSubject<Subject: Sendable>: ExploredSubject {
    private let subject: InProcessExploredSubject<Subject>

    init(_ subject: InProcessSubject<Subject>) { self.subject = InProcessExploredSubject(subject) }

    var declaration: Declaration {
        var declaration = subject.declaration
        declaration.features.parallel = false
        return declaration
    }

    func makeClient(_ request: CaseRequest, clock: VirtualClock) async throws -> ExploredClient {
        try await subject.makeClient(request, clock: clock)
    }
}
