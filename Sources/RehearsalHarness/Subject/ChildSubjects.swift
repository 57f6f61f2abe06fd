package import Rehearsal
package import RehearsalContracts
import RehearsalPlatform
package import RehearsalServer

/// A client in processes of its own: as many as there are cases at a time, each asked one case after the other.
///
/// Each process is spoken to by a thread of its own, so that no wait holds one of the few on which tasks run. A process
/// that hangs, dies or breaks the protocol is ended with all that it has started, and replaced.
package final class ChildSubjects: TriedSubject {
    package let declaration: Declaration
    private let desk: SubjectDesk

    /// Starts the first process, and learns from it what the client is.
    ///
    /// - Parameters:
    ///   - width: how many processes there may be.
    ///   - filling: what holds where the client's hello leaves something out, in the same form.
    ///   - files: finds the recorded answers and scenarios that the client names.
    /// - Throws: ``SubjectFailure``, ``MessageError``, or why the command did not start; then nothing is left of it.
    package static func start(
        _ program: SubjectProgram,
        width: Int = 4,
        filling: JSON = [:],
        files: SubjectFiles = .none,
    ) async throws -> ChildSubjects {
        let desk = SubjectDesk(program)
        let hello = try await desk.open()
        do {
            let declaration = try Declaration(hello: hello, filling: filling).found(files)
            for _ in 1..<max(1, width) { try desk.addWorker() }
            return ChildSubjects(declaration, desk)
        } catch {
            await desk.close()
            throw error
        }
    }

    private init(_ declaration: Declaration, _ desk: SubjectDesk) {
        (self.declaration, self.desk) = (declaration, desk)
    }

    /// A clock cannot be handed to another process.
    package var takesClock: Bool { false }

    /// The threads that talk to the processes, and the processes themselves.
    package var executor: Heartbeat.Executor { .threads }

    package func answer(_ request: CaseRequest, clock: VirtualClock?, _ latency: LatencyRecorder) async -> CaseAnswer {
        await desk.answer(request, latency)
    }

    /// Ends all that runs; what is asked from now on, and what is being asked, is not judged, for that reason.
    package func abandon(_ reason: String) { desk.giveUp(reason) }

    /// Lets every process end, and ends what does not; returns when nothing is left of them.
    package func finish() async { await desk.close() }

    /// How the subject has broken the protocol, where that belongs to no case.
    package var breaches: [String] { desk.notes.breaches }
    /// What it did that may be of interest.
    package var warnings: [String] { desk.notes.warnings }
}
