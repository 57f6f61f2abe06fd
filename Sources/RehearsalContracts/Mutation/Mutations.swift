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
        let isEmptyLegal = family == .emptied && isEmptyLegal(field)
        return FieldMutations(field: field, document: document, isEmptyLegal: isEmptyLegal).of(family)
    }

    /// Whether an object may be empty: nothing that is declared below it is required.
    private func isEmptyLegal(_ field: BodyField) -> Bool {
        !fields.declared.contains { $0.isRequired == true && $0.path.hasPrefix("\(field.path).") }
    }

    /// Of the body as a whole: what is no document at all, which a client must see.
    package var malformed: [Mutation] {
        // A document of one character has no beginning that is none.
        let truncated = body.count > 1 ? [whole("truncated", Array(body.dropLast(max(1, body.count / 4))))] : []
        return truncated + [
            whole("html", Array("<html><body>Please sign in.</body></html>".utf8)), whole("x", Array("x".utf8)),
        ]
    }

    /// Of the body as a whole, broken or wrapped in other ways.
    package var bodies: [Mutation] {
        let reversed = document.flatMap { Mutation.reversed($0.root, nil) }
        let broken = [
            whole("empty", []), whole("two-documents", body + [UInt8(ascii: "\n")] + body), nested(513),
            nested(100_000), invalid,
            // RFC 8259 §8.1: it may be ignored.
            whole("byte-order-mark", isLegal: true, [0xEF, 0xBB, 0xBF] + body),
        ]
        return broken + [hollow, reversed].compactMap(\.self)
    }

    private func whole(
        _ name: String,
        isLegal: Bool = false,
        _ body: @autoclosure @escaping @Sendable () -> [UInt8],
    ) -> Mutation {
        Mutation(name, .body, isLegal: isLegal, body: body())
    }

    private func nested(_ depth: Int) -> Mutation {
        whole(
            "depth-\(depth)",
            [UInt8](repeating: UInt8(ascii: "["), count: depth) + [UInt8](repeating: UInt8(ascii: "]"), count: depth)
        )
    }

    /// A byte that UTF-8 does not have, in the first text of the document or, without one, before it.
    private var invalid: Mutation {
        let place = firstText.map { $0.range.lowerBound + 1 } ?? 0
        return whole("invalid-utf-8", body.replacing(place..<place, by: [0xFF]))
    }

    private var firstText: JSONDocument.Node? {
        var rest = document.map { [$0.root] } ?? []
        while let node = rest.popLast() {
            if node.kind == .string { return node }
            rest += (node.members.map(\.value) + Array(node.elements)).reversed()
        }
        return nil
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
