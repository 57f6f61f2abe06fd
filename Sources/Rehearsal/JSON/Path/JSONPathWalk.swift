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
