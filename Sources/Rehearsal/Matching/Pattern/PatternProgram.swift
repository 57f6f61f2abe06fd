/// A pattern as steps that a machine takes for all its possible ways at once (Thompson's construction).
struct PatternProgram: Sendable {
    enum Step: Sendable {
        /// Takes one character of a set, then the next step.
        case set(Int)
        /// Goes two ways.
        case split(Int, Int)
        case jump(Int)
        /// Goes on only at the beginning of the text.
        case start
        /// Goes on only at the end of the text.
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
