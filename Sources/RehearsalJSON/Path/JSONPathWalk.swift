/// A walk along the segments of a path, which comes to one selected value after the other (RFC 9535 §2.1.2).
///
/// It goes depth first: what a segment selects is followed to the end of the path before the next is looked for. That
/// is the order of the RFC, keeps nothing in store, and ends where enough is found. Each frame is one level deeper in
/// the document than the one before it, so there are never more frames than levels.
struct JSONPathWalk {
    struct Node {
        var value: JSON
        /// What led to it; nil for the value at which the walk began.
        var step: JSONPathStep?
    }

    private let segments: [JSONPathSegment]
    private var frames: [JSONPathFrame] = []
    /// The value itself, which is what a path without segments selects.
    private var start: Node?

    init(_ segments: [JSONPathSegment], from value: JSON) {
        self.segments = segments
        if segments.isEmpty {
            start = Node(value: value)
        } else {
            frames = [JSONPathFrame(node: Node(value: value), segment: 0)]
        }
    }

    /// The next value; nil if there is no other.
    mutating func next(_ question: inout JSONPathQuestion) throws(JSONPathQuestion.Exhausted) -> Node? {
        if let start {
            self.start = nil
            return start
        }
        while let top = frames.indices.last {
            try question.pay()
            let number = frames[top].segment
            let segment = segments[number]
            if frames[top].selector < segment.selectors.count {
                let selector = segment.selectors[frames[top].selector]
                guard let node = try frames[top].select(selector, &question) else { continue }
                if number + 1 == segments.count { return node }
                if node.value.isContainer { frames.append(JSONPathFrame(node: node, segment: number + 1)) }
            } else if segment.isDescendant, let node = try frames[top].nextContainer(&question) {
                frames.append(JSONPathFrame(node: node, segment: number))
            } else {
                frames.removeLast()
            }
        }
        return nil
    }

    /// The normalized path of the value that the walk has just come to.
    func path(
        to node: Node,
        _ question: inout JSONPathQuestion
    ) throws(JSONPathQuestion.Exhausted) -> String {
        var path = "$"
        for case let step? in frames.map(\.node.step) + [node.step] {
            // The paths of many values deep below long names are far longer than the document.
            if case .name(let name) = step { try question.pay(name.utf8.count / 16) }
            try question.pay()
            step.write(to: &path)
        }
        return path
    }
}

/// A value whose children are being looked at for one segment.
struct JSONPathFrame {
    let node: JSONPathWalk.Node
    let segment: Int
    /// Which selector is being asked; all have been if it is their number.
    var selector = 0
    /// How far the selector, or the way down after all of them, has come.
    var position = 0

    init(node: JSONPathWalk.Node, segment: Int) {
        self.node = node
        self.segment = segment
    }

    /// The next child that a selector selects; after the last one, the next selector has its turn.
    mutating func select(
        _ selector: JSONPathSelector,
        _ question: inout JSONPathQuestion
    ) throws(JSONPathQuestion.Exhausted) -> JSONPathWalk.Node? {
        while let place = try place(selector, &question), let child = child(at: place) {
            position += 1
            guard case .filter(let filter) = selector else { return child }
            if try question.holds(filter, for: child.value) { return child }
        }
        self.selector += 1
        position = 0
        return nil
    }

    /// The place of the child that a selector comes to next.
    private func place(
        _ selector: JSONPathSelector,
        _ question: inout JSONPathQuestion
    ) throws(JSONPathQuestion.Exhausted) -> Int? {
        switch selector {
        case .wildcard, .filter: return position
        case .name(let name): return position == 0 ? try question.place(of: name, in: node.value) : nil
        case .index(let index): return position == 0 ? question.place(of: index, in: node.value) : nil
        case .slice(let slice):
            guard case .array(let elements) = node.value else { return nil }
            return slice.place(position, of: elements.count)
        }
    }

    /// The next child that has children of its own.
    mutating func nextContainer(
        _ question: inout JSONPathQuestion
    ) throws(JSONPathQuestion.Exhausted) -> JSONPathWalk.Node? {
        while let child = child(at: position) {
            try question.pay()
            position += 1
            if child.value.isContainer { return child }
        }
        return nil
    }

    private func child(at place: Int) -> JSONPathWalk.Node? {
        switch node.value {
        case .array(let elements) where place < elements.count:
            JSONPathWalk.Node(value: elements[place], step: .index(place))
        case .object(let members) where place < members.count:
            JSONPathWalk.Node(value: members[place].value, step: .name(members[place].name))
        default: nil
        }
    }
}

extension JSON {
    /// Whether it is an array or an object, empty or not.
    var isContainer: Bool {
        switch self {
        case .array, .object: true
        case .null, .bool, .number, .string: false
        }
    }
}

/// What leads from a value to one of its children.
enum JSONPathStep: Sendable {
    case name(String)
    case index(Int)

    /// Writes it as a part of a normalized path (RFC 9535 §2.7).
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

    /// The control character that a backslash and this letter stand for.
    static func control(_ letter: Unicode.Scalar) -> Unicode.Scalar? {
        controls.first { $0.letter == letter }?.scalar
    }

    /// How a control character of ASCII is written, in the one way that a normalized path knows (§2.7).
    static func escape(of control: Unicode.Scalar) -> String {
        if let letter = controls.first(where: { $0.scalar == control })?.letter { return "\\\(letter)" }
        return "\\u" + control.value.padded(to: 4, radix: 16)
    }
}
