import Rehearsal
package import RehearsalContracts
import RehearsalServer

/// Measures how long a client takes between an answer and its next request when it has nothing to wait for.
package struct ControlRun {
    /// How many times it is asked.
    private static let calls = 31

    /// What a wait may be longer than it was meant to be; nil if the client has no operation that it can be measured with.
    @Sendable package static func overhead(of declaration: Declaration, _ runner: CaseRunner) async -> Duration? {
        guard let operation = declaration.operations.first(where: \.isSafe) else { return nil }
        var exercise = Exercise(operation, replies: [operation.recorded])
        exercise.request.id = "control/\(operation.name)"
        exercise.request.repetitions = calls
        let evidence = await runner.once(exercise)
        let entries = evidence.entries
        guard entries.count == calls else { return nil }
        let pauses = zip(entries, entries.dropFirst()).compactMap { before, after in
            before.endAt.map { Duration.nanoseconds(max(0, after.at - $0)) }
        }
        return Overhead.bound(of: pauses)
    }
}
