extension JSONDocument.Node {
    /// The value and all below it, out of the document.
    package var value: JSON {
        // From the last node to the first: what a container holds is finished and on top when the container comes.
        var finished: [Finished] = []
        for index in (self.index..<Int(document.tape[self.index].next)).reversed() {
            let node = JSONDocument.Node(document: document, index: index)
            let end = Int(document.tape[index].next)
            let value: JSON =
                switch node.kind {
                case .null: .null
                case .bool: .bool(node.bool == true)
                case .number: .number(JSON.Number(text: node.numberText ?? ""))
                case .string: .string(node.string ?? "")
                case .array: .array(Self.take(from: &finished, before: end))
                case .object: .object(Self.pairs(Self.take(from: &finished, before: end)))
                }
            finished.append(Finished(index: index, value: value))
        }
        return finished.last?.value ?? .null
    }

    private struct Finished {
        var index: Int
        var value: JSON
    }

    private static func take(from finished: inout [Finished], before end: Int) -> [JSON] {
        var values: [JSON] = []
        while let last = finished.last, last.index < end {
            values.append(last.value)
            finished.removeLast()
        }
        return values
    }

    /// Names and values in turn, as members.
    private static func pairs(_ values: [JSON]) -> [JSON.Member] {
        stride(from: 0, to: values.count - 1, by: 2).map { index in
            guard case .string(let name) = values[index] else { return JSON.Member("", values[index + 1]) }
            return JSON.Member(name, values[index + 1])
        }
    }
}
