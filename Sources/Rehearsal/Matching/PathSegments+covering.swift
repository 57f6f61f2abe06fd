extension [Scenario.PathPattern.Segment] {
    /// Whether every path that the other pattern takes is one that this one takes.
    func covers(_ other: Self) -> Bool {
        for index in 0..<Swift.max(count, other.count) {
            if index < count, self[index] == .rest { return true }
            guard index < count, index < other.count, self[index].covers(other[index]) else { return false }
        }
        return true
    }
}

extension Scenario.PathPattern.Segment {
    /// What it says of a path without the name that it gives to a part: patterns whose shapes are equal take the same
    /// paths.
    var shape: Self {
        if case .capture(_, let kind) = self { .capture("", kind) } else { self }
    }

    fileprivate func covers(_ other: Self) -> Bool {
        switch (self, other) {
        case (.literal(let one), .literal(let two)): one == two
        case (.capture(_, .text), .literal(let text)): !text.isEmpty
        case (.capture(_, .integer), .literal(let text)): !text.isEmpty && text.allSatisfy(\.isDigit)
        case (.capture(_, let one), .capture(_, let two)): one == .text || two == .integer
        case (.rest, _): true
        case (.literal, _), (.capture, .rest): false
        }
    }
}
