import Rehearsal
import RehearsalContracts

/// The text on the calls of the client in a test case.
struct ExampleCall {
    private let operation: Declaration.Operation
    private let exercise: TestCase
    private let showsToken: Bool

    /// Creates the text on the calls of a test case of the operation.
    ///
    /// - Parameter showsToken: whether the text has the access token with which the client begins.
    init(_ operation: Declaration.Operation, _ exercise: TestCase, showsToken: Bool) {
        (self.operation, self.exercise, self.showsToken) = (operation, exercise, showsToken)
    }

    /// The deviations from one call with the recorded arguments and the usual timeout: `2 calls`, `timeout 1 s`.
    var phrases: [String] { setup + arguments + calls + limits }

    /// The phrases on the client before the call.
    private var setup: [String] {
        let request = exercise.request
        var phrases = showsToken ? [request.token.map { "the token \($0)" } ?? "no token"] : []
        if exercise.usesTLS { phrases.append("an https URL") }
        if !exercise.basePath.isEmpty { phrases.append("a base URL with the path \(exercise.basePath)") }
        if !request.store.isEmpty { phrases.append("a stored value") }
        if !request.isOnline { phrases.append("a network monitor that reports no connection") }
        return phrases + request.environment.sorted { $0.key < $1.key }.map { "\($0)=\($1)" }
    }

    /// The phrases on the arguments that differ from the recorded ones.
    private var arguments: [String] {
        guard case .object(let members) = exercise.request.args else { return [] }
        let changed = members.filter { operation.args[$0.name] != $0.value }
        let rows = exercise.request.rows.map { "\($0 + 1)" }
        return changed.map { "argument \($0.name) = \($0.value.brief)" }
            + (rows.isEmpty ? [] : ["the action on the rows \(rows.joined(separator: " and ")) of the list"])
    }

    /// The phrases on the number of calls.
    private var calls: [String] {
        let request = exercise.request
        var phrases: [String] = []
        if request.parallel > 1 {
            let interval = request.stagger > .zero ? " that start \(request.stagger.displayText) apart" : ""
            phrases.append("\(request.parallel) calls in parallel" + interval)
        } else if request.repetitions > 1 {
            phrases.append("\(request.repetitions) calls")
        }
        if !request.then.isEmpty {
            phrases.append("the calls \(([operation.name] + request.then).joined(separator: ", ")) in turn")
        }
        if exercise.scenarios.count > 1 {
            phrases.append("\(exercise.scenarios.count) runs with a new client each")
        }
        if let user = exercise.nextUser {
            phrases.append("in the second one the token \(user) and the values that the first client stored")
        }
        return phrases
    }

    /// The phrases on the times after which a call ends.
    private var limits: [String] {
        let request = exercise.request
        var phrases: [String] = []
        if let timeout = request.timeout, timeout != Self.usualTimeout {
            phrases.append("timeout \(timeout.displayText)")
        }
        // A longer deadline only leaves time for the retries.
        if let deadline = request.deadline, deadline < Self.usualDeadline {
            phrases.append("deadline \(deadline.displayText)")
        }
        if let time = request.cancelAfter {
            let call = request.cancelsOnlyFirst ? "the first call" : "the call"
            phrases.append(
                time > .zero ? "\(call) is cancelled after \(time.displayText)" : "a task that is already cancelled"
            )
        }
        return phrases
    }

    /// The timeout and the deadline of a test case whose rule does not set them.
    private static let (usualTimeout, usualDeadline) = (Duration.seconds(2), Duration.seconds(20))
}
