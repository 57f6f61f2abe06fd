import Rehearsal

extension Mutation {
    /// The whole body, broken in every way that a client must see: for the rule on malformed documents.
    static func malformed(_ body: [UInt8]) -> [Mutation] {
        // A document of one character has no beginning that is none.
        let truncated = body.count > 1 ? [whole("truncated", Array(body.dropLast(max(1, body.count / 4))))] : []
        return truncated + [
            whole("html", Array("<html><body>Please sign in.</body></html>".utf8)), whole("x", Array("x".utf8)),
        ]
    }

    /// The whole body, broken or wrapped in other ways.
    static func bodies(_ body: [UInt8]) -> [Mutation] {
        var bodies = [
            whole("empty", []), whole("two-documents", body + [UInt8(ascii: "\n")] + body), nested(513),
            nested(100_000), invalid(body),
        ]
        // RFC 8259 §8.1: it may be ignored.
        bodies.append(Mutation("byte-order-mark", .body, isLegal: true, body: [0xEF, 0xBB, 0xBF] + body))
        return bodies
    }

    private static func whole(
        _ name: String,
        _ body: @autoclosure @escaping @Sendable () -> [UInt8],
    ) -> Mutation {
        Mutation(name, .body, body: body())
    }

    private static func nested(_ depth: Int) -> Mutation {
        whole(
            "depth-\(depth)",
            [UInt8](repeating: UInt8(ascii: "["), count: depth) + [UInt8](repeating: UInt8(ascii: "]"), count: depth)
        )
    }

    /// A byte that UTF-8 does not have, in the first text of the document or, without one, before it.
    private static func invalid(_ body: [UInt8]) -> Mutation {
        let document = try? JSONDocument(parsing: body)
        let place = document.flatMap { text(below: $0.root) }?.range.lowerBound ?? -1
        return whole("invalid-utf-8", body.replacing((place + 1)..<(place + 1), by: [0xFF]))
    }

    private static func text(below root: JSONDocument.Node) -> JSONDocument.Node? {
        var rest = [root]
        while let node = rest.popLast() {
            if node.kind == .string { return node }
            rest += (node.members.map(\.value) + Array(node.elements)).reversed()
        }
        return nil
    }
}
