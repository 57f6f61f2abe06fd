extension JSONDocument {
    /// A change of one value of a document.
    package struct Edit: Sendable, Hashable {
        /// The position of the value.
        package var pointer: JSON.Pointer
        /// The new value; nil to remove the member or element.
        package var value: JSON?

        package init(_ pointer: JSON.Pointer, _ value: JSON?) {
            (self.pointer, self.value) = (pointer, value)
        }
    }

    /// Returns the document with an edit applied and every other byte unchanged.
    ///
    /// A new member goes after the last one. A pointer that ends in `-` or in the length of an array appends to it.
    ///
    /// - Returns: the bytes; nil if the pointer refers neither to a value nor to a position for a new value, and for a
    ///   YAML document.
    package func applying(_ edit: Edit) -> [UInt8]? {
        if texts != nil { return nil }
        if edit.pointer.tokens.isEmpty { return edit.value.map { replacing(root.range, by: $0.bytes()) } }
        var node = root
        for token in edit.pointer.tokens.dropLast() {
            guard let child = node.child(token) else { return nil }
            node = child.value
        }
        guard let last = edit.pointer.tokens.last else { return nil }
        if let child = node.child(last) {
            guard let value = edit.value else { return removing(child.whole, from: node) }
            return replacing(child.value.range, by: value.bytes())
        }
        return edit.value.flatMap { adding($0, named: last, to: node) }
    }

    private func replacing(_ range: Range<Int>, by new: [UInt8]) -> [UInt8] {
        Array(bytes[..<range.lowerBound]) + new + Array(bytes[range.upperBound...])
    }

    /// Removes a member or element together with its comma.
    private func removing(_ range: Range<Int>, from parent: Node) -> [UInt8] {
        let inside = (parent.range.lowerBound + 1)..<(parent.range.upperBound - 1)
        let parts = parent.parts
        guard let index = parts.firstIndex(where: { $0 == range }) else { return bytes }
        if index + 1 < parts.count { return replacing(range.lowerBound..<parts[index + 1].lowerBound, by: []) }
        if index > 0 { return replacing(parts[index - 1].upperBound..<range.upperBound, by: []) }
        return replacing(inside, by: [])
    }

    private func adding(_ value: JSON, named name: String, to parent: Node) -> [UInt8]? {
        let parts = parent.parts
        let isMember = parent.kind == .object
        guard isMember || (parent.kind == .array && (name == "-" || JSON.Pointer.index(name) == parts.count)) else {
            return nil
        }
        let new = (isMember ? JSON.string(name).bytes() + [UInt8(ascii: ":")] : []) + value.bytes()
        guard let last = parts.last else {
            let start = parent.range.lowerBound + 1
            return replacing(start..<(parent.range.upperBound - 1), by: new)
        }
        // The new part gets the same comma and white space as the last part.
        let before = parts.count > 1 ? parts[parts.count - 2].upperBound : last.lowerBound
        let separator = parts.count > 1 ? Array(bytes[before..<last.lowerBound]) : [UInt8(ascii: ",")]
        return replacing(last.upperBound..<last.upperBound, by: separator + new)
    }
}

extension JSONDocument.Node {
    /// Returns the first member with a name, or the element with an index.
    ///
    /// - Returns: the value, and the range of the whole member (with its name) or of the element.
    package func child(_ token: String) -> (value: JSONDocument.Node, whole: Range<Int>)? {
        switch kind {
        case .object:
            let found = members.first { $0.name.utf8.elementsEqual(token.utf8) }
            return found.map { ($0.value, $0.nameRange.lowerBound..<$0.value.range.upperBound) }
        case .array:
            guard let index = JSON.Pointer.index(token) else { return nil }
            return elements.dropFirst(index).first { _ in true }.map { ($0, $0.range) }
        default: return nil
        }
    }

    /// The ranges of the members, with their names, or of the elements.
    fileprivate var parts: [Range<Int>] {
        kind == .object
            ? members.map { $0.nameRange.lowerBound..<$0.value.range.upperBound } : elements.map(\.range)
    }
}
