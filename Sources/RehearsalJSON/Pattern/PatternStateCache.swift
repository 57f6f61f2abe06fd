/// A bounded cache of the states and transitions of a lazily built DFA.
struct PatternStateCache {
    private struct State {
        var hash: UInt32
        var ways: Range<Int>
        var isAccepting: Bool
    }

    /// The number of symbols: one more than the greatest.
    private let width: Int
    private let most: Int
    private var states: [State] = []
    /// The steps of all states, concatenated.
    private var stored: [Int32] = []
    /// The transitions by state and symbol; -1 for one not yet computed.
    private var table: [Int32] = []
    /// The hash table of states; -1 for an empty slot. Its size is a power of two.
    private var slots = [Int32](repeating: -1, count: 32)

    /// The number of stored integers without the slots, of which there are at most eight per state.
    var count: Int { stored.count + table.count }

    init(width: Int, most: Int) {
        self.width = width
        self.most = most
    }

    func next(_ state: Int, _ symbol: Int) -> Int? {
        let next = table[state &* width &+ symbol]
        return next < 0 ? nil : Int(next)
    }

    func steps(of state: Int) -> ArraySlice<Int32> { stored[states[state].ways] }
    func isAccepting(_ state: Int) -> Bool { states[state].isAccepting }
    /// Returns whether a state has no transitions.
    func isDead(_ state: Int) -> Bool { states[state].ways.isEmpty }

    /// Returns the number of the state that a symbol leads to, and stores the transition. A new state that exceeds the
    /// bound first clears the cache.
    mutating func number(of ways: PatternStateSet, after state: Int, _ symbol: Int) -> Int {
        var place = find(ways)
        if slots[place.slot] < 0, stored.count + table.count + ways.steps.count + width > most {
            states.removeAll(keepingCapacity: true)
            stored.removeAll(keepingCapacity: true)
            table.removeAll(keepingCapacity: true)
            slots = [Int32](repeating: -1, count: 32)
            place = find(ways)
            return number(of: ways, at: place)
        }
        let number = number(of: ways, at: place)
        table[state * width + symbol] = Int32(number)
        return number
    }

    /// Returns the number of a set of steps, independent of the order in which they were reached.
    mutating func number(of ways: PatternStateSet) -> Int { number(of: ways, at: find(ways)) }

    /// Returns the slot of a set of steps, which is empty for an unknown set.
    private func find(_ ways: PatternStateSet) -> (slot: Int, hash: UInt32) {
        let hash = ways.steps.reduce(UInt32(truncatingIfNeeded: ways.steps.count)) { $0 &+ Self.mixed($1) }
        var slot = Int(hash) & (slots.count - 1)
        while slots[slot] >= 0 {
            let state = states[Int(slots[slot])]
            if state.hash == hash, isSame(state, ways) { break }
            slot = (slot + 1) & (slots.count - 1)
        }
        return (slot, hash)
    }

    private mutating func number(of ways: PatternStateSet, at place: (slot: Int, hash: UInt32)) -> Int {
        if slots[place.slot] >= 0 { return Int(slots[place.slot]) }
        slots[place.slot] = Int32(states.count)
        let start = stored.count
        stored += ways.steps
        states.append(State(hash: place.hash, ways: start..<stored.count, isAccepting: ways.isAccepting))
        table.append(contentsOf: repeatElement(-1, count: width))
        if states.count * 2 > slots.count { grow() }
        return states.count - 1
    }

    private func isSame(_ state: State, _ ways: PatternStateSet) -> Bool {
        state.ways.count == ways.steps.count && stored[state.ways].allSatisfy(ways.hasReached)
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
