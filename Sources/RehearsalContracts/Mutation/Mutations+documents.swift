import Rehearsal

/// The mutations of the whole body that single rules test.
extension Mutations {
    /// The mutation to an empty body.
    var empty: Mutation { bodyMutation("empty", []) }

    /// The mutations to a document whose outermost value has another type, or is one level deeper.
    var shapes: [Mutation] {
        guard let document else { return [] }
        let (bytes, root) = (document.bytes, document.root)
        let null = bodyMutation("null-document", Array("null".utf8))
        let wrapped = Array(#"{"data":"#.utf8) + bytes + [UInt8(ascii: "}")]
        switch root.kind {
        case .array:
            let element = root.elements.first { $0.kind == .object }.map { Array(bytes[$0.range]) }
            let object = bodyMutation("object", element ?? Array(#"{"a":1}"#.utf8))
            return [object, bodyMutation("wrapped", wrapped), null]
        case .object:
            return [bodyMutation("array", [UInt8(ascii: "[")] + bytes + [UInt8(ascii: "]")])]
                + (fields.hasRequiredMember ? [bodyMutation("wrapped", wrapped)] : []) + [null]
        default: return []
        }
    }

    /// The mutations to bytes that are not valid UTF-8, or not valid Unicode.
    var invalidText: [Mutation] {
        guard let text else { return [invalid] }
        let start = text.lowerBound + 1
        let insertions: [(String, [UInt8])] = [("latin-1", [0xE9]), ("lone-surrogate", Array(#"\ud800"#.utf8))]
        return [invalid]
            + insertions.map { name, bytes in bodyMutation(name, body.replacing(start..<start, by: bytes)) }
    }

    /// The mutations to other encodings of the same document, which a client may accept or reject.
    var encodings: [Mutation] {
        let units = String(decoding: body, as: UTF8.self).utf16
        let wide: [UInt8] = units.reduce(into: [0xFF, 0xFE]) { bytes, unit in
            bytes += [UInt8(truncatingIfNeeded: unit), UInt8(truncatingIfNeeded: unit >> 8)]
        }
        return [byteOrderMark, bodyMutation("utf-16", isLegal: true, wide)]
    }

    /// The mutations to documents that RFC 8259 does not permit, but that lenient parsers accept.
    var lenientSyntax: [Mutation] {
        guard let document else { return [] }
        let twoDocuments = bodies.filter { $0.name == "two-documents" }
        let comma = body.lastIndex { $0 == UInt8(ascii: "]") || $0 == UInt8(ascii: "}") }
            .map { bodyMutation("trailing-comma", body.replacing($0..<$0, by: [UInt8(ascii: ",")])) }
        let nodes = Self.nodes(of: document.root)
        let number = nodes.first { $0.kind == .number }
            .map { bodyMutation("nan", body.replacing($0.range, by: Array("NaN".utf8))) }
        let object = nodes.first { node in node.kind == .object && node.members.contains { _ in true } }
        return twoDocuments + [comma, number, object.flatMap(duplicate)].compactMap(\.self)
    }

    /// The mutations to deeply nested arrays.
    var depths: [Mutation] { bodies.filter { $0.name.hasPrefix("depth-") } }

    /// Returns the mutation that repeats the first member of an object at its end.
    private func duplicate(in object: JSONDocument.Node) -> Mutation? {
        guard let first = object.members.first(where: { _ in true }) else { return nil }
        let member = JSON.string(first.name).bytes() + [UInt8(ascii: ":")] + body[first.value.range]
        let end = object.range.upperBound - 1
        return bodyMutation("duplicate-name", body.replacing(end..<end, by: [UInt8(ascii: ",")] + member))
    }

    /// Returns a node and all its descendants, in document order.
    private static func nodes(of root: JSONDocument.Node) -> [JSONDocument.Node] {
        var (all, rest) = ([JSONDocument.Node](), [root])
        while let node = rest.popLast() {
            all.append(node)
            rest += (node.members.map(\.value) + Array(node.elements)).reversed()
        }
        return all
    }
}

extension BodyFields {
    /// Whether the outermost object has a member that is declared as always present.
    var hasRequiredMember: Bool { declared.contains { $0.isRequired == true && $0.place.tokens.count == 1 } }
}
