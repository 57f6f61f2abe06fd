/// A pattern compiled into the steps of an NFA (Thompson's construction).
struct PatternProgram: Sendable {
    enum Step: Sendable {
        /// Consumes one character of a set and continues with the next step.
        case set(Int)
        /// Continues at both steps.
        case split(Int, Int)
        case jump(Int)
        /// Continues only at the beginning of the text.
        case start
        /// Continues only at the end of the text.
        case end
        case accept
    }

    private(set) var steps: [Step] = []
    let alphabet: PatternAlphabet

    init(_ tree: PatternTree, sets: [ScalarSet]) {
        alphabet = PatternAlphabet(sets)
        emit(tree)
        steps.append(.accept)
    }

    private mutating func emit(_ tree: PatternTree) {
        switch tree {
        case .set(let number): steps.append(.set(number))
        case .start: steps.append(.start)
        case .end: steps.append(.end)
        case .sequence(let parts): for part in parts { emit(part) }
        case .choice(let branches): emit(branches)
        case .repeated(let tree, let least, let most): emit(tree, least, most)
        }
    }

    private mutating func emit(_ branches: [PatternTree]) {
        var jumps: [Int] = []
        for branch in branches.dropLast() {
            let split = steps.count
            steps.append(.jump(0))
            emit(branch)
            jumps.append(steps.count)
            steps.append(.jump(0))
            steps[split] = .split(split + 1, steps.count)
        }
        if let last = branches.last { emit(last) }
        for jump in jumps { steps[jump] = .jump(steps.count) }
    }

    private mutating func emit(_ tree: PatternTree, _ least: Int, _ most: Int?) {
        var begin = steps.count
        for _ in 0..<least {
            begin = steps.count
            emit(tree)
        }
        guard let most else {
            if least > 0 {
                steps.append(.split(begin, steps.count + 1))
            } else {
                steps.append(.jump(0))
                emit(tree)
                steps.append(.jump(begin))
                steps[begin] = .split(begin + 1, steps.count)
            }
            return
        }
        var splits: [Int] = []
        for _ in least..<most {
            splits.append(steps.count)
            steps.append(.jump(0))
            emit(tree)
        }
        for split in splits { steps[split] = .split(split + 1, steps.count) }
    }
}

/// The syntax tree of a pattern, whose depth the parser bounds.
indirect enum PatternTree: Sendable {
    /// One character of the set with this number.
    case set(Int)
    /// The beginning of the text (`^`), without a character.
    case start
    /// The end of the text (`$`), without a character.
    case end
    case sequence([PatternTree])
    case choice([PatternTree])
    /// A repetition between `least` and `most` times; nil for no maximum.
    case repeated(PatternTree, least: Int, most: Int?)
}

/// A part of a pattern with the size of its program.
struct PatternPart {
    var tree: PatternTree
    /// The number of program steps with counts expanded.
    var steps: Int

    /// The empty sequence. Created anew at each access: the leak checker cannot follow a constant's tagged pointer.
    static var empty: PatternPart { PatternPart(tree: .sequence([]), steps: 0) }

    func repeated(least: Int, most: Int?) -> PatternPart {
        // An empty part with a large count would otherwise be expanded up to a million times.
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
