/// A bounded cache of the states and transitions of a lazily built DFA.
struct PatternStateCache {
    private struct State {
        var hash: UInt32
        /// The range of its steps in `stored`.
        var steps: Range<Int>
        var isAccepting: Bool
    }

    /// The number of symbols: one more than the greatest.
    private let width: Int
    /// The maximum of ``count``.
    private let maximumCount: Int
    private var states: [State] = []
    /// The steps of all states, concatenated.
    private var stored: [Int32] = []
    /// The transitions by state and symbol; -1 for one not yet computed.
    private var table: [Int32] = []
    /// The hash table of states; -1 for an empty slot. Its size is a power of two.
    private var slots = [Int32](repeating: -1, count: 32)

    /// The number of stored integers, without the hash table, which has at most eight slots for each state.
    var count: Int { stored.count + table.count }

    init(width: Int, maximumCount: Int) {
        self.width = width
        self.maximumCount = maximumCount
    }

    func next(_ state: Int, _ symbol: Int) -> Int? {
        let next = table[state &* width &+ symbol]
        return next < 0 ? nil : Int(next)
    }

    func steps(of state: Int) -> ArraySlice<Int32> { stored[states[state].steps] }
    func isAccepting(_ state: Int) -> Bool { states[state].isAccepting }
    /// Returns whether a state has no transitions.
    func isDead(_ state: Int) -> Bool { states[state].steps.isEmpty }

    /// Returns the number of the state that follows a state after a symbol, and stores the transition. If a new state
    /// does not fit, the cache is cleared first.
    mutating func number(of stepSet: PatternStateSet, after state: Int, _ symbol: Int) -> Int {
        var entry = find(stepSet)
        if slots[entry.slot] < 0, stored.count + table.count + stepSet.steps.count + width > maximumCount {
            states.removeAll(keepingCapacity: true)
            stored.removeAll(keepingCapacity: true)
            table.removeAll(keepingCapacity: true)
            slots = [Int32](repeating: -1, count: 32)
            entry = find(stepSet)
            return number(of: stepSet, at: entry)
        }
        let number = number(of: stepSet, at: entry)
        table[state * width + symbol] = Int32(number)
        return number
    }

    /// Returns the number of a set of steps, independent of the order in which they were reached.
    mutating func number(of stepSet: PatternStateSet) -> Int { number(of: stepSet, at: find(stepSet)) }

    /// Returns the slot for a set of steps. The slot is empty if the set has no state yet.
    private func find(_ stepSet: PatternStateSet) -> (slot: Int, hash: UInt32) {
        let hash = stepSet.steps.reduce(UInt32(truncatingIfNeeded: stepSet.steps.count)) { $0 &+ Self.mixed($1) }
        var slot = Int(hash) & (slots.count - 1)
        while slots[slot] >= 0 {
            let state = states[Int(slots[slot])]
            if state.hash == hash, isSame(state, stepSet) { break }
            slot = (slot + 1) & (slots.count - 1)
        }
        return (slot, hash)
    }

    private mutating func number(of stepSet: PatternStateSet, at entry: (slot: Int, hash: UInt32)) -> Int {
        if slots[entry.slot] >= 0 { return Int(slots[entry.slot]) }
        slots[entry.slot] = Int32(states.count)
        let start = stored.count
        stored += stepSet.steps
        states.append(State(hash: entry.hash, steps: start..<stored.count, isAccepting: stepSet.isAccepting))
        table.append(contentsOf: repeatElement(-1, count: width))
        if states.count * 2 > slots.count { grow() }
        return states.count - 1
    }

    private func isSame(_ state: State, _ stepSet: PatternStateSet) -> Bool {
        state.steps.count == stepSet.steps.count && stored[state.steps].allSatisfy(stepSet.hasReached)
    }

    private mutating func grow() {
        slots = [Int32](repeating: -1, count: slots.count * 4)
        for (number, state) in states.enumerated() {
            var slot = Int(state.hash) & (slots.count - 1)
            while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
            slots[slot] = Int32(number)
        }
    }

    private static func mixed(_ step: Int32) -> UInt32 {
        let product = (UInt32(bitPattern: step) &+ 1) &* 0x9E37_79B1
        return (product ^ product >> 15) &* 0x85EB_CA77
    }
}
