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
    package func of(_ field: BodyField) -> [Mutation] {
        guard let document else { return [] }
        let structure = [
            Mutation.removed(field, in: document), .null(field, in: document), .emptied(field, in: document),
            .twice(field, in: document), .reversed(field, in: document), .changed(field, in: document),
        ]
        let kinds = [
            field.kind == .enum ? [Mutation.unknownWord(field, in: document)].compactMap(\.self) : [],
            field.kind == .date ? Mutation.dateShapes(field, in: document) + Mutation.noDates(field, in: document) : [],
            field.kind == .money ? Mutation.amounts(field, in: document) : [],
        ]
        return structure.compactMap(\.self) + Mutation.retyped(field, in: document)
            + Mutation.overflowed(field, in: document) + kinds.flatMap(\.self)
    }

    /// Of one field, those of one kind.
    package func of(_ field: BodyField, _ family: Mutation.Family) -> [Mutation] {
        of(field).filter { $0.family == family }
    }

    /// Of the body as a whole: what is no document at all.
    package var malformed: [Mutation] { Mutation.malformed(body) }

    /// Of the body as a whole, in all other ways.
    package var bodies: [Mutation] {
        let reversed = document.flatMap { Mutation.reversed(nil, in: $0) }
        return Mutation.bodies(body) + [reversed].compactMap(\.self)
    }

    /// All of them, field by field, and then the whole body.
    package var all: [Mutation] { fields.fields.flatMap(of) + malformed + bodies }
}
