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
