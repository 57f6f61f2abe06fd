import Rehearsal

/// The holds of a session and the replies that wait for them. A caller must hold the session's lock.
struct HoldRegistry {
    /// A reply that waits for its hold to be released.
    struct PendingReply {
        let loop: LoopHandle
        let token: UInt64
        let ordinal: Int
    }

    private struct HoldState {
        var isOpen = false
        var pendingReplies: [PendingReply] = []
    }

    private var holds: [Scenario.Hold: HoldState] = [:]

    /// - Parameter previous: the holds of a run that the scenario continues. They keep their state and their replies.
    init(_ compiledScenario: CompiledScenario, continuing previous: HoldRegistry? = nil) {
        let endpoints = compiledScenario.endpoints
        let used =
            endpoints.flatMap(\.replies).map(\.hold) + endpoints.map { $0.overlay?.hold }
            + (compiledScenario.policies?.replies.map(\.hold) ?? [])
        for hold in used.compactMap(\.self) { holds[hold] = previous?.holds[hold] ?? HoldState() }
        for (hold, state) in previous?.holds ?? [:] where !state.pendingReplies.isEmpty { holds[hold] = state }
    }

    /// The names of the holds, sorted.
    var names: [String] { Set(holds.keys.compactMap(\.name)).sorted() }

    /// The names of the holds for which at least one reply waits, sorted.
    var waiting: [String] { Set(holds.filter { !$0.value.pendingReplies.isEmpty }.keys.compactMap(\.name)).sorted() }

    /// The holds of the waiting replies, by the ordinals of their exchanges.
    var holdsByOrdinal: [Int: Scenario.Hold] {
        let pairs = holds.flatMap { hold, state in state.pendingReplies.map { ($0.ordinal, hold) } }
        return Dictionary(pairs) { first, _ in first }
    }

    /// Adds a reply to those that wait for a hold.
    ///
    /// The reply does not wait if the hold is open, or if it completes the number of replies at which the hold opens.
    mutating func enqueue(_ hold: Scenario.Hold, _ reply: PendingReply) -> HoldResult {
        // A closure can produce a reply with a hold that is not in the scenario.
        var state = holds[hold] ?? HoldState()
        guard !state.isOpen else { return .open(releasing: []) }
        if let threshold = hold.untilWaiting, state.pendingReplies.count + 1 >= threshold {
            let others = state.pendingReplies
            holds[hold] = HoldState(isOpen: true)
            return .open(releasing: others)
        }
        state.pendingReplies.append(reply)
        holds[hold] = state
        return .waits
    }

    /// The result of adding a reply to its hold.
    enum HoldResult {
        /// The reply must wait.
        case waits
        /// The hold is open. The caller sends the reply and these replies, which waited.
        case open(releasing: [PendingReply])
    }

    /// Opens the holds with a name. Returns the replies that waited for them; nil if no hold has the name.
    mutating func release(_ name: String) -> [PendingReply]? {
        let named = holds.keys.filter { $0.name == name }
        guard !named.isEmpty else { return nil }
        return named.flatMap { hold in
            defer { holds[hold] = HoldState(isOpen: true) }
            return holds[hold]?.pendingReplies ?? []
        }
    }

    /// Removes and returns all waiting replies.
    mutating func releaseAll() -> [PendingReply] {
        defer { for hold in holds.keys { holds[hold]?.pendingReplies = [] } }
        return holds.values.flatMap(\.pendingReplies)
    }

    /// Closes the holds with a name, so that later replies wait. Returns false if no hold has the name.
    mutating func close(_ name: String) -> Bool {
        let named = holds.keys.filter { $0.name == name }
        for hold in named { holds[hold]?.isOpen = false }
        return !named.isEmpty
    }

    /// Removes a reply whose exchange has ended.
    mutating func forget(_ hold: Scenario.Hold, _ ordinal: Int) {
        holds[hold]?.pendingReplies.removeAll { $0.ordinal == ordinal }
    }
}
