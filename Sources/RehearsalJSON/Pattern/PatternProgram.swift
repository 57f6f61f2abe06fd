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

/// The syntax tree of a pattern. The parser limits its depth.
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
struct PatternFragment {
    var tree: PatternTree
    /// The number of program steps that the part needs. A repetition with a count repeats its steps.
    var stepCount: Int

    /// The empty sequence. It is computed, because the leak checker cannot follow the tagged pointer of a constant.
    static var empty: PatternFragment { PatternFragment(tree: .sequence([]), stepCount: 0) }

    func repeated(least: Int, most: Int?) -> PatternFragment {
        // An empty part with a large count would otherwise be expanded up to a million times.
        guard stepCount > 0 else { return .empty }
        let repeated = PatternTree.repeated(tree, least: least, most: most)
        guard let most else {
            return PatternFragment(tree: repeated, stepCount: least == 0 ? stepCount + 2 : least * stepCount + 1)
        }
        return PatternFragment(tree: repeated, stepCount: least * stepCount + (most - least) * (stepCount + 1))
    }

    static func sequence(_ parts: [PatternFragment]) -> PatternFragment {
        guard parts.count != 1 else { return parts[0] }
        return PatternFragment(tree: .sequence(parts.map(\.tree)), stepCount: parts.reduce(0) { $0 + $1.stepCount })
    }

    static func choice(_ parts: [PatternFragment]) -> PatternFragment {
        guard parts.count != 1 else { return parts[0] }
        let steps = parts.reduce(2 * (parts.count - 1)) { $0 + $1.stepCount }
        return PatternFragment(tree: .choice(parts.map(\.tree)), stepCount: steps)
    }
}
