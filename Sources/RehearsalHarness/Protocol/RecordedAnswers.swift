import Rehearsal
package import RehearsalContracts

/// Puts recorded answers in the place of their names.
package enum RecordedAnswers {
    /// Finds one; the error says where it looked.
    package typealias Find = @Sendable (String) throws -> Declaration.RecordedReply

    /// Where there is nowhere to look.
    package static let none: Find = { name in
        throw MessageError("", "there is nowhere to look for the recorded answer \"\(name)\"")
    }

    /// A hello with the answers that its operations name.
    static func found(in hello: JSON, _ find: Find) throws -> JSON {
        guard case .object(var members) = hello, let index = members.firstIndex(where: { $0.name == "ops" }),
            case .array(let operations) = members[index].value
        else { return hello }
        members[index].value = .array(
            try operations.enumerated().map { try found($1, at: "ops[\($0)].reply", find) }
        )
        return .object(members)
    }

    private static func found(_ operation: JSON, at place: String, _ find: Find) throws -> JSON {
        guard case .object(var members) = operation, let index = members.firstIndex(where: { $0.name == "reply" }),
            case .string(let name)? = members[index].value[Declaration.Operation.recordedName]
        else { return operation }
        do {
            members[index].value = try find(name).message
        } catch {
            throw MessageError(place, "\(error)")
        }
        return .object(members)
    }
}
