extension JSONTemplate {
    /// What keeps a document from being a template: everything that is wrong with its strings and names.
    package struct Malformed: Error, Sendable, Hashable {
        /// At least one, in the order of the document.
        package let mistakes: [Mistake]
    }

    /// A string or name that is no template.
    package struct Mistake: Sendable, Hashable {
        /// Which one of the names and values of the document,
        /// in the order in which they are written: 0 is the document.
        package let place: Int
        /// What is wrong with it, and at which of its characters.
        package let error: Template.Malformed
    }
}

extension JSON {
    /// The pointer to the name or value in that place, counted in the order in which they are written: 0 is all of it.
    ///
    /// A name has the pointer of its value. Nil if there are fewer.
    package func pointer(toPlace place: Int) -> JSON.Pointer? {
        var path: [String] = []
        var rest = [Step(value: self, token: nil, isNamed: false, depth: 0)]
        var place = place
        while let step = rest.popLast() {
            path.removeLast(path.count - step.depth)
            if let token = step.token { path.append(token) }
            place -= step.isNamed ? 2 : 1
            if place < 0 { return JSON.Pointer(tokens: path) }
            step.value.open(depth: path.count, &rest)
        }
        return nil
    }

    private struct Step {
        let value: JSON
        let token: String?
        let isNamed: Bool
        let depth: Int
    }

    private func open(depth: Int, _ rest: inout [Step]) {
        switch self {
        case .array(let elements):
            for (index, element) in elements.enumerated().reversed() {
                rest.append(Step(value: element, token: String(index), isNamed: false, depth: depth))
            }
        case .object(let members):
            for member in members.reversed() {
                rest.append(Step(value: member.value, token: member.name, isNamed: true, depth: depth))
            }
        case .null, .bool, .number, .string: break
        }
    }
}

extension JSONDocument.Node {
    /// The bytes in which some characters of a string or name are written, as escapes or not.
    ///
    /// - Parameter place: which one of the names and values in this node, in the order in which they are written: 0 is
    ///   the node itself. Nil if there are fewer, or if it is no string.
    package func range(ofCharacters characters: Range<Int>, atPlace place: Int) -> Range<Int>? {
        ranges(ofCharacters: [characters], atPlace: place)?.first
    }

    /// The same for several ranges in ascending order.
    package func ranges(ofCharacters list: [Range<Int>], atPlace place: Int) -> [Range<Int>]? {
        guard place >= 0, index + place < Int(document.tape[index].next) else { return nil }
        return Self(document: document, index: index + place).ranges(ofCharacters: list)
    }
}
