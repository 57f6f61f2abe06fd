import Rehearsal

/// The mutations of the recorded reply to an operation.
package struct Mutations: Sendable {
    package let fields: BodyFields
    let body: [UInt8]
    let document: JSONDocument?

    package init(_ operation: Declaration.Operation) {
        fields = BodyFields(operation)
        (body, document) = (operation.reply.body, operation.reply.document)
    }

    /// Returns all mutations of a field, the most likely mistakes first.
    package func of(_ field: BodyField) -> [Mutation] { Mutation.Family.allCases.flatMap { of(field, $0) } }

    /// Returns the mutations of a field in one family.
    package func of(_ field: BodyField, _ family: Mutation.Family) -> [Mutation] {
        guard let document else { return [] }
        let isEmptyLegal = family == .emptied && isEmptyLegal(field)
        return FieldMutations(field: field, document: document, isEmptyLegal: isEmptyLegal).of(family)
    }

    /// Whether an empty object is a valid value of the field: no declared field in it is required.
    private func isEmptyLegal(_ field: BodyField) -> Bool {
        !fields.declared.contains { $0.isRequired == true && $0.path.hasPrefix("\(field.path).") }
    }

    /// The mutations to bodies that are not valid JSON, for which a client must report a decoding error.
    package var malformed: [Mutation] {
        // A body of one byte cannot be truncated: an empty body is a different mutation.
        let truncated = body.count > 1 ? [bodyMutation("truncated", Array(body.dropLast(max(1, body.count / 4))))] : []
        return truncated + [
            bodyMutation("html", Array("<html><body>Please sign in.</body></html>".utf8)),
            bodyMutation("x", Array("x".utf8)),
        ]
    }

    /// The other mutations of the whole body, such as an empty one, deep nesting or invalid UTF-8.
    package var bodies: [Mutation] {
        let reversed = document.flatMap { Mutation.reversed($0.root, nil) }
        let broken = [
            empty, bodyMutation("two-documents", body + [UInt8(ascii: "\n")] + body), nested(513), nested(100_000),
            invalid, byteOrderMark,
        ]
        return broken + [emptyDocument, reversed].compactMap(\.self)
    }

    /// The mutation that adds a byte order mark, which a reader may ignore (RFC 8259 §8.1).
    var byteOrderMark: Mutation { bodyMutation("byte-order-mark", isLegal: true, [0xEF, 0xBB, 0xBF] + body) }

    func bodyMutation(
        _ name: String,
        isLegal: Bool = false,
        _ body: @autoclosure @escaping @Sendable () -> [UInt8],
    ) -> Mutation {
        Mutation(name, .body, isValid: isLegal, body: body())
    }

    private func nested(_ depth: Int) -> Mutation {
        bodyMutation(
            "depth-\(depth)",
            [UInt8](repeating: UInt8(ascii: "["), count: depth) + [UInt8](repeating: UInt8(ascii: "]"), count: depth)
        )
    }

    /// The mutation with an invalid UTF-8 byte in ``text``, or at the start if there is none.
    var invalid: Mutation {
        let place = text.map { $0.lowerBound + 1 } ?? 0
        return bodyMutation("invalid-utf-8", body.replacing(place..<place, by: [0xFF]))
    }

    /// The range of a string value: of a field that is declared as a string, or of the first one.
    ///
    /// A changed date would be rejected for another reason.
    var text: Range<Int>? {
        let declared = fields.declared(.string).lazy.compactMap { [document] field in
            document.flatMap { field.place.node(in: $0.root) }
        }
        return (declared.first { $0.kind == .string } ?? firstText)?.range
    }

    private var firstText: JSONDocument.Node? {
        var rest = document.map { [$0.root] } ?? []
        while let node = rest.popLast() {
            if node.kind == .string { return node }
            rest += (node.members.map(\.value) + Array(node.elements)).reversed()
        }
        return nil
    }

    /// The mutation to `[]` or `{}`, which is valid for an array, and for an object without required fields.
    private var emptyDocument: Mutation? {
        guard let root = document?.root else { return nil }
        let isLegal = root.kind == .array || !fields.declared.contains { $0.isRequired == true }
        switch root.kind {
        case .array: return Mutation("no-elements", .emptied, replacement: [], isValid: isLegal, body: Array("[]".utf8))
        case .object:
            return Mutation("no-members", .emptied, replacement: [:], isValid: isLegal, body: Array("{}".utf8))
        default: return nil
        }
    }

    /// All mutations, field by field, and then those of the whole body.
    package var all: [Mutation] { fields.fields.flatMap(of) + malformed + bodies }
}

extension Declaration.Operation {
    /// Returns the recorded reply with a changed body.
    func makeReply(_ mutation: Mutation) -> Scenario.Reply {
        guard reply.body.count > Self.maximumPreparedBody else { return makeReply(body: mutation.body) }
        return .later { _ in makeReply(body: mutation.body) }
    }

    /// The maximum size of a body that is created in advance; a larger one is created for each request.
    private static let maximumPreparedBody = 16 << 10
}
