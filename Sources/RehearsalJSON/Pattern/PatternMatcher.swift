/// A matcher of one pattern: it simulates an NFA, and caches each set of active steps as a state of a DFA.
///
/// A state and a symbol determine the next state. A transition is computed when it is first needed, and cached. When
/// the cache is full, it is cleared.
struct PatternMatcher {
    let program: PatternProgram
    private let isSearching: Bool
    private var activeSteps: PatternStateSet
    private(set) var cache: PatternStateCache
    private var lookups = 0

    /// The maximum number of four-byte integers in the cache of one match.
    static let maximumCacheSize = 1 << 18

    init(_ program: PatternProgram, searching: Bool, maximumCacheSize: Int = Self.maximumCacheSize) {
        self.program = program
        isSearching = searching
        activeSteps = PatternStateSet(program.steps.count)
        cache = PatternStateCache(width: program.alphabet.invalidSymbol + 1, maximumCount: maximumCacheSize)
    }

    /// The number of steps and cached transitions examined so far. It is at most proportional to the product of the
    /// lengths of program and text.
    var stepCount: Int { activeSteps.work + lookups }

    mutating func matches(for subject: Span<UInt8>) -> Bool {
        activeSteps.removeAll()
        activeSteps.add(0, program.steps, atStart: true)
        var state = cache.number(of: activeSteps)
        var position = 0
        while position < subject.count {
            if isSearching, cache.isAccepting(state) { return true }
            if cache.isDead(state) { return false }
            let byte = subject[position]
            let symbol: Int
            if byte < 0x80 {
                symbol = program.alphabet.ascii[Int(byte)]
                position &+= 1
            } else {
                symbol = self.symbol(subject, &position)
            }
            lookups &+= 1
            state = cache.next(state, symbol) ?? advance(state, symbol)
        }
        return cache.isAccepting(state) || isAccepting(state, afterNothing: subject.isEmpty)
    }

    /// Returns the end of the longest match that begins at a byte; nil if no match begins there.
    mutating func endOfLongestMatch(in subject: Span<UInt8>, from start: Int) -> Int? {
        activeSteps.removeAll()
        activeSteps.add(0, program.steps, atStart: start == 0)
        var state = cache.number(of: activeSteps)
        var position = start
        var end: Int?
        while true {
            if cache.isAccepting(state) { end = position }
            if position == subject.count {
                return isAccepting(state, afterNothing: subject.isEmpty) ? position : end
            }
            if cache.isDead(state) { return end }
            let symbol: Int
            if subject[position] < 0x80 {
                symbol = program.alphabet.ascii[Int(subject[position])]
                position &+= 1
            } else {
                symbol = self.symbol(subject, &position)
            }
            state = cache.next(state, symbol) ?? advance(state, symbol)
        }
    }

    private func symbol(_ subject: Span<UInt8>, _ position: inout Int) -> Int {
        guard let scalar = subject.scalar(at: position) else {
            position &+= 1
            return program.alphabet.invalidSymbol
        }
        position &+= UTF8.width(scalar)
        return program.alphabet.symbol(of: scalar)
    }

    /// Computes and caches the state that follows a state after a symbol.
    private mutating func advance(_ state: Int, _ symbol: Int) -> Int {
        activeSteps.removeAll()
        for activeStep in cache.steps(of: state) {
            activeSteps.work += 1
            if case .set(let set) = program.steps[Int(activeStep)], program.alphabet.contains(set, symbol) {
                activeSteps.add(Int(activeStep) + 1, program.steps)
            }
        }
        if isSearching { activeSteps.add(0, program.steps) }
        return cache.number(of: activeSteps, after: state, symbol)
    }

    /// Returns whether a state accepts at the end of the text because of a `$`.
    private mutating func isAccepting(_ state: Int, afterNothing: Bool) -> Bool {
        activeSteps.removeAll()
        for activeStep in cache.steps(of: state) {
            activeSteps.work += 1
            if case .end = program.steps[Int(activeStep)] {
                activeSteps.add(Int(activeStep) + 1, program.steps, atStart: afterNothing, atEnd: true)
            }
        }
        return activeSteps.isAccepting
    }
}

extension UTF8 {
    fileprivate static func width(_ scalar: Unicode.Scalar) -> Int {
        scalar.value < 0x800 ? 2 : scalar.value < 0x1_0000 ? 3 : 4
    }
}

/// The steps of a program that are active at one position of the text.
struct PatternStateSet {
    /// The active steps that consume a character, require the end of the text, or accept.
    private(set) var steps: [Int32] = []
    private(set) var isAccepting = false
    /// The number of steps examined since the match began.
    var work = 0

    /// For each step, the round in which it was last reached. ``removeAll()`` starts a new round.
    private var reached: [Int]
    private var round = 0
    private var pending: [Int] = []

    init(_ count: Int) { reached = [Int](repeating: 0, count: count) }

    /// Removes all steps, to compute a new set.
    mutating func removeAll() {
        round += 1
        steps.removeAll(keepingCapacity: true)
        isAccepting = false
    }

    /// Adds a step and all steps reachable from it without consuming a character.
    ///
    /// Pending steps are stored in an array, because recursion could overflow the call stack for a long pattern.
    mutating func add(
        _ first: Int,
        _ program: [PatternProgram.Step],
        atStart: Bool = false,
        atEnd: Bool = false,
    ) {
        var next: Int? = first
        while let step = next {
            next = visit(step, program[step], atStart: atStart, atEnd: atEnd) ?? pending.popLast()
        }
    }

    /// Marks a step as reached, and returns the next step that is reachable without consuming a character.
    ///
    /// - Returns: nil if no step follows, or if the step was already reached.
    private mutating func visit(_ step: Int, _ instruction: PatternProgram.Step, atStart: Bool, atEnd: Bool) -> Int? {
        work += 1
        guard reached[step] != round else { return nil }
        reached[step] = round
        switch instruction {
        case .jump(let target): return target
        case .split(let branch, let otherBranch):
            pending.append(otherBranch)
            return branch
        case .start: return atStart ? step + 1 : nil
        case .end where atEnd: return step + 1
        case .accept: isAccepting = true
        case .set, .end: break
        }
        steps.append(Int32(step))
        return nil
    }

    func hasReached(_ step: Int32) -> Bool { reached[Int(step)] == round }
}
