/// An iterator over the values that a path selects (RFC 9535 §2.1.2).
///
/// The traversal is depth first: all segments are applied to one selected value before the next value. This is the
/// order of the RFC, needs no intermediate lists, and can stop after any value. Each frame is one level deeper in the
/// document than its predecessor, which limits the number of frames.
struct JSONPathIterator {
    struct Node {
        var value: JSON
        /// The step from its parent; nil for the value at which the traversal begins.
        var step: JSONPathStep?
    }

    private let segments: [JSONPathSegment]
    private var frames: [JSONPathFrame] = []
    /// The value that a path without segments selects: the starting value.
    private var start: Node?

    init(_ segments: [JSONPathSegment], from value: JSON) {
        self.segments = segments
        if segments.isEmpty {
            start = Node(value: value)
        } else {
            frames = [JSONPathFrame(node: Node(value: value), segment: 0)]
        }
    }

    /// Returns the next value; nil after the last.
    mutating func next(_ evaluation: inout JSONPathEvaluation) throws(JSONPathEvaluation.Exhausted) -> Node? {
        if let start {
            self.start = nil
            return start
        }
        while let top = frames.indices.last {
            try evaluation.spend()
            let number = frames[top].segment
            let segment = segments[number]
            if frames[top].selector < segment.selectors.count {
                let selector = segment.selectors[frames[top].selector]
                guard let node = try frames[top].select(selector, &evaluation) else { continue }
                if number + 1 == segments.count { return node }
                if node.value.isContainer { frames.append(JSONPathFrame(node: node, segment: number + 1)) }
            } else if segment.isDescendant, let node = try frames[top].nextContainer(&evaluation) {
                frames.append(JSONPathFrame(node: node, segment: number))
            } else {
                frames.removeLast()
            }
        }
        return nil
    }

    /// Returns the normalized path of the value that ``next(_:)`` returned last.
    func path(
        to node: Node,
        _ evaluation: inout JSONPathEvaluation
    ) throws(JSONPathEvaluation.Exhausted) -> String {
        var path = "$"
        for case let step? in frames.map(\.node.step) + [node.step] {
            // If names are long, the paths of all values together can be far longer than the document.
            if case .name(let name) = step { try evaluation.spend(name.utf8.count / 16) }
            try evaluation.spend()
            step.write(to: &path)
        }
        return path
    }
}

/// The state of one traversal level: a value and the position among its children for one segment.
struct JSONPathFrame {
    let node: JSONPathIterator.Node
    let segment: Int
    /// The index of the current selector. After the last selector, the number of selectors.
    var selector = 0
    /// The index of the next child for the selector. After the last selector, of the next child to descend into.
    var position = 0

    init(node: JSONPathIterator.Node, segment: Int) {
        self.node = node
        self.segment = segment
    }

    /// Returns the next child that a selector selects. After the last child, advances to the next selector.
    mutating func select(
        _ selector: JSONPathSelector,
        _ evaluation: inout JSONPathEvaluation
    ) throws(JSONPathEvaluation.Exhausted) -> JSONPathIterator.Node? {
        while let childIndex = try childIndex(selector, &evaluation), let child = child(at: childIndex) {
            position += 1
            guard case .filter(let filter) = selector else { return child }
            if try evaluation.holds(filter, for: child.value) { return child }
        }
        self.selector += 1
        position = 0
        return nil
    }

    /// Returns the index of the child that a selector examines next.
    private func childIndex(
        _ selector: JSONPathSelector,
        _ evaluation: inout JSONPathEvaluation
    ) throws(JSONPathEvaluation.Exhausted) -> Int? {
        switch selector {
        case .wildcard, .filter: return position
        case .name(let name): return position == 0 ? try evaluation.position(of: name, in: node.value) : nil
        case .index(let index): return position == 0 ? evaluation.position(of: index, in: node.value) : nil
        case .slice(let slice):
            guard case .array(let elements) = node.value else { return nil }
            return slice.index(position, of: elements.count)
        }
    }

    /// Returns the next child that is an array or an object.
    mutating func nextContainer(
        _ evaluation: inout JSONPathEvaluation
    ) throws(JSONPathEvaluation.Exhausted) -> JSONPathIterator.Node? {
        while let child = child(at: position) {
            try evaluation.spend()
            position += 1
            if child.value.isContainer { return child }
        }
        return nil
    }

    private func child(at childIndex: Int) -> JSONPathIterator.Node? {
        switch node.value {
        case .array(let elements) where childIndex < elements.count:
            JSONPathIterator.Node(value: elements[childIndex], step: .index(childIndex))
        case .object(let members) where childIndex < members.count:
            JSONPathIterator.Node(value: members[childIndex].value, step: .name(members[childIndex].name))
        default: nil
        }
    }
}

extension JSON {
    /// Whether the value is an array or an object, empty or not.
    var isContainer: Bool {
        switch self {
        case .array, .object: true
        case .null, .bool, .number, .string: false
        }
    }
}

/// The name or index of a child in its parent.
enum JSONPathStep: Sendable {
    case name(String)
    case index(Int)

    /// Appends the step to a normalized path (RFC 9535 §2.7).
    func write(to path: inout String) {
        switch self {
        case .index(let index): path += "[\(index)]"
        case .name(let name):
            path += "['"
            if name.utf8.contains(where: Self.needsEscape) {
                for scalar in name.unicodeScalars { Self.write(scalar, to: &path) }
            } else {
                path += name
            }
            path += "']"
        }
    }

    private static func needsEscape(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\\")
    }

    private static func write(_ scalar: Unicode.Scalar, to path: inout String) {
        switch scalar {
        case "'", "\\": path += "\\\(scalar)"
        case "\0"..<" ": path += JSONPathEscapes.escape(of: scalar)
        default: path.unicodeScalars.append(scalar)
        }
    }
}

/// The escapes of control characters in a path (RFC 9535 §2.3.1.1).
enum JSONPathEscapes {
    private static let controls: [(letter: Unicode.Scalar, scalar: Unicode.Scalar)] = [
        ("b", "\u{08}"), ("f", "\u{0C}"), ("n", "\n"), ("r", "\r"), ("t", "\t"),
    ]

    /// Returns the control character of an escape letter.
    static func control(_ letter: Unicode.Scalar) -> Unicode.Scalar? {
        controls.first { $0.letter == letter }?.scalar
    }

    /// Returns the only escape of an ASCII control character that a normalized path may have (§2.7).
    static func escape(of control: Unicode.Scalar) -> String {
        if let letter = controls.first(where: { $0.scalar == control })?.letter { return "\\\(letter)" }
        return "\\u" + control.value.padded(to: 4, radix: 16)
    }
}
