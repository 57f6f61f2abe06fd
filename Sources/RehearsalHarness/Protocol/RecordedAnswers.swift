import Rehearsal
import RehearsalContracts

/// Puts recorded answers in the place of their names.
enum RecordedAnswers {
    /// A hello with the answers that its operations name.
    static func found(in hello: JSON, _ find: (String) throws -> Declaration.RecordedReply) throws -> JSON {
        guard case .object(var members) = hello, let index = members.firstIndex(where: { $0.name == "ops" }),
            case .array(let operations) = members[index].value
        else { return hello }
        members[index].value = .array(
            try operations.enumerated().map { try found($1, at: "ops[\($0)].reply", find) }
        )
        return .object(members)
    }

    private static func found(_ operation: JSON, at place: String, _ find: (String) throws -> Declaration.RecordedReply)
        throws -> JSON
    {
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
