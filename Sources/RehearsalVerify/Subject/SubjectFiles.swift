package import Rehearsal
package import RehearsalContracts
import RehearsalHarness

/// The lookup of recorded replies and scenarios that a contract names.
package struct SubjectFileLookup: Sendable {
    /// The function that returns the recorded reply with a name: `users/one`.
    package var recordedReply: @Sendable (String) throws -> Declaration.RecordedReply
    /// The function that returns the scenario for a string with the name of a file, or an object with the scenario.
    package var scenario: @Sendable (JSON) throws -> Scenario

    package init(
        answer: @escaping @Sendable (String) throws -> Declaration.RecordedReply,
        scenario: @escaping @Sendable (JSON) throws -> Scenario,
    ) {
        (self.recordedReply, self.scenario) = (answer, scenario)
    }

    /// A lookup that throws an error for every name, because it has no folder to search.
    package static let none = SubjectFileLookup { name in
        throw MessageError("", "recorded replies cannot be loaded here, and the operation names \"\(name)\"")
    } scenario: { _ in
        throw MessageError("", "scenarios cannot be loaded here")
    }
}

extension Declaration {
    /// Returns the declaration, in which each operation that names a recording has the recorded reply.
    func withRecordedReplies(_ files: SubjectFileLookup) throws -> Declaration {
        var declaration = self
        for index in operations.indices {
            guard let name = operations[index].reply.recording else { continue }
            let place = "ops[\(index)].reply"
            let reply = try Self.found(at: place) { try files.recordedReply(name) }
            declaration.operations[index].reply = try reply.validated(at: place)
        }
        if let problem = declaration.replyProblem { throw MessageError("ops", problem) }
        return declaration
    }

    /// Returns the declaration, in which each promise has its scenario.
    package func withScenarios(_ files: SubjectFileLookup) throws -> Declaration {
        var declaration = self
        for index in promises.indices {
            declaration.promises[index].scenario = try Self.found(at: "promises[\(index)].scenario") {
                try scenario(of: promises[index], loading: files.scenario)
            }
        }
        return declaration
    }

    private static func found<Value>(at path: String, _ find: () throws -> Value) throws -> Value {
        do { return try find() } catch { throw MessageError(path, "\(error)") }
    }
}
