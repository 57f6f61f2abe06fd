import Rehearsal
package import RehearsalContracts
import RehearsalServer

/// Measures how long a client takes between an answer and its next request when it has nothing to wait for.
package struct ControlRun {
    /// How many times it is asked.
    private static let calls = 31

    /// What a wait may be longer than it was meant to be; nil if the client cannot be measured.
    @Sendable package static func overhead(of declaration: Declaration, _ runner: CaseRunner) async -> Duration? {
        guard let operation = operation(of: declaration) else { return nil }
        var exercise = Exercise(operation, replies: [operation.recorded])
        exercise.request.id = "control/\(operation.name)"
        exercise.request.repetitions = calls
        return bound(of: await runner.once(exercise).entries)
    }

    /// What changes nothing is asked for rather than what does; the backend minds neither.
    private static func operation(of declaration: Declaration) -> Declaration.Operation? {
        let operations = declaration.operations
        return operations.first(where: \.isSafe) ?? operations.first(where: \.isIdempotent) ?? operations.first
    }

    /// What else the client asks for (its configuration, analytics) is no part of it, nor is the time that takes.
    private static func bound(of entries: [Journal.Entry]) -> Duration? {
        let asked = entries.filter { !$0.isOther }
        guard asked.count == calls else { return nil }
        let pauses = asked.dropFirst().compactMap { next in
            // An exchange that is answered at once may end at the instant at which it began.
            let ends = entries.filter { $0.ordinal < next.ordinal }.compactMap(\.endAt)
            return ends.filter { $0 <= next.at }.max().map { Duration.nanoseconds(next.at - $0) }
        }
        return Overhead.bound(of: pauses)
    }
}
