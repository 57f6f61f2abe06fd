/// What a pattern says, as it is nested; how deep is bounded by the parser.
indirect enum PatternTree: Sendable {
    /// One character of the set with this number.
    case set(Int)
    /// No character: the beginning of the text.
    case start
    /// No character: the end of the text.
    case end
    case sequence([PatternTree])
    case choice([PatternTree])
    /// At least so many times, and at most so many; nil for any number.
    case repeated(PatternTree, least: Int, most: Int?)
}

/// A part of a pattern, and what it will cost.
struct PatternPart {
    var tree: PatternTree
    /// As a program, with its counts written out.
    var steps: Int

    /// Made anew each time: the leak checker does not see through the tagged pointer that a constant would be kept by.
    static var empty: PatternPart { PatternPart(tree: .sequence([]), steps: 0) }

    func repeated(least: Int, most: Int?) -> PatternPart {
        // Nothing, however often, is nothing: it must not be written out a thousand times a thousand times.
        guard steps > 0 else { return .empty }
        let repeated = PatternTree.repeated(tree, least: least, most: most)
        guard let most else { return PatternPart(tree: repeated, steps: least == 0 ? steps + 2 : least * steps + 1) }
        return PatternPart(tree: repeated, steps: least * steps + (most - least) * (steps + 1))
    }

    static func sequence(_ parts: [PatternPart]) -> PatternPart {
        guard parts.count != 1 else { return parts[0] }
        return PatternPart(tree: .sequence(parts.map(\.tree)), steps: parts.reduce(0) { $0 + $1.steps })
    }

    static func choice(_ parts: [PatternPart]) -> PatternPart {
        guard parts.count != 1 else { return parts[0] }
        let steps = parts.reduce(2 * (parts.count - 1)) { $0 + $1.steps }
        return PatternPart(tree: .choice(parts.map(\.tree)), steps: steps)
    }
}
