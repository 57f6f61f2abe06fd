/// Aliases, which repeat the values of anchors (YAML 1.2.2 §7.1).
extension YAMLTree {
    /// Appends the value of an anchor at the place of an alias.
    ///
    /// - Parameters:
    ///   - range: The bytes of the alias.
    ///   - depth: The number of collections around the alias.
    mutating func appendAlias(_ name: [UInt8], _ range: Range<Int>, depth: Int) throws(JSONSyntaxError) {
        switch try anchor(name, range) {
        case .scalar(let scalar):
            try countRepeated(nodes: 1, bytes: scalar.value.1.count, range)
            try append(scalar.value.0, range, scalar.value.1)
        case .collection(let index):
            try copy(index, range, depth: depth)
        case .removed:
            throw error(
                range.lowerBound,
                "found an alias of an anchor inside the value of a merge key",
                fix: "write the anchored value outside the merge key"
            )
        }
    }

    /// Appends the text of an anchored scalar as a name.
    mutating func appendAliasName(_ name: [UInt8], _ range: Range<Int>) throws(JSONSyntaxError) {
        guard case .scalar(let scalar) = try anchor(name, range) else {
            throw error(
                range.lowerBound,
                "found an alias of a mapping or a sequence as a key",
                fix: "write a scalar key, because JSON has no other keys"
            )
        }
        try countRepeated(nodes: 1, bytes: scalar.name.count, range)
        try append(.string, range, scalar.name)
    }

    private func anchor(_ name: [UInt8], _ range: Range<Int>) throws(JSONSyntaxError) -> YAMLAnchors.Target {
        if let target = anchors.target(name) { return target }
        throw error(
            range.lowerBound,
            "found an alias of the unknown anchor \(String(decoding: name, as: UTF8.self).quoted)",
            fix: "write the anchor, as in &name, before its first alias"
        )
    }

    /// Appends a copy of a collection, whose root gets the range of the alias.
    private mutating func copy(_ original: Int, _ range: Range<Int>, depth: Int) throws(JSONSyntaxError) {
        let end = Int(entries[original].next)
        guard end > 0 else {
            throw error(
                range.lowerBound,
                "found an alias inside the value that it repeats",
                fix: "write the value out, because JSON has no cycles"
            )
        }
        try countRepeated(nodes: end - original, bytes: 0, range)
        let shift = entries.count - original
        var ends: [UInt32] = []
        for index in original..<end {
            while let last = ends.last, last <= UInt32(truncatingIfNeeded: index) { ends.removeLast() }
            var entry = entries[index]
            if entry.kind == .object || entry.kind == .array {
                guard depth + ends.count < JSONDocument.depthLimit else {
                    let limit = JSONDocument.depthLimit
                    throw error(
                        range.lowerBound,
                        "more than \(limit) levels of nesting with the value of this alias",
                        fix: "the limit is \(limit)"
                    )
                }
                ends.append(entry.next)
            }
            try countRepeated(nodes: 0, bytes: slices[index].count, range)
            entry.next += UInt32(truncatingIfNeeded: shift)
            if index == original {
                entry.start = UInt32(truncatingIfNeeded: range.lowerBound)
                entry.end = UInt32(truncatingIfNeeded: range.upperBound)
            }
            entries.append(entry)
            slices.append(slices[index])
        }
    }

    private mutating func countRepeated(nodes: Int, bytes: Int, _ range: Range<Int>) throws(JSONSyntaxError) {
        repeatedNodes += nodes
        repeatedBytes += bytes
        guard repeatedNodes <= limits.repeatedNodes else {
            throw error(
                range.lowerBound,
                "the aliases up to this one repeat \(repeatedNodes) names and values",
                fix: "the limit is \(limits.repeatedNodes)"
            )
        }
        guard entries.count + nodes <= limits.nodes else { throw tooManyNodes(at: range.lowerBound) }
        guard repeatedBytes <= limits.repeatedBytes else {
            throw error(
                range.lowerBound,
                "the aliases up to this one repeat \(repeatedBytes) bytes of text",
                fix: "the limit is \(limits.repeatedBytes)"
            )
        }
    }
}
