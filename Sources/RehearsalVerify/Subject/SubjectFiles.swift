package import Rehearsal
package import RehearsalContracts
import RehearsalHarness

/// Finds what a client only names: recorded answers, and scenarios. Errors say where was looked.
package struct SubjectFiles: Sendable {
    /// The recorded answer of that name: `users/one`.
    package var answer: @Sendable (String) throws -> Declaration.RecordedReply
    /// The scenario of that name, or what a document in place says.
    package var scenario: @Sendable (JSON) throws -> Scenario

    package init(
        answer: @escaping @Sendable (String) throws -> Declaration.RecordedReply,
        scenario: @escaping @Sendable (JSON) throws -> Scenario,
    ) {
        (self.answer, self.scenario) = (answer, scenario)
    }

    /// Where there is nowhere to look.
    package static let none = SubjectFiles { name in
        throw MessageError("", "there is nowhere to look for the recorded answer \"\(name)\"")
    } scenario: { _ in
        throw MessageError("", "there is nowhere to look for scenarios")
    }
}

extension Declaration {
    /// The same with every recorded answer that an operation names.
    func answered(_ files: SubjectFiles) throws -> Declaration {
        var declaration = self
        for index in operations.indices {
            guard let name = operations[index].reply.recording else { continue }
            let place = "ops[\(index)].reply"
            let reply = try Self.found(at: place) { try files.answer(name) }
            declaration.operations[index].reply = try reply.validated(at: place)
        }
        if let problem = declaration.misdeclaredAnswer { throw MessageError("ops", problem) }
        return declaration
    }

    /// The same with every scenario that a promise names.
    package func found(_ files: SubjectFiles) throws -> Declaration {
        var declaration = self
        for index in promises.indices {
            declaration.promises[index].scenario = try Self.found(at: "promises[\(index)].scenario") {
                try files.scenario(promises[index].source)
            }
        }
        return declaration
    }

    private static func found<Value>(at place: String, _ find: () throws -> Value) throws -> Value {
        do { return try find() } catch { throw MessageError(place, "\(error)") }
    }
}
