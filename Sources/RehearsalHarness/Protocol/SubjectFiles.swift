package import Rehearsal
package import RehearsalContracts

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
    /// The same with every scenario that a promise names.
    package func found(_ files: SubjectFiles) throws(MessageError) -> Declaration {
        var declaration = self
        for index in promises.indices {
            do {
                declaration.promises[index].scenario = try files.scenario(promises[index].source)
            } catch {
                throw MessageError("promises[\(index)].scenario", "\(error)")
            }
        }
        return declaration
    }
}
