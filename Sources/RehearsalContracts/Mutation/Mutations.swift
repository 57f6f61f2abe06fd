import Rehearsal

/// All mutations of what an operation is answered with.
package struct Mutations: Sendable {
    package let fields: BodyFields
    private let body: [UInt8]
    private let document: JSONDocument?

    package init(_ operation: Declaration.Operation) {
        fields = BodyFields(operation)
        (body, document) = (operation.reply.body, operation.reply.document)
    }

    /// Of one field, in every way; of the likeliest wrong types first.
    package func of(_ field: BodyField) -> [Mutation] { Mutation.Family.allCases.flatMap { of(field, $0) } }

    /// Of one field, those of one kind.
    package func of(_ field: BodyField, _ family: Mutation.Family) -> [Mutation] {
        guard let document else { return [] }
        return switch family {
        case .removed: [Mutation.removed(field, in: document)].compactMap(\.self)
        case .null: [Mutation.null(field, in: document)].compactMap(\.self)
        case .retyped: Mutation.retyped(field, in: document)
        case .emptied: [Mutation.emptied(field, isLegal: isEmptyLegal(field), in: document)].compactMap(\.self)
        case .overflowed: Mutation.overflowed(field, in: document)
        case .unknownWord: [Mutation.unknownWord(field, in: document)].compactMap(\.self)
        case .dateShape: Mutation.dateShapes(field, in: document)
        case .noDate: Mutation.noDates(field, in: document)
        case .amount: Mutation.amounts(field, in: document)
        case .changed: [Mutation.changed(field, in: document)].compactMap(\.self)
        case .twice: [Mutation.twice(field, in: document)].compactMap(\.self)
        case .reversed: [Mutation.reversed(field, in: document)].compactMap(\.self)
        case .body: []
        }
    }

    /// Whether an object may be empty: nothing that is declared below it is required.
    private func isEmptyLegal(_ field: BodyField) -> Bool {
        !fields.declared.contains { $0.isRequired == true && $0.path.hasPrefix("\(field.path).") }
    }

    /// Of the body as a whole: what is no document at all.
    package var malformed: [Mutation] { Mutation.malformed(body) }

    /// Of the body as a whole, in all other ways.
    package var bodies: [Mutation] {
        let reversed = document.flatMap { Mutation.reversed(nil, in: $0) }
        return Mutation.bodies(body) + [hollow, reversed].compactMap(\.self)
    }

    /// A document with nothing in it: a list may be so, an object only if nothing is required of it.
    private var hollow: Mutation? {
        guard let root = document?.root else { return nil }
        let isLegal = root.kind == .array || !fields.declared.contains { $0.isRequired == true }
        switch root.kind {
        case .array: return Mutation("no-elements", .emptied, replacement: [], isLegal: isLegal, body: Array("[]".utf8))
        case .object:
            return Mutation("no-members", .emptied, replacement: [:], isLegal: isLegal, body: Array("{}".utf8))
        default: return nil
        }
    }

    /// All of them, field by field, and then the whole body.
    package var all: [Mutation] { fields.fields.flatMap(of) + malformed + bodies }
}

extension Declaration.Operation {
    /// The recorded answer with a changed body.
    func answer(_ mutation: Mutation) -> Scenario.Reply {
        guard reply.body.count > Self.fewBytes else { return answer(body: mutation.body) }
        return .later { _ in answer(body: mutation.body) }
    }

    /// So many bytes may be there once for each mutation.
    private static let fewBytes = 16 << 10
}
